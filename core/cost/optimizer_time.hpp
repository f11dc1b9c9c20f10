// SPDX-License-Identifier: Apache-2.0
#pragma once
// Time of the optimizer step on one rank (cost-model §5.4): its states, gradients and weights pass through memory.

#include "core/cost/layer_time_inputs.hpp"
#include "core/cost/parameters.hpp"
#include "core/placement/replica_group.hpp"

namespace shardscope {

// `held`: the rank's parameters before sharding.
double optimizerSeconds(const Scenario& scenario, const LayerInputs& in, const ReplicaGroups& groups,
                        const RankParameters& held);

}  // namespace shardscope
