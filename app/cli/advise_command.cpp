// SPDX-License-Identifier: Apache-2.0
// advise FILE: the decision procedure step by step, the plan it recommends beside the best of a sweep and FSDP alone,
// and ranked moves.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/input.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "app/cli/whole_number.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/advice_json.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/recipe.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

constexpr std::size_t kMoves = 10;

struct Page {
  const Scenario& scenario;
  const Advice& advice;
  const Plan& recommended;
  const Comparison& comparison;
  const std::vector<AdviceMove>& moves;
  const Style& style;
  Language language;

  std::string say(std::string_view id, std::initializer_list<MessageArg> args = {}) const {
    return text(id, language, args);
  }

  Tone toneOf(AdviceVerdict verdict) const {
    switch (verdict) {
      case AdviceVerdict::yes: return Tone::good;
      case AdviceVerdict::warn: return Tone::caution;
      case AdviceVerdict::no: return Tone::bad;
      case AdviceVerdict::skip: break;
    }
    return Tone::dim;
  }

  std::string verdictText(AdviceVerdict verdict) const {
    return painted(padRight(say("cli-advice-" + std::string(word(verdict))), verdictWidth()), toneOf(verdict), style);
  }

  std::string alternativeText(const Edit& edit) const {
    return paragraph(std::string(static_cast<std::size_t>(7 + verdictWidth()), ' '),
                     say("cli-advice-alternative", {{"edit", editText(edit)}}), style.width);
  }

  int verdictWidth() const {
    int width = 0;
    for (const auto verdict : EnumWords<AdviceVerdict>::words)
      width = std::max(width, displayWidth(say("cli-advice-" + std::string(verdict))));
    return width;
  }

  // `repeated`: the question stands above.
  std::string partText(const AdvicePart& part, const std::string& label, bool repeated = false) const {
    const std::string first = "  " + padRight(label, 3) + verdictText(part.verdict) + "  ";
    if (repeated) return paragraph(first, adviceTest(part, language), style.width);
    return paragraph(first, adviceQuestion(part, language), style.width) +
           paragraph(std::string(static_cast<std::size_t>(7 + verdictWidth()), ' '), adviceTest(part, language),
                     style.width);
  }

  std::string steps() const {
    std::vector<const AdviceStep*> ordered;
    for (const auto& step : advice.steps) ordered.push_back(&step);
    std::sort(ordered.begin(), ordered.end(), [](const auto* a, const auto* b) { return a->order < b->order; });
    std::string page;
    for (const auto* step : ordered) {
      for (std::size_t i = 0; i < step->parts.size(); ++i)
        page += partText(step->parts[i], i == 0 ? std::to_string(step->step) : "",
                         i > 0 && step->parts[i].id == step->parts[i - 1].id);
      if (step->alternative) page += alternativeText(*step->alternative);
    }
    const std::string answer = advice.feasible ? "cli-advice-answer" : "cli-advice-no-answer";
    return page + paragraph("  ", say(answer, {{"step", std::to_string(advice.answeredBy)}}), style.width);
  }

  void addPlan(TextTable& table, std::string_view id, const Plan& plan) const {
    const auto& report = plan.report;
    const bool priced = report.verdict != Verdict::invalid;
    table.add({say(id), recipe(plan.scenario), priced ? seconds(report.time.step.count()) : "—",
               priced ? gib(report.memory.peak) + " GiB" : "—", priced ? percent(report.throughput.mfu) : "—",
               say("cli-verdict-" + std::string(word(report.verdict)))});
  }

  std::string plans() const {
    TextTable table({Align::left, Align::left, Align::right, Align::right, Align::right, Align::left});
    addPlan(table, advice.feasible ? "cli-advice-recommended" : "cli-advice-nearest", recommended);
    if (comparison.best) addPlan(table, "cli-advice-best", *comparison.best);
    if (comparison.fsdp) addPlan(table, "cli-advice-fsdp", *comparison.fsdp);
    std::string page = table.render(2);
    if (const auto words = comparisonText(comparison, recommended, language); !words.empty())
      page += paragraph("  ", words, style.width);
    return page;
  }

  static std::string editText(const Edit& edit) {
    std::string line;
    for (const auto& [key, value] : edit)
      line += (line.empty() ? "" : ", ") + std::string(keyName(key)) + " = " + describe(value);
    return line;
  }

  static std::string signedText(double value, const std::string& magnitude) {
    return (value < 0 ? "−" : "+") + magnitude;
  }

