// SPDX-License-Identifier: Apache-2.0
#pragma once
// Step time, its breakdown, throughput and communication of a scenario (cost-model §7, contract §2).

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

// Fills time, bubble.ratioActual, bubble.ratioTotal, throughput, train, communication and moe.stepMultiplier.
// Preconditions: a valid scenario; report.batch, report.memory.stages (layers, parameterCount) and report.flops filled.
// The breakdown added in its order gives report.time.step to the last bit. Allocates only to grow the report's vectors.
void fillStepTime(const Scenario& scenario, Report& report);

}  // namespace shardscope
