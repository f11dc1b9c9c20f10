// SPDX-License-Identifier: Apache-2.0
// rules FILE: every rule with its state for one scenario. A rule does not hold exactly if it is among the issues of the
// report; on an invalid scenario there are no figures to judge the rules of thumb by, and they say so.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/input.hpp"
#include "app/cli/issues_text.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/layout.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/report_json.hpp"
#include "core/rules/rules.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

struct Line {
  const RuleInfo* rule = nullptr;
  const Issue* issue = nullptr;  // none: the rule holds
  bool judged = true;
};

// One line per issue, one per rule without any, in the order of the table.
std::vector<Line> linesOf(const Report& report) {
  std::vector<Line> lines;
  for (const auto& rule : ruleTable()) {
    const bool judged = !rule.needsReport || report.verdict != Verdict::invalid;
    const auto before = lines.size();
    for (const auto& issue : report.issues)
      if (issue.rule == rule.id) lines.push_back({&rule, &issue, true});
    if (lines.size() == before) lines.push_back({&rule, nullptr, judged});
  }
  return lines;
}

std::string lineMessage(const Line& line, const Scenario& scenario, Language language) {
  if (line.issue) return message(*line.issue, scenario, language);
  const auto rule = ruleText(line.rule->id, language);
  return line.judged ? rule : text("cli-rule-not-judged", language, {{"rule", rule}});
}

nlohmann::ordered_json lineJson(const Line& line, const Scenario& scenario, Language language) {
  nlohmann::ordered_json json;
  json["id"] = line.rule->name;
  json["severity"] = word(line.rule->severity);
  json["holds"] = line.issue == nullptr;
  json["judged"] = line.judged;
  json["message"] = lineMessage(line, scenario, language);
  const auto edit = line.issue ? fix(*line.issue, scenario) : std::nullopt;
  json["fix"] = edit ? editJson(*edit) : nlohmann::ordered_json();
  return json;
}

std::string_view stateId(const Line& line) {
  if (!line.judged) return "cli-rule-open";
  return line.issue ? "cli-rule-broken" : "cli-rule-holds";
}

Tone lineTone(const Line& line) {
  if (!line.judged) return Tone::dim;
  return line.issue ? toneOf(line.rule->severity) : Tone::good;
}

std::string linesText(const std::vector<Line>& lines, const ReportView& view) {
  int stateWidth = 0, severityWidth = 0, nameWidth = 0;
  for (const auto& line : lines) {
    stateWidth = std::max(stateWidth, displayWidth(text(stateId(line), view.language)));
    severityWidth = std::max(severityWidth, displayWidth(severityText(line.rule->severity, view.language)));
    nameWidth = std::max(nameWidth, displayWidth(line.rule->name));
  }
  std::string result;
  for (const auto& line : lines) {
    const auto state = padRight(text(stateId(line), view.language), stateWidth);
    const auto first = painted(state, lineTone(line), view.style) + "  " + padRight(line.rule->name, nameWidth) + "  " +
                       padRight(severityText(line.rule->severity, view.language), severityWidth) + "  ";
    result += line.issue ? issueText(view, *line.issue, first)
                         : paragraph(first, lineMessage(line, view.scenario, view.language), view.style.width);
  }
  return result;
}

}  // namespace

ExitCode runRules(Context& context) {
  const auto scenario = loadOrExplain(context);
  if (!scenario) return ExitCode::badInput;
  const auto report = fullReport(*scenario);
  const auto lines = linesOf(report);
  std::string printed;
  if (context.options.json) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& line : lines) json.push_back(lineJson(line, *scenario, context.language()));
    printed = jsonText(json);
  } else {
    printed = linesText(lines, {*scenario, report, context.style, context.language()});
  }
  const auto code = context.print(printed);
  return code == ExitCode::done ? verdictExit(context, *scenario, report) : code;
}

}  // namespace shardscope::cli
