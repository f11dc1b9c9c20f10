// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Arithmetic of horizontal bars, without a GUI: where rows go, which rows get text, nice ticks, a steady axis.

#include <vector>

namespace shardscope::ui {

struct RowSlot {
  double middle = 0, height = 0;  // logical pixels; height of the bar itself
  bool operator==(const RowSlot&) const = default;
};

struct RowRule {
  double firstWeight = 1;  // the first row may be thicker than the others
  double maxBar = 28;      // of a row of weight 1
  double maxPitch = 40;    // distance of two rows of weight 1
  double fill = 0.76;      // bar height ÷ pitch
};

// `count` rows between top and bottom; spare room is left around the block, rows shrink when there is too little.
std::vector<RowSlot> rowSlots(int count, double top, double bottom, const RowRule& rule);

// Which rows may carry text at least `distance` apart. `important` rows (in order of importance) come first.
std::vector<bool> labelledRows(const std::vector<RowSlot>& rows, double distance, const std::vector<int>& important);

// 1, 2 or 5 × 10^k, whichever comes closest to `wanted` steps in `range`.
double niceStep(double range, double wanted);
int decimalsOf(double step);  // digits after the point that a multiple of `step` needs

// End of an axis that shows `largest` and the line at `limit`: the limit decides as long as the bar stays near it,
// above that the end moves in quarter steps so that small changes do not shift the bars.
double axisUpper(double largest, double limit);

// Axis end during a drag: grows at once, shrinks on release.
class RangeHold {
 public:
  void hold(bool on) { held_ = on; }
  double update(double wanted);

 private:
  bool held_ = false;
  double upper_ = 0;
};

}  // namespace shardscope::ui
