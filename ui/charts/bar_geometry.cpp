// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bar_geometry.hpp"

#include <algorithm>
#include <cmath>

namespace shardscope::ui {

std::vector<RowSlot> rowSlots(int count, double top, double bottom, const RowRule& rule) {
  std::vector<RowSlot> rows;
  if (count <= 0) return rows;
  const double weights = rule.firstWeight + count - 1;
  const double room = std::max(0.0, bottom - top);
  const double pitch = std::min(room / weights, rule.maxPitch);
  const double bar = std::min(pitch * rule.fill, rule.maxBar);
  double y = top + (room - pitch * weights) / 2;
  for (int i = 0; i < count; ++i) {
    const double weight = i == 0 ? rule.firstWeight : 1;
    // A thick row takes its surplus as bar, not as gap.
    rows.push_back({y + pitch * weight / 2, bar + pitch * (weight - 1)});
    y += pitch * weight;
  }
  return rows;
}

std::vector<bool> labelledRows(const std::vector<RowSlot>& rows, double distance, const std::vector<int>& important) {
  std::vector<bool> labelled(rows.size(), false);
  const auto isFree = [&](std::size_t candidate) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (labelled[i] && std::abs(rows[i].middle - rows[candidate].middle) < distance) return false;
    return true;
  };
  for (int row : important)
    if (row >= 0 && static_cast<std::size_t>(row) < rows.size() && isFree(static_cast<std::size_t>(row)))
      labelled[static_cast<std::size_t>(row)] = true;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!labelled[i] && isFree(i)) labelled[i] = true;
  return labelled;
}

double niceStep(double range, double wanted) {
  if (!(range > 0) || !std::isfinite(range)) return 1;
  const double raw = range / std::max(1.0, wanted);
  const double power = std::pow(10, std::floor(std::log10(raw)));
  const double lead = raw / power;  // 1 to 10; the limits are the geometric means of the steps
  return power * (lead < 1.415 ? 1 : lead < 3.163 ? 2 : lead < 7.072 ? 5 : 10);
}

int decimalsOf(double step) {
  return step >= 1 || !(step > 0) ? 0 : std::min(9, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
}

double axisUpper(double largest, double limit) {
  const double headroom = 1.11;
  const double fromLimit = limit * headroom;
  const double fromBar = largest * 1.06;
  if (fromBar <= fromLimit && fromLimit > 0) return fromLimit;
  if (!(largest > 0) || !std::isfinite(largest)) return 1;
  const double quantum = niceStep(fromBar, 5) / 4;
  return std::ceil(fromBar / quantum) * quantum;
}

double RangeHold::update(double wanted) {
  upper_ = held_ ? std::max(upper_, wanted) : wanted;
  return upper_;
}

}  // namespace shardscope::ui
