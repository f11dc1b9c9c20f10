// SPDX-License-Identifier: Apache-2.0
#pragma once
// What every group of ranks moves per step: the report's `communication` (contract §2).

#include "core/cost/data_parallel.hpp"
#include "core/cost/stage_time.hpp"
#include "core/cost/step_time.hpp"

namespace shardscope {

// Bytes sent and calls are those of one rank of the slowest stage (`layers`), of the fullest one for DP, over all
// micro-batches; time is the whole time of the collectives, hidden or not. The head's two collectives are in the
// breakdown's `head`, the per-owner transfers of A10 in its `dp_exposed`; neither is counted here.
void fillTraffic(const Scenario& scenario, const StepPlan& plan, StageKinds layers, const ReplicaGroups& groups,
                 const DataParallelTime& dp, Report& report);

}  // namespace shardscope
