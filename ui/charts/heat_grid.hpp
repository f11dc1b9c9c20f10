// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a heatmap shows, without its texts, and the range of its colours.

#include <cstdint>
#include <vector>

#include "core/cost/throughput.hpp"
#include "core/report/report.hpp"
#include "core/sweep/metric.hpp"

namespace shardscope::ui {

enum class HeatAge : std::uint8_t {
  now,
  old,     // of an earlier sweep: 40 % opacity
  pending  // not known yet: blank
};

struct HeatCell {
  std::int64_t x = 0, y = 0;           // values on the axes
  Verdict verdict = Verdict::invalid;  // of the best configuration; invalid: every one breaks a rule
  HeatAge age = HeatAge::now;
  double value = 0, mfu = 0;  // of the best; meaningless unless it runs
  bool offLock = false;       // not where the user locked an axis: applying it asks first
  bool operator==(const HeatCell&) const = default;
};

struct HeatGrid {
  Metric metric = Metric::mfu;
  std::vector<std::int64_t> xs, ys;  // ascending
  std::vector<HeatCell> cells;       // row-major: cells[iy · xs.size() + ix]
  int best = -1, current = -1;       // indices into cells; -1 = none
  double lowMfu = kLowMfu;           // below it a cell carries the mark
  bool operator==(const HeatGrid&) const = default;
};

bool isFeasible(const HeatCell& cell);  // fits or tight, with a finite value

// Colour range of a map: 2nd to 98th percentile of the feasible cells.
struct HeatScale {
  double low = 0, high = 0;  // in units of the metric, low < high unless all cells are equal
  bool smallerIsBetter = false;
  bool clipsLow = false, clipsHigh = false;  // cells beyond the ends exist: "≤", "≥" on the scale
  double benefit(double value) const;        // 0 = worst, 1 = best
};
HeatScale heatScale(const HeatGrid& grid);

}  // namespace shardscope::ui
