// SPDX-License-Identifier: Apache-2.0
#pragma once
// Uneven routing of tokens to experts (cost-model §8). Shares are fractions of the K·n token copies.

#include <cstdint>

#include "core/scenario/scenario.hpp"

namespace shardscope {

// λ: the fullest rank over the mean one, when one expert receives `hotShare` and the rest is uniform; E/ep experts per
// rank, the hot one among those of the first rank. With ep = E: the fullest expert over the mean one, λ_E.
double rankImbalance(std::int64_t experts, std::int64_t ep, double hotShare);
// Copies beyond the limit capacityFactor/E of an expert; 0 for capacityFactor 0 (dropless).
double droppedShare(std::int64_t experts, double hotShare, double capacityFactor);

inline constexpr double kHighImbalance = 1.5;  // λ from which experts are worth balancing (§9)

struct MoeLoad {
  double imbalance = 1;   // λ, before any capacity limit: rule H-imbalance looks here
  double loadFactor = 1;  // κ: what the fullest rank computes and stores, over the uniform load
  double droppedShare = 0;
};
// Precondition: the model has experts. `moreLoad`: times the imbalance where experts lie on several ranks, as far as a
// rank can be fuller than the mean and its experts may take.
MoeLoad moeLoad(const Scenario& scenario, double moreLoad = 1);

}  // namespace shardscope
