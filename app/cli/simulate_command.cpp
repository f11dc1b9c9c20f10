// SPDX-License-Identifier: Apache-2.0
// simulate FILE: the timeline of one training step, block by block.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/input.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/numbers.hpp"
#include "app/cli/timeline_text.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/report_json.hpp"
#include "core/io/timeline_writer.hpp"
#include "core/simulate/simulate.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

// Verdict and issues, as `evaluate` shows them; CSV has no place for them.
ExitCode printInvalid(Context& context, const ReportView& view) {
  ExitCode printed = ExitCode::done;
  if (context.options.json) {
    nlohmann::ordered_json json;
    json["verdict"] = word(view.report.verdict);
    json["issues"] = issuesJson(view.scenario, view.report.issues, view.language);
    printed = context.print(jsonText(json));
  } else if (!context.options.asCsv) {
    printed = context.print(reportText(view));
  }
  return printed == ExitCode::done ? verdictExit(context, view.scenario, view.report) : printed;
}

ExitCode failed(Context& context, const SimulationFailure& failure) {
  if (failure.error == SimulationError::deadlock)
    return context.fail(ExitCode::invalid, context.say("cli-simulate-deadlock"));
  return context.fail(ExitCode::invalid,
                      text("cli-simulate-too-many", context.language(),
                           {{"blocks", grouped(static_cast<std::int64_t>(std::min(failure.blocks, 0x1p62)))},
                            {"limit", grouped(SimulationOptions{}.maxBlocks)}}));
}

ExitCode printTimeline(Context& context, const ReportView& view, const Timeline& timeline) {
  const auto sink = [&context](std::string_view piece) { return context.out.write(piece); };
  if (context.options.json)
    writeTimelineJson(view.report, timeline, sink);
  else if (context.options.asCsv)
    writeTimelineCsv(timeline, sink);
  else
    context.out.write(timelineText(view, timeline));
  return context.finishOutput();
}

}  // namespace

ExitCode runSimulate(Context& context) {
  const auto scenario = loadOrExplain(context);
  if (!scenario) return ExitCode::badInput;
  const auto report = evaluate(*scenario);
  const ReportView view{*scenario, report, context.style, context.language()};
  if (report.verdict == Verdict::invalid) return printInvalid(context, view);
  const auto timeline = simulate(*scenario, report);
  if (!timeline) return failed(context, timeline.error());
  if (report.verdict == Verdict::doesNotFit) context.note(context.say("cli-simulate-does-not-fit"));
  return printTimeline(context, view, *timeline);
}

}  // namespace shardscope::cli
