// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a stop slider is drawn, apart from what it does.

#include <QRectF>
#include <vector>

#include "ui/controls/stop_track.hpp"

class QPainter;

namespace shardscope::ui {

struct StopLook {
  // Pixels at a 12 px body.
  static constexpr double kHandleWidth = 12, kHandleHeight = 18, kMargin = 10;

  StopTrack track;
  double middle = 0;     // y of the track
  QRectF handle;         // empty: none
  int current = -1;      // stop under the handle
  int highlighted = -1;  // under the pointer, or read last
  bool follower = false, available = true, hasFocus = false, handleHovered = false, pressed = false, preview = false;

  void paint(QPainter& painter, const std::vector<SliderStop>& stops) const;
};

}  // namespace shardscope::ui
