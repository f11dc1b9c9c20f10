// SPDX-License-Identifier: Apache-2.0
// rules FILE [--framework NAME]: every rule with its state for one scenario.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/input.hpp"
#include "app/cli/issues_text.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/layout.hpp"
#include "app/cli/rules_lines.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/report_json.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kAll = "any";

std::string frameworkList() {
  std::string list;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Framework::count); ++i)
    list += std::string(frameworkName(static_cast<Framework>(i))) + ", ";
  return list + std::string(kAll);
}

// --framework as written; false if it names none.
bool readChoice(const std::string& name, std::optional<FrameworkChoice>& choice) {
  if (name.empty()) return true;
  if (const auto one = frameworkNamed(name))
    choice = {false, *one};
  else if (name == kAll)
    choice = {true, {}};
  return choice.has_value();
}

void addFramework(Json& json, const FrameworkFinding& finding) {
  const auto& rule = ruleOf(finding);
  json["framework"] = frameworkName(finding.framework);
  json["frameworks"] = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(Framework::count); ++i)
    if (const auto each = static_cast<Framework>(i); rule.isEnforcedBy(each))
      json["frameworks"].push_back(frameworkName(each));
  json["enforced_by"] = rule.enforcedBy;
}

Json lineJson(const RuleLine& line, const Scenario& scenario, Language language, bool withFramework) {
  Json json;
  json["id"] = line.id;
  json["severity"] = word(line.severity);
  json["holds"] = !line.isBroken();
  json["judged"] = line.judged;
  json["message"] = lineMessage(line, scenario, language);
  json["fix"] = line.fix ? editJson(*line.fix) : Json();
  const auto evidence = lineEvidence(line, language);
  json["evidence"] = evidence.empty() ? Json() : Json(evidence);
  if (!withFramework) return json;
  json["decidable"] = line.isDecidable();
  json["framework"] = nullptr;
  if (line.finding) addFramework(json, *line.finding);
  return json;
}

std::string_view stateId(const RuleLine& line) {
  if (!line.isDecidable()) return "cli-rule-undecidable";
  if (!line.judged) return "cli-rule-open";
  return line.isBroken() ? "cli-rule-broken" : "cli-rule-holds";
}

Tone lineTone(const RuleLine& line) {
  if (!line.judged) return Tone::dim;
  return line.isBroken() ? toneOf(line.severity) : Tone::good;
}

struct Columns {
  int state = 0, severity = 0, name = 0;
};

Columns columnsOf(const std::vector<RuleLine>& lines, Language language) {
  Columns columns;
  for (const auto& line : lines) {
    columns.state = std::max(columns.state, displayWidth(text(stateId(line), language)));
    columns.severity = std::max(columns.severity, displayWidth(severityText(line.severity, language)));
    columns.name = std::max(columns.name, displayWidth(line.id));
  }
  return columns;
}

// Among the rules of all frameworks: whose it is.
std::string owners(const RuleLine& line) {
  std::string titles;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Framework::count); ++i)
    if (const auto each = static_cast<Framework>(i); ruleOf(*line.finding).isEnforcedBy(each))
      titles += (titles.empty() ? "" : ", ") + std::string(frameworkTitle(each));
  return titles;
}

std::string lineText(const RuleLine& line, const Columns& columns, bool all, const ReportView& view) {
  const auto state = padRight(text(stateId(line), view.language), columns.state);
  const auto first = painted(state, lineTone(line), view.style) + "  " + padRight(line.id, columns.name) + "  " +
                     padRight(severityText(line.severity, view.language), columns.severity) + "  ";
  const auto said = printable(lineMessage(line, view.scenario, view.language));
  const bool names = all && !line.rule;
  auto result = paragraph(
      first, names ? text("cli-rule-owners", view.language, {{"owners", owners(line)}, {"message", said}}) : said,
      view.style.width);
  const std::string indent(static_cast<std::size_t>(displayWidth(first)), ' ');
  if (const auto known = lineEvidence(line, view.language); line.isBroken() && !known.empty())
    result += paragraph(indent,
                        painted(text("cli-rule-evidence", view.language, {{"evidence", known}}), Tone::dim, view.style),
                        view.style.width);
  if (line.fix)
    result += paragraph(indent + text("cli-fix", view.language), printable(editText(*line.fix)), view.style.width);
  return result;
}

std::string heading(const std::optional<FrameworkChoice>& choice, const ReportView& view) {
  const auto title =
      choice->all ? text("cli-rules-of-all", view.language)
                  : text("cli-rules-of", view.language, {{"framework", std::string(frameworkTitle(choice->one))}});
  return "\n" + painted(title, Tone::heading, view.style) + "\n";
}

std::string linesText(const std::vector<RuleLine>& lines, const std::optional<FrameworkChoice>& choice,
                      const ReportView& view) {
  const auto columns = columnsOf(lines, view.language);
  std::string result;
  bool isOurs = true;
  for (const auto& line : lines) {
    if (isOurs && !line.rule) result += heading(choice, view);
    isOurs = line.rule.has_value();
    result += lineText(line, columns, choice && choice->all, view);
  }
  return result;
}

}  // namespace

ExitCode runRules(Context& context) {
  std::optional<FrameworkChoice> choice;
  const auto language = context.language();
  const auto& name = context.options.framework;
  if (!readChoice(name, choice))
    return context.fail(
        ExitCode::badUsage,
        text("cli-usage-list", language, {{"option", "--framework"}, {"found", name}, {"allowed", frameworkList()}}));
  const auto scenario = loadOrExplain(context);
  if (!scenario) return ExitCode::badInput;
  const auto report = fullReport(*scenario);
  const auto lines = ruleLines(*scenario, report, choice);
  std::string printed;
  if (context.options.json) {
    auto json = Json::array();
    for (const auto& line : lines) json.push_back(lineJson(line, *scenario, language, choice.has_value()));
    printed = jsonText(json);
  } else {
    printed = linesText(lines, choice, {*scenario, report, context.style, language});
  }
  const auto code = context.print(printed);
  return code == ExitCode::done ? verdictExit(context, *scenario, report) : code;
}

}  // namespace shardscope::cli
