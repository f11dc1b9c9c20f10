// SPDX-License-Identifier: Apache-2.0
#pragma once
// A layout in the making, and what becomes of the scenario asked about under it. Internal to the advice.

#include <cstdint>

#include "core/advice/sizes.hpp"
#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

struct AdviceLayout {
  std::int64_t tp = 1, pp = 1, vpp = 1, cp = 1, ep = 1, zero = 1, shardGroup = 0;
  std::int64_t microBatch = 1, globalBatch = 1;
  Recompute recompute = Recompute::none;
};

class AdviceLayouts {
 public:
  AdviceLayouts(const Scenario& asked, const AdviceSizes& sizes) : asked_(asked), sizes_(sizes) {}

  // dp takes the GPUs that are left; GPUs that no whole replica can use are taken out of the cluster. The global batch
  // stays if a smaller micro-batch lets dp divide it, else it goes to the next multiple of dp; if that is above the
  // user's bound, dp goes down instead. A shard group goes to the next divisor of the ranks.
  Scenario scenarioOf(const AdviceLayout& layout) const;
  Report reportOf(const AdviceLayout& layout) const;
  // The exact peak (§3.10) in bytes; infinite for a layout that a rule forbids.
  double exactPeak(const AdviceLayout& layout) const;
  bool runs(const AdviceLayout& layout) const { return shardscope::runs(reportOf(layout).verdict); }
  // The same with so many stages and as many ranks for the experts as these leave.
  AdviceLayout withStages(AdviceLayout layout, std::int64_t pp) const;
  std::int64_t microBatches(const AdviceLayout& layout) const;  // M, at least 1
  bool fourEach(const AdviceLayout& layout) const { return microBatches(layout) >= 4 * layout.pp; }
  bool hasRoom(std::int64_t tp, std::int64_t pp, std::int64_t cp) const { return tp * pp * cp <= sizes_.gpus(); }
  bool dividesTotal(std::int64_t tp, std::int64_t pp, std::int64_t cp) const {
    return sizes_.gpus() % (tp * pp * cp) == 0;
  }
  // The largest divisor of the experts ≤ G that also divides the ranks of a stage, few of them idle; 1 for a dense
  // model.
  std::int64_t widestExperts(std::int64_t tp, std::int64_t pp, std::int64_t cp) const;
  // Ranks of FSDP that share the fast link: the largest divisor of N up to G.
  std::int64_t shardGroup() const;

 private:
  const Scenario& asked_;
  const AdviceSizes& sizes_;
};

}  // namespace shardscope
