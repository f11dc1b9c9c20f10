// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rates and costs that follow from the step time (cost-model §4, contract §2).

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

// A run that reaches less of the peak of its own precision wastes its GPUs (rule H-mfu).
inline constexpr double kLowMfu = 0.35;
// The same limit for `mfu`, which counts against the BF16 peak whatever the precision.
double lowMfu(const Device& device, Precision precision);

// Fills throughput and train. Preconditions: report.batch, report.flops and report.time.step filled.
void fillThroughput(const Scenario& scenario, Report& report);

}  // namespace shardscope
