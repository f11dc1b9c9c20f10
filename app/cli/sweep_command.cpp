// SPDX-License-Identifier: Apache-2.0
// sweep FILE: every configuration of a space, ranked.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/input.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "app/cli/sweep_request.hpp"
#include "app/cli/sweep_text.hpp"
#include "core/io/file.hpp"
#include "core/io/sweep_table.hpp"
#include "core/rules/range_rule.hpp"
#include "core/rules/rules.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

// A number out of its range, or a model that contradicts itself: no layout mends that.
std::optional<Issue> obstacle(const SweepSpace& space) {
  std::vector<Issue> issues;
  check(space.base, issues);
  for (const auto& issue : issues)
    if (issue.rule == RuleId::R1 && !dependsOnLayout(rangeReason(issue))) return issue;
  return std::nullopt;
}

// One line on a terminal, overwritten in place.
class Progress {
 public:
  explicit Progress(Context& context) : context_(context), shown_(::isatty(2) == 1) {}
  ~Progress() {
    if (lastWidth_ > 0) write("\r" + std::string(static_cast<std::size_t>(lastWidth_), ' ') + "\r");
  }
  void show(const SweepResult& result) {
    if (!shown_ || result.total == 0) return;
    const auto line =
        text("cli-sweep-progress", context_.language(),
             {{"percent", percent(static_cast<double>(result.counts.tried) / static_cast<double>(result.total))},
              {"total", count(static_cast<double>(result.total))}});
    lastWidth_ = std::max(lastWidth_, displayWidth(line));
    write("\r" + padRight(line, lastWidth_));
  }

 private:
  void write(const std::string& text) {
    context_.err.write(text);
    context_.err.flush();
  }
  Context& context_;
  bool shown_;
  int lastWidth_ = 0;
};

SweepResult swept(Context& context, const SweepRequest& request) {
  Progress progress(context);
  return runSweep(request.space, request.options, {}, [&](const SweepResult& result) { progress.show(result); });
}

// What a scenario says and its sweep does not keep.
void noteDropped(Context& context, const Scenario& scenario, const SweepSpace& space) {
  if (!scenario.parallel.stageLayers.empty() && space.base.parallel.stageLayers.empty())
    context.note(context.say("cli-sweep-stages-dropped"));
}

ExitCode writeCsv(Context& context, const std::string& csv) {
  const auto written = replaceFile(context.options.csv, csv, Pipes::use);
  return written ? ExitCode::done : context.fail(ExitCode::cannotWrite, written.error());
}

}  // namespace

ExitCode runSweepCommand(Context& context) {
  const auto scenario = loadOrExplain(context);
  if (!scenario) return ExitCode::badInput;
  const auto& options = context.options;
  const auto language = context.language();
  const bool csvOnly = options.csv == "-";
  SweepRequestReader reader(options, *scenario);
  const auto request = reader.request();
  if (!reader.problem().empty()) return context.fail(ExitCode::badUsage, reader.problem());
  if (csvOnly && options.json)
    return context.fail(ExitCode::badUsage,
                        text("cli-usage-exclusive", language, {{"one", "--json"}, {"other", "--csv -"}}));
  if (const auto issue = obstacle(request.space))
    return context.fail(ExitCode::invalid, text("cli-invalid-first", language,
                                                {{"rule", std::string(ruleName(issue->rule))},
                                                 {"message", message(*issue, *scenario, language)}}));
  noteDropped(context, *scenario, request.space);

  const auto result = swept(context, request);
  const SweepStory story{*scenario, request.space, request.options, result, request.listed, language};
  const auto rows = options.pareto ? std::span<const SweepRow>(result.front) : story.listed();
  const auto csv = options.csv.empty() ? std::string() : sweepCsv(request.space, rows, result.front);
  if (csvOnly) return context.print(csv);
  if (!csv.empty())
    if (const auto code = writeCsv(context, csv); code != ExitCode::done) return code;
  return context.print(options.json ? jsonText(sweepJson(story))
                                    : sweepText({story, rows, options.pareto, context.style}));
}

}  // namespace shardscope::cli
