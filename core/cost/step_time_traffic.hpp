// SPDX-License-Identifier: Apache-2.0
#pragma once
// What every group of ranks moves per step: the report's `communication` (contract §2).

#include "core/cost/data_parallel.hpp"
#include "core/cost/stage_time.hpp"
#include "core/report/report.hpp"

namespace shardscope {

// Bytes and calls are those of one rank of the slowest stage (`layers`), of the fullest one for DP, sent over all
// micro-batches; time is the whole time of the collectives, hidden or not.
void fillTraffic(const Scenario& scenario, const LayerInputs& in, const LayerTimes& times, StageKinds layers,
                 const DataParallelTime& dp, Report& report);

}  // namespace shardscope
