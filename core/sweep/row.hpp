// SPDX-License-Identifier: Apache-2.0
#pragma once
// One configuration of a sweep with the figures it is ranked by, and the order of ranks.

#include "core/sweep/metric.hpp"
#include "core/sweep/space.hpp"

namespace shardscope {

struct SweepRow {
  std::array<std::uint16_t, kDims> choice{};  // index into space.values, per dimension
  Verdict verdict = Verdict::invalid;
  double value = 0;   // of the metric
  double step = 0;    // seconds
  double tokens = 0;  // per second
  double mfu = 0, bubble = 0;
  std::int64_t peak = 0;  // bytes of the fullest stage
  std::int64_t dp = 0, microBatches = 0;
  bool operator==(const SweepRow&) const = default;
};

// The configuration itself: everything that does not vary as in space.base, dp written where it is written there.
Scenario scenarioOf(const SweepSpace& space, const SweepRow& row);
// From `now`, a scenario of the same model and device, to it: the keys that change, complete.
Edit editOf(const Scenario& now, const SweepSpace& space, const SweepRow& row);
// The row of a scenario with figures; none if a value of it is not in the space.
std::optional<SweepRow> rowOf(const SweepSpace& space, const Scenario& scenario, const Report& report, Metric metric);
// The figures of a row; its choice stays.
void fillRow(SweepRow& row, const Scenario& scenario, const Report& report, Metric metric);
std::int64_t valueOf(const SweepSpace& space, const SweepRow& row, Dim dim);

// Total order, best first: what fits before what is tight before what does not fit; then the metric; then, as in
// cost-model §9, fewer parallel dimensions, smaller tp, smaller pp, more micro-batches, less recompute; then place in
// the enumeration.
class RankOrder {
 public:
  RankOrder(const SweepSpace& space, Metric metric) : space_(&space), smallerIsBetter_(smallerIsBetter(metric)) {}
  bool isBetter(const SweepRow& a, const SweepRow& b) const;
  // Nothing to choose between them but the recipe: same verdict, metric, step time, peak and bubble.
  static bool isEqual(const SweepRow& a, const SweepRow& b);

 private:
  bool isSimpler(const SweepRow& a, const SweepRow& b) const;

  const SweepSpace* space_;
  bool smallerIsBetter_;
};

}  // namespace shardscope
