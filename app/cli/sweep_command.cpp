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
#include "app/cli/sweep_text.hpp"
#include "app/cli/whole_number.hpp"
#include "core/io/file.hpp"
#include "core/io/sweep_table.hpp"
#include "core/rules/range_rule.hpp"
#include "core/rules/rules.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

constexpr std::size_t kDefaultTop = 20, kMostTop = 100'000;
constexpr unsigned kMostThreads = 256;

struct Request {
  SweepSpace space;
  SweepOptions options;
};

std::vector<std::string> splitAtCommas(const std::string& list) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (true) {
    const auto comma = list.find(',', start);
    parts.push_back(list.substr(start, comma - start));
    if (comma == std::string::npos) return parts;
    start = comma + 1;
  }
}

std::string allAxisNames() {
  std::string names = "dp";
  for (const auto name : EnumWords<Dim>::words) names += ", " + std::string(name);
  return names;
}

template <class E>
std::string allWords() {
  std::string names;
  for (const auto name : EnumWords<E>::words) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

// Reads the options of the command; the first that is not possible is told in `problem`.
class Reader {
 public:
  Reader(const Options& options, const Scenario& scenario) : options_(options), scenario_(scenario) {}

  Request request() {
    Request request{space(), {}};
    auto& wanted = request.options;
    wanted.top = number("--top", options_.top, 1, kMostTop, kDefaultTop);
    wanted.threads = static_cast<unsigned>(number("--threads", options_.threads, 1, kMostThreads, 0));
    wanted.keepInfeasible = options_.keepInfeasible;
    if (!options_.metric.empty()) {
      const auto metric = fromWord<Metric>(options_.metric);
      if (!metric) refuse("--metric", options_.metric, allWords<Metric>());
      wanted.metric = metric.value_or(Metric::mfu);
    }
    readAxes(request);
    return request;
  }
  const std::string& problem() const { return problem_; }

 private:
  SweepSpace space() {
    if (options_.vary.empty()) return fullSpace(scenario_);
    auto space = fixedSpace(scenario_);
    for (const auto& name : splitAtCommas(options_.vary)) {
      const auto axis = axis_("--vary", name);
      if (!axis) continue;
      free(space, *axis);
      named_.push_back(*axis);
    }
    return space;
  }

  static void free(SweepSpace& space, SweepAxis axis) {
    if (axis.isDp())
      space.dp.reset();
    else
      freeDim(space, axis.dim);
  }

  bool isNamed(SweepAxis axis) const {
    const bool byDefault = options_.vary.empty() && axis.dim >= Dim::tp;
    return byDefault || std::find(named_.begin(), named_.end(), axis) != named_.end();
  }

  // A dimension that is to be an axis is free.
  void readAxes(Request& request) {
    const auto names = splitAtCommas(options_.axes.empty() ? "pp,tp" : options_.axes);
    if (names.size() != 2 || names[0] == names[1]) return refuse("--axes", options_.axes, "X,Y");
    const auto x = axis_("--axes", names[0]), y = axis_("--axes", names[1]);
    if (!x || !y) return;
    request.options.x = *x;
    request.options.y = *y;
    if (options_.axes.empty()) return;
    for (const auto& axis : {*x, *y})
      if (!isNamed(axis)) free(request.space, axis);
  }

  std::optional<SweepAxis> axis_(const char* option, const std::string& name) {
    const auto axis = axisNamed(name);
    if (!axis) refuse(option, name, allAxisNames());
    return axis;
  }

  std::size_t number(const char* option, const std::string& text, std::size_t least, std::size_t greatest,
                     std::size_t otherwise) {
    if (text.empty()) return otherwise;
    const auto value = wholeNumber(text, least, greatest);
    if (!value && problem_.empty()) problem_ = notAWholeNumber(option, text, least, greatest, options_.language);
    return value.value_or(otherwise);
  }

  void refuse(const char* option, const std::string& found, const std::string& allowed) {
    if (problem_.empty())
      problem_ =
          text("cli-usage-list", options_.language, {{"option", option}, {"found", found}, {"allowed", allowed}});
  }

  const Options& options_;
  const Scenario& scenario_;
  std::vector<SweepAxis> named_;  // by --vary
  std::string problem_;
};

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

SweepResult swept(Context& context, const Request& request) {
  Progress progress(context);
  return runSweep(request.space, request.options, {}, [&](const SweepResult& result) { progress.show(result); });
}

}  // namespace

ExitCode runSweepCommand(Context& context) {
  const auto scenario = loadOrExplain(context);
  if (!scenario) return ExitCode::badInput;
  Reader reader(context.options, *scenario);
  const auto request = reader.request();
  if (!reader.problem().empty()) return context.fail(ExitCode::badUsage, reader.problem());
  const auto language = context.language();
  if (const auto issue = obstacle(request.space))
    return context.fail(ExitCode::invalid, text("cli-invalid-first", language,
                                                {{"rule", std::string(ruleName(issue->rule))},
                                                 {"message", message(*issue, *scenario, language)}}));

  const auto result = swept(context, request);
  const auto& rows = context.options.pareto ? result.front : result.top;
  if (!context.options.csv.empty()) {
    const auto written = replaceFile(context.options.csv, sweepCsv(request.space, rows, result.front), Pipes::use);
    if (!written) return context.fail(ExitCode::cannotWrite, written.error());
  }
  return context.print(context.options.json ? jsonText(sweepJson(*scenario, request.space, request.options, result))
                                            : sweepText({*scenario, request.space, request.options, result, rows,
                                                         context.options.pareto, context.style, language}));
}

}  // namespace shardscope::cli
