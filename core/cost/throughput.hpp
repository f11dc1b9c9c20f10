// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rates and costs that follow from the step time (cost-model §4, contract §2).

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

// Fills throughput and train. Preconditions: report.batch, report.flops and report.time.step filled.
void fillThroughput(const Scenario& scenario, Report& report);

}  // namespace shardscope
