// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where everything of the memory chart goes. Fonts are needed, a plot is not.

#include "ui/charts/memory_chart.hpp"

namespace shardscope::ui {

struct MemoryLabels {
  QString total, share;  // "48.5", "61 %"; share is "+2.9 GiB" over capacity
  Mark mark = Mark::check;
  Token tone = Token::secondaryText;
};

// The two right columns of a bar. Rounding never changes a verdict.
MemoryLabels memoryLabels(const MemoryBar& bar, Bytes capacity);

// Fills `scene`; returns the bars drawn (runs, if the panel is too low for all).
std::vector<MemoryBar> layoutMemory(Scene& scene, const ChartFrame& frame, const MemoryView& view, double upper);

Bytes gibToBytes(double gib);

}  // namespace shardscope::ui
