// SPDX-License-Identifier: Apache-2.0
#include "core/cost/moe_load.hpp"

#include <algorithm>

namespace shardscope {
namespace {

// Share of each expert but the hot one.
double coldShare(double experts, double hotShare) { return experts > 1 ? (1 - hotShare) / (experts - 1) : 0.0; }

}  // namespace

double rankImbalance(std::int64_t experts, std::int64_t ep, double hotShare) {
  if (ep <= 1) return 1;
  const auto count = static_cast<double>(experts), ranks = static_cast<double>(ep);
  const double perRank = count / ranks, cold = coldShare(count, hotShare);
  // A share below 1/E makes the other ranks the fuller ones.
  return ranks * std::max(hotShare + (perRank - 1) * cold, perRank * cold);
}

double droppedShare(std::int64_t experts, double hotShare, double capacityFactor) {
  if (capacityFactor <= 0) return 0;
  const auto count = static_cast<double>(experts);
  const double limit = capacityFactor / count;
  return std::max(0.0, hotShare - limit) + (count - 1) * std::max(0.0, coldShare(count, hotShare) - limit);
}

MoeLoad moeLoad(const Scenario& scenario, double moreLoad) {
  const auto& model = scenario.model.shape;
  const auto& moe = scenario.moe;
  // A token sends K copies to K different experts: u of the tokens is u/K of the copies.
  const double hotShare = moe.hotTokenShare > 0 && model.topK > 0 ? moe.hotTokenShare / static_cast<double>(model.topK)
                                                                  : 1.0 / static_cast<double>(model.experts);
  MoeLoad load;
  load.imbalance = rankImbalance(model.experts, scenario.parallel.ep, hotShare);
  if (moreLoad > 1 && scenario.parallel.ep > 1)
    load.imbalance =
        std::max(load.imbalance, std::min(load.imbalance * moreLoad, static_cast<double>(scenario.parallel.ep)));
  load.loadFactor = load.imbalance;
  if (moe.capacityFactor > 0)
    load.loadFactor = moe.padToCapacity ? moe.capacityFactor : std::min(load.imbalance, moe.capacityFactor);
  load.droppedShare = droppedShare(model.experts, hotShare, moe.capacityFactor);
  return load;
}

}  // namespace shardscope
