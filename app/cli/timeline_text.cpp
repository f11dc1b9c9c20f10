// SPDX-License-Identifier: Apache-2.0
#include "app/cli/timeline_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/cli/gantt.hpp"
#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

constexpr std::size_t kMostRows = 16;
constexpr int kIndent = 2;
constexpr double kRounding = 1e-9;

// Stages to show, first and last ones if there are too many; nothing stands for those left out.
std::vector<std::optional<std::size_t>> rowsOf(const Timeline& timeline) {
  const auto count = timeline.stages.size();
  std::vector<std::optional<std::size_t>> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const bool shown = count <= kMostRows || i < kMostRows / 2 || i + kMostRows / 2 >= count;
    if (shown)
      rows.emplace_back(i);
    else if (rows.back())
      rows.emplace_back(std::nullopt);
  }
  return rows;
}

// "+0.3 %"; no sign where nothing of the difference shows.
std::string signedPercent(double fraction) {
  auto size = percent(std::fabs(fraction));
  if (size == percent(0)) return size;
  return fmt::format("{}{}", fraction < 0 ? "−" : "+", size);
}

// "9.53 s simulated, 9.50 s by the closed form (+0.3 %)"
std::string comparison(const ReportView& view, std::string_view id, Seconds simulated, Seconds closed) {
  return text(id, view.language,
              {{"simulated", seconds(simulated.count())},
               {"closed", seconds(closed.count())},
               {"difference", signedPercent(ratio(simulated, closed) - 1)}});
}

std::string summary(const ReportView& view, const Timeline& t) {
  std::string pipeline = comparison(view, "cli-simulate-pipeline", t.pipeline, t.closedForm);
  if (t.pipeline != t.makespan)
    pipeline += text("cli-simulate-overlap", view.language, {{"makespan", seconds(t.makespan.count())}});
  return labelled(view, "cli-label-schedule",
                  text("cli-simulate-schedule", view.language,
                       {{"schedule", std::string(word(t.schedule))},
                        {"stages", std::to_string(t.stages.size())},
                        {"chunks", std::to_string(t.chunks)},
                        {"m", grouped(t.microBatches)},
                        {"blocks", grouped(static_cast<std::int64_t>(t.blocks.size()))},
                        {"message", seconds(t.message.count())}})) +
         labelled(view, "cli-label-pipeline", pipeline) +
         labelled(view, "cli-label-time", comparison(view, "cli-simulate-step", t.step, view.report.time.step));
}

std::string legend(const ReportView& view, const Timeline& t) {
  const bool splits = std::any_of(t.blocks.begin(), t.blocks.end(), [](const Block& block) { return block.splits; });
  std::string line = text("cli-simulate-legend", view.language, {{"idle", view.style.blocks ? "·" : "."}});
  if (splits) line += text("cli-simulate-legend-weight", view.language);
  if (t.chunks > 1) line += text("cli-simulate-legend-chunks", view.language);
  return paragraph("  ", painted(line, Tone::dim, view.style), view.style.width);
}

std::string gantt(const ReportView& view, const Timeline& t) {
  const auto rows = rowsOf(t);
  const auto digits = static_cast<int>(std::to_string(t.stages.size() - 1).size());
  const int columns = view.style.width - kIndent - digits - 1;
  const auto windows = ganttWindows(t, columns);
  std::string result;
  for (const auto& window : windows) {
    const auto* id = windows.size() == 1   ? "cli-simulate-window-whole"
                     : window.begin == 0.0 ? "cli-simulate-window-begin"
                                           : "cli-simulate-window-end";
    result += labelled(view, "cli-label-timeline",
                       text(id, view.language,
                            {{"from", seconds(window.begin)},
                             {"to", seconds(window.end)},
                             {"column", seconds((window.end - window.begin) / columns)}}));
    for (const auto& row : rows)
      result += row ? fmt::format("{:{}}{:>{}} {}\n", "", kIndent, *row, digits,
                                  ganttRow(t.blocksOf(t.stages[*row]), window, columns, view.style))
                    : fmt::format("{:{}}{}\n", "", kIndent, padLeft("…", digits));
  }
  return result + legend(view, t);
}

std::string stages(const ReportView& view, const Timeline& t) {
  TextTable table(std::vector<Align>(6, Align::right));
  std::vector<std::string> head;
  for (const char* id : {"cli-stage", "cli-simulate-busy", "cli-simulate-idle", "cli-simulate-share",
                         "cli-simulate-in-flight", "cli-simulate-peak"})
    head.push_back(text(id, view.language));
  table.add(std::move(head));
  const int decimals = inGib(view.report.memory.peak) < 10 ? 2 : 1;
  for (const auto& row : rowsOf(t)) {
    if (!row) {
      table.add({"…"});
      continue;
    }
    const auto& stage = t.stages[*row];
    // What rounding leaves of no bubble at all is none.
    const Seconds idle = t.bubble(stage) > kRounding * t.pipeline ? t.bubble(stage) : Seconds(0);
    table.add({std::to_string(*row), seconds(stage.busy.count()), seconds(idle.count()),
               percent(ratio(idle, t.pipeline)), fmt::format("{:.4g}", stage.peakInFlight), gib(stage.peak, decimals)});
  }
  return labelled(view, "cli-label-stages",
                  text("cli-simulate-stages", view.language, {{"capacity", gib(view.report.memory.capacity)}})) +
         table.render(kIndent);
}

}  // namespace

std::string timelineText(const ReportView& view, const Timeline& timeline) {
  return verdictText(view) + "\n" + summary(view, timeline) + "\n" + gantt(view, timeline) + "\n" +
         stages(view, timeline);
}

}  // namespace shardscope::cli
