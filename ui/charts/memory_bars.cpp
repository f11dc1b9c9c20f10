// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "ui/charts/memory_chart.hpp"

namespace shardscope::ui {
namespace {

constexpr std::size_t kMergeAbove = 16;  // stages

double& part(MemoryBar& bar, MemoryPart which) { return bar.parts[static_cast<std::size_t>(which)]; }

MemoryBar barOf(const MemoryReport& memory, std::size_t stage) {
  const StageMemory& s = memory.stages[stage];
  MemoryBar bar;
  bar.firstStage = bar.lastStage = bar.drawnStage = static_cast<std::int64_t>(stage);
  part(bar, MemoryPart::parameters) = inGib(s.parameters);
  part(bar, MemoryPart::gradients) = inGib(s.gradients);
  part(bar, MemoryPart::optimizer) = inGib(s.optimizer);
  part(bar, MemoryPart::activations) = inGib(s.activations);
  part(bar, MemoryPart::temporary) = inGib(s.logits + s.transient);
  part(bar, MemoryPart::buffers) = inGib(s.buffers);
  part(bar, MemoryPart::overhead) = inGib(s.overhead);
  bar.total = inGib(s.total);
  bar.overCapacity = std::max(0.0, inGib(s.total - memory.capacity));
  bar.overFitLimit = s.total > memory.fitLimit;
  bar.fullest = static_cast<std::int64_t>(stage) == memory.peakStage;
  return bar;
}

// Fullest and last always stay alone.
bool mayMerge(const MemoryBar& a, const MemoryBar& b, std::int64_t lastStage) {
  return !a.fullest && !b.fullest && a.lastStage != lastStage && b.lastStage != lastStage;
}

// `a` and its right neighbour as one; the fuller one is drawn.
MemoryBar merged(const MemoryBar& a, const MemoryBar& b) {
  MemoryBar bar = b.total > a.total ? b : a;
  bar.approximate = a.approximate || b.approximate || a.parts != b.parts;
  bar.firstStage = a.firstStage;
  bar.lastStage = b.lastStage;
  return bar;
}

}  // namespace

std::vector<MemoryBar> memoryBars(const MemoryReport& memory) {
  std::vector<MemoryBar> bars;
  bars.reserve(memory.stages.size());
  const bool merge = memory.stages.size() > kMergeAbove;
  const std::int64_t lastStage = static_cast<std::int64_t>(memory.stages.size()) - 1;
  for (std::size_t stage = 0; stage < memory.stages.size(); ++stage) {
    const MemoryBar bar = barOf(memory, stage);
    if (merge && !bars.empty() && mayMerge(bars.back(), bar, lastStage) && bars.back().parts == bar.parts &&
        bars.back().total == bar.total)
      bars.back().lastStage = bar.lastStage;
    else
      bars.push_back(bar);
  }
  return bars;
}

std::vector<MemoryBar> condensed(std::vector<MemoryBar> bars, std::size_t most) {
  if (bars.empty()) return bars;
  const std::int64_t lastStage = bars.back().lastStage;
  while (bars.size() > std::max<std::size_t>(most, 1)) {
    std::size_t closest = bars.size();
    for (std::size_t i = 0; i + 1 < bars.size(); ++i) {
      if (!mayMerge(bars[i], bars[i + 1], lastStage)) continue;
      const auto difference = [&](std::size_t k) { return std::abs(bars[k].total - bars[k + 1].total); };
      if (closest == bars.size() || difference(i) < difference(closest)) closest = i;
    }
    if (closest == bars.size()) break;  // only bars that must stay are left
    bars[closest] = merged(bars[closest], bars[closest + 1]);
    bars.erase(bars.begin() + static_cast<std::ptrdiff_t>(closest) + 1);
  }
  return bars;
}

}  // namespace shardscope::ui