  // What a move costs in complexity.
  std::string costText(int moreDimensions) const {
    if (moreDimensions == 0) return {};
    const auto number = std::to_string(std::abs(moreDimensions));
    return say(moreDimensions > 0 ? "cli-advice-more" : "cli-advice-fewer", {{"count", number}});
  }

  std::string movesText() const {
    std::string page;
    for (const auto& move : moves) {
      const double gibs = static_cast<double>(move.deltaPeak.count());
      const auto first = "  " + padRight(say("cli-verdict-" + std::string(word(move.verdict))), 13) +
                         padLeft(signedText(gibs, gib(Bytes(std::llabs(move.deltaPeak.count()))) + " GiB"), 12) +
                         padLeft(signedText(move.stepShare, percent(std::abs(move.stepShare))), 10) + "  ";
      page += paragraph(first, editText(move.edit) + costText(move.moreDimensions), style.width);
    }
    return page;
  }

  // DP alone, then what each further dimension adds.
  std::string contributionsText() const {
    TextTable table({Align::left, Align::left, Align::right, Align::right, Align::left});
    for (const auto& each : contributions(scenario)) {
      const bool priced = each.report.verdict != Verdict::invalid;
      const auto error = priced ? std::nullopt : firstError(each.scenario);
      const auto dimension = each.added == Key::dp ? say("cli-advice-dp-alone") : "+ " + degreeText(each);
      const double delta = each.delta ? each.delta->count() : 0;
      table.add({dimension, priced ? recipe(each.scenario) : "", priced ? seconds(each.report.time.step.count()) : "—",
                 each.delta ? signedText(delta, seconds(std::abs(delta))) : "",
                 priced ? say("cli-verdict-" + std::string(word(each.report.verdict)))
                        : say("cli-verdict-invalid") + (error ? fmt::format(" ({})", ruleName(error->rule)) : "")});
    }
    return table.render(2) + paragraph("  ", say("cli-advice-contributions-note"), style.width);
  }

  static std::string degreeText(const Contribution& each) {
    const auto& p = each.scenario.parallel;
    switch (each.added) {
      case Key::tp: return fmt::format("TP\u00a0{}", p.tp);
      case Key::pp: return fmt::format("PP\u00a0{}", p.pp);
      case Key::cp: return fmt::format("CP\u00a0{}", p.cp);
      default: return fmt::format("EP\u00a0{}", p.ep);
    }
  }

  std::string render() const {
    std::string page = say("cli-advice-steps") + "\n" + steps() + "\n" + say("cli-advice-plans") + "\n" + plans();
    std::string checks;
    for (const auto& check : advice.checks)
      if (check.verdict != AdviceVerdict::yes) checks += partText(check, "");
    if (!checks.empty()) page += "\n" + say("cli-advice-checks") + "\n" + checks;
    page += "\n" + say("cli-advice-contributions") + "\n" + contributionsText();
    if (!moves.empty()) page += "\n" + say("cli-advice-moves") + "\n" + movesText();
    return page;
  }
};

}  // namespace

ExitCode runAdvise(Context& context) {
  const auto scenario = loadOrExplain(context);
  if (!scenario) return ExitCode::badInput;
  const auto language = context.language();
  if (const auto issue = adviceObstacle(*scenario))
    return context.fail(ExitCode::invalid, text("cli-invalid-first", language,
                                                {{"rule", std::string(ruleName(issue->rule))},
                                                 {"message", message(*issue, *scenario, language)}}));
  const auto& written = context.options.worth;
  const auto worth = written.empty() ? std::optional<std::size_t>() : wholeNumber(written, 0, 100);
  if (!written.empty() && !worth)
    return context.fail(ExitCode::badUsage, notAWholeNumber("--worth", written, 0, 100, language));
  const double threshold = worth ? static_cast<double>(*worth) / 100 : kWorthThreshold;
  const auto advice = advise(*scenario);
  const auto recommended = planOf(advice.recommended);
  const auto comparison = comparePlans(*scenario, recommended, threshold);
  const auto now = evaluate(*scenario);
  std::vector<AdviceMove> moves;
  if (now.verdict != Verdict::invalid) moves = adviceMoves(*scenario, now, Locks{}, kMoves);
  if (context.options.json) {
    auto json = adviceJson(advice, recommended, comparison, moves, language);
    json["contributions"] = contributionsJson(contributions(*scenario));
    return context.print(jsonText(json));
  }
  return context.print(Page{*scenario, advice, recommended, comparison, moves, context.style, language}.render());
}

}  // namespace shardscope::cli
