// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/stop_track.hpp"

#include <algorithm>
#include <cmath>

namespace shardscope::ui {
namespace {

int size(const std::vector<SliderStop>& stops) { return static_cast<int>(stops.size()); }
const SliderStop& at(const std::vector<SliderStop>& stops, int index) { return stops[static_cast<std::size_t>(index)]; }

}  // namespace

double StopTrack::spacing() const { return count > 1 ? (right - left) / (count - 1) : right - left; }

double StopTrack::position(int index) const {
  return count > 1 ? std::round(left + spacing() * index) : std::round((left + right) / 2);
}

int StopTrack::nearest(double x) const {
  if (count <= 1) return count - 1;
  return std::clamp(static_cast<int>(std::lround((x - left) / spacing())), 0, count - 1);
}

bool isLegal(const SliderStop& stop) { return stop.state != StopState::invalid; }

int nextLegal(const std::vector<SliderStop>& stops, int from, int direction) {
  for (int i = from + direction; i >= 0 && i < size(stops); i += direction) {
    if (isLegal(at(stops, i))) return i;
  }
  return from;
}

int firstLegal(const std::vector<SliderStop>& stops) { return nextLegal(stops, -1, 1); }

int lastLegal(const std::vector<SliderStop>& stops) {
  const int found = nextLegal(stops, size(stops), -1);
  return found == size(stops) ? -1 : found;
}

int draggedTo(const StopTrack& track, const std::vector<SliderStop>& stops, int from, double x, DragReach reach) {
  const int direction = x >= track.position(from) ? 1 : -1;
  int reached = from;
  for (int i = from + direction; i >= 0 && i < size(stops); i += direction) {
    if (!reach.throughInvalid && !isLegal(at(stops, i))) continue;
    const double gap = std::abs(track.position(i) - track.position(reached));
    const double caughtAt = std::min(reach.magnet, gap / 2);  // close stops: the nearer one
    if (direction * (x - track.position(i)) < -caughtAt) break;
    reached = i;
  }
  return reached;
}

}  // namespace shardscope::ui
