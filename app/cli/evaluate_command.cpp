// SPDX-License-Identifier: Apache-2.0
// evaluate FILE: the report of one scenario, or the explanation of one of its figures.

#include "core/cost/evaluate.hpp"

#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/explain_json.hpp"
#include "app/cli/explain_text.hpp"
#include "app/cli/input.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/layout.hpp"
#include "app/cli/report_text.hpp"
#include "core/explain/explain.hpp"
#include "core/explain/words.hpp"
#include "core/io/report_json.hpp"

namespace shardscope::cli {
namespace {

ExitCode printReport(Context& context, const Scenario& scenario, const Report& report) {
  const auto language = context.language();
  return context.print(context.options.json ? jsonText(reportJson(scenario, report, language))
                                            : reportText({scenario, report, context.style, language}));
}

// An invalid scenario has issues instead of figures; a figure that it lacks, the reason why.
ExitCode printExplanation(Context& context, const Scenario& scenario, const Report& report) {
  const auto& key = context.options.explain;
  const bool json = context.options.json;
  const auto language = context.language();
  const auto explanation = explain(key, scenario, report, language);
  if (explanation)
    return context.print(json ? jsonText(explanationJson(*explanation))
                              : explanationText(*explanation, context.style, language));
  if (const auto word = explainWord(key, scenario, report, language))
    return context.print(json ? jsonText(explanationJson(*word)) : explanationText(*word, context.style, language));
  if (explanation.error() == NoFigure::invalidScenario)
    return context.print(json ? jsonText(reportJson(scenario, report, language))
                              : issuesText({scenario, report, context.style, language}));
  const auto why = noFigureText(explanation.error(), key, report, language);
  if (explanation.error() == NoFigure::unknownKey) return context.fail(ExitCode::badUsage, why);
  return context.print(json ? jsonText(noFigureJson(key, why)) : paragraph("", why, context.style.width));
}

}  // namespace

ExitCode runEvaluate(Context& context) {
  const auto scenario = loadOrExplain(context);
  if (!scenario) return ExitCode::badInput;
  const auto report = fullReport(*scenario);
  const auto printed = context.options.explain.empty() ? printReport(context, *scenario, report)
                                                       : printExplanation(context, *scenario, report);
  return printed == ExitCode::done ? verdictExit(context, *scenario, report) : printed;
}

}  // namespace shardscope::cli
