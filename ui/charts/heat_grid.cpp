// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heat_grid.hpp"

#include <algorithm>
#include <cmath>

namespace shardscope::ui {
namespace {

// Linear interpolation between the order statistics (the definition of spreadsheets' PERCENTILE.INC).
double percentile(const std::vector<double>& sorted, double share) {
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (position - static_cast<double>(below));
}

}  // namespace

bool isFeasible(const HeatCell& cell) { return runs(cell.verdict) && std::isfinite(cell.value); }

double HeatScale::benefit(double value) const {
  if (!(high > low)) return 1;  // all equal: all are the best
  const double share = std::clamp((value - low) / (high - low), 0.0, 1.0);
  return smallerIsBetter ? 1 - share : share;
}

HeatScale heatScale(const HeatGrid& grid) {
  HeatScale scale;
  scale.smallerIsBetter = smallerIsBetter(grid.metric);
  std::vector<double> values;
  for (const HeatCell& cell : grid.cells)
    if (isFeasible(cell)) values.push_back(cell.value);
  if (values.empty()) return scale;
  std::sort(values.begin(), values.end());
  scale.low = percentile(values, 0.02);
  scale.high = percentile(values, 0.98);
  scale.clipsLow = values.front() < scale.low;
  scale.clipsHigh = values.back() > scale.high;
  return scale;
}

}  // namespace shardscope::ui
