// SPDX-License-Identifier: Apache-2.0
#pragma once
// Complete enumeration of a space: every configuration is judged by the rules and, if legal, priced in full. Nothing is
// sampled or pruned by a guess. The result does not depend on the number of threads.

#include <functional>
#include <stop_token>

#include "core/sweep/tally.hpp"

namespace shardscope {

// An axis of the map: a dimension of the space, or the data-parallel degree that follows.
struct SweepAxis {
  Dim dim = Dim::count;  // count: dp
  bool isDp() const { return dim == Dim::count; }
  bool operator==(const SweepAxis&) const = default;
};

struct SweepOptions {
  Metric metric = Metric::mfu;
  std::size_t top = 50;
  std::optional<SweepAxis> x, y;      // both or none
  bool keepInfeasible = false;        // also ranks what does not fit
  unsigned threads = 0;               // 0: one per processor
  std::optional<SweepRow> reference;  // whose rank is wanted: rowOf()
};

struct SweepResult {
  SweepCounts counts;
  std::uint64_t total = 0;  // configurations of the space; counts.tried reaches it unless the sweep was stopped
  std::vector<SweepRow> top, front;
  std::vector<std::int64_t> xs, ys;  // of the map, ascending
  std::vector<SweepCell> cells;      // row-major: cells[iy · xs.size() + ix]; empty without axes
  SweepCloud cloud;
  std::optional<SweepRow> nearestMiss;  // what does not fit and lacks least memory
  // Rank of the reference − 1, equal results merged as in `top`; DistinctResults::kMost: that many or more.
  std::uint64_t betterThanReference = 0;
  double seconds = 0;  // so far
  bool complete = false;
};

// Runs on this thread and options.threads − 1 more, which end before it returns. `progress` gets what is known so far,
// on this thread, about every 30 ms; `stop` ends the sweep within a few thousand configurations.
// Precondition: base has no number out of its range (rule R-1 names no field).
SweepResult runSweep(const SweepSpace& space, const SweepOptions& options, std::stop_token stop = {},
                     const std::function<void(const SweepResult&)>& progress = {});

// Values of an axis, ascending.
std::vector<std::int64_t> axisValues(const SweepSpace& space, SweepAxis axis);

}  // namespace shardscope
