// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the stops of a slider sit and which one a gesture reaches. Plain arithmetic on pixels and indices.

#include <vector>

#include "ui/controls/stop_slider.hpp"

namespace shardscope::ui {

struct StopTrack {
  double left = 0, right = 0;  // centres of the first and the last stop, pixels
  int count = 0;

  double position(int index) const;  // whole pixels, so marks stay sharp
  double spacing() const;
  int nearest(double x) const;  // -1 without stops
};

bool isLegal(const SliderStop& stop);  // valid or caution

// The next legal stop in `direction` (±1); `from` when there is none.
int nextLegal(const std::vector<SliderStop>& stops, int from, int direction);
// -1 when no stop is legal.
int firstLegal(const std::vector<SliderStop>& stops);
int lastLegal(const std::vector<SliderStop>& stops);

struct DragReach {
  double magnet = 6;            // pixels: a stop catches the pointer at this distance
  bool throughInvalid = false;  // preview: ✕ stops catch as well
};
// Where a drag stands when the pointer is at x and the handle was at `from`: every stop that the pointer passed or that
// catches it counts, so the answer does not depend on how many mouse events arrived on the way.
int draggedTo(const StopTrack& track, const std::vector<SliderStop>& stops, int from, double x, DragReach reach);

}  // namespace shardscope::ui
