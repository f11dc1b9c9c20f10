// SPDX-License-Identifier: Apache-2.0
#pragma once
// Gradient reductions and weight gathers of one step (cost-model §6.3 DP rows, §6.5 overlap, amendment A10).

#include "core/cost/layer_time_inputs.hpp"
#include "core/cost/parameters.hpp"
#include "core/placement/replica_group.hpp"

namespace shardscope {

struct DataParallelTime {
  double total = 0;                // collectives before any overlap, seconds per step
  double owner = 0;                // one reduce and one broadcast per owner rank (A10): never hidden, not in total
  double bytes = 0, calls = 0;     // sent per rank and step; collectives
  double exposed = 0, hidden = 0;  // exposed + hidden = total + owner
};

// `held`: parameters of the stage's rank before sharding, of the stage with most of them.
// `microBatch`: forward + backward of one micro-batch on the slowest stage, seconds.
DataParallelTime dataParallelSeconds(const Scenario& scenario, const LayerInputs& in, const ReplicaGroups& groups,
                                     const RankParameters& held, double microBatches, double microBatch);

}  // namespace shardscope
