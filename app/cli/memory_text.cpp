// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "app/cli/report_text.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

constexpr std::size_t kMostRows = 16;
constexpr int kShortestBar = 4, kLongestBar = 16, kIndent = 2, kGap = 1;

struct StageRun {
  std::size_t first = 0, last = 0;  // inclusive
};

// One row per stage; above kMostRows stages, equal neighbours share one. The fullest and the last always stand alone.
std::vector<StageRun> rowsOf(const MemoryReport& memory) {
  const auto& stages = memory.stages;
  const auto peak = static_cast<std::size_t>(memory.peakStage);
  const auto standsAlone = [&](std::size_t i) { return i == peak || i + 1 == stages.size(); };
  std::vector<StageRun> runs;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const bool joins =
        stages.size() > kMostRows && i > 0 && stages[i] == stages[i - 1] && !standsAlone(i) && !standsAlone(i - 1);
    if (joins)
      runs.back().last = i;
    else
      runs.push_back({i, i});
  }
  return runs;
}

std::string runName(const StageRun& run, std::size_t peak) {
  if (run.first != run.last) return fmt::format("{}–{} ×{}", run.first, run.last, run.last - run.first + 1);
  return fmt::format("{}{}", run.first, run.first == peak ? "*" : "");
}

std::vector<std::string> headings(Language language) {
  std::vector<std::string> names;
  for (const char* id : {"cli-stage", "cli-layers", "cli-memory-parameters", "cli-memory-gradients",
                         "cli-memory-optimizer", "cli-memory-activations", "cli-memory-logits", "cli-memory-transient",
                         "cli-memory-buffers", "cli-memory-overhead", "cli-memory-total", "cli-memory-share"})
    names.push_back(text(id, language));
  return names;
}

Tone toneOf(const StageMemory& stage, const MemoryReport& memory) {
  if (stage.total > memory.capacity) return Tone::bad;
  return stage.total > memory.fitLimit ? Tone::caution : Tone::plain;
}

std::vector<std::string> cellsOf(const StageRun& run, const MemoryReport& memory, const Style& style) {
  const auto& stage = memory.stages[run.first];
  const int decimals = inGib(memory.peak) < 10 ? 2 : 1;
  std::vector<std::string> cells = {runName(run, static_cast<std::size_t>(memory.peakStage)),
                                    std::to_string(stage.layers)};
  for (const Bytes part : {stage.parameters, stage.gradients, stage.optimizer, stage.activations, stage.logits,
                           stage.transient, stage.buffers, stage.overhead})
    cells.push_back(gib(part, decimals));
  cells.push_back(painted(gib(stage.total, decimals), toneOf(stage, memory), style));
  cells.push_back(percent(ratio(stage.total, memory.capacity)));
  return cells;
}

// Bars against the capacity in what is left of the line; none where too little is left.
void addBars(TextTable& table, const std::vector<StageRun>& runs, const MemoryReport& memory, const Style& style) {
  const int width = std::min(kLongestBar, style.width - kIndent - table.width(kGap) - kGap);
  if (width < kShortestBar) return;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto& stage = memory.stages[runs[i].first];
    table.append(i + 1, painted(bar(ratio(stage.total, memory.capacity), width, style), toneOf(stage, memory), style));
  }
}

}  // namespace

std::string memoryText(const ReportView& view) {
  const auto& memory = view.report.memory;
  if (memory.stages.empty()) return {};
  std::vector<Align> aligns(13, Align::right);
  aligns.front() = aligns.back() = Align::left;
  TextTable table(aligns);
  table.add(headings(view.language));
  const auto runs = rowsOf(memory);
  for (const auto& run : runs) table.add(cellsOf(run, memory, view.style));
  addBars(table, runs, memory, view.style);
  return labelled(view, "cli-label-memory",
                  text("cli-memory-caption", view.language,
                       {{"capacity", gib(memory.capacity)}, {"limit", gib(memory.fitLimit)}})) +
         table.render(kIndent, kGap) +
         paragraph("  ", painted(text("cli-memory-legend", view.language), Tone::dim, view.style), view.style.width);
}

}  // namespace shardscope::cli
