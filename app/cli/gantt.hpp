// SPDX-License-Identifier: Apache-2.0
#pragma once
// A timeline as rows of letters: F, B and W in upper case for the first chunk of a stage and in lower case for later
// ones, a dot where the stage is idle.

#include <string>
#include <vector>

#include "app/cli/style.hpp"
#include "core/simulate/timeline.hpp"

namespace shardscope::cli {

struct GanttWindow {
  double begin = 0, end = 0;  // seconds
};

// What to show in `columns` columns: the whole step if a column is no longer than the shortest forward, else its
// begin and its end, each long enough for the first micro-batch to come back to the first stage.
std::vector<GanttWindow> ganttWindows(const Timeline& timeline, int columns);

// The letter that takes most of each column's time.
std::string ganttRow(std::span<const Block> blocks, GanttWindow window, int columns, const Style& style);

}  // namespace shardscope::cli
