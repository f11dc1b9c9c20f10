// SPDX-License-Identifier: Apache-2.0
#pragma once
// A two-knob map around a scenario: each cell moves both knobs (followers included) and is evaluated in full.

#include <cstdint>
#include <vector>

#include "core/report/report.hpp"
#include "core/scenario/locks.hpp"
#include "core/sweep/metric.hpp"

namespace shardscope {

struct GridCell {
  std::int64_t x = 0, y = 0;  // knob values
  Verdict verdict = Verdict::invalid;
  Edit edit;            // complete; empty when invalid
  Issue reason;         // when invalid: the first failing rule
  Bytes peak, missing;  // missing > 0: over capacity
  double value = 0;     // of the metric; meaningless when invalid
  double stepSeconds = 0, mfu = 0, bubble = 0;
  bool operator==(const GridCell&) const = default;
};

struct Grid {
  Knob xKnob = Knob::pp, yKnob = Knob::tp;
  Metric metric = Metric::memory;
  std::vector<std::int64_t> xs, ys;  // ascending
  std::vector<GridCell> cells;       // row-major: cells[iy * xs.size() + ix]
  std::int64_t best = -1;            // index of the best cell that fits (else the best tight one); -1 = none
  std::int64_t current = -1;         // index of the cell of the scenario itself; -1 = off the map
  bool operator==(const Grid&) const = default;
};

// Values on the axes: powers of two up to the GPU count (and at most 2 × the fast-link domain for tp), at most layers
// for pp, always including the current value.
Grid layoutGrid(const Scenario& scenario, const Locks& locks, Knob x, Knob y, Metric metric);

}  // namespace shardscope
