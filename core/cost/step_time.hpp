// SPDX-License-Identifier: Apache-2.0
#pragma once
// Step time, its breakdown, throughput and communication of a scenario (cost-model §7, contract §2).

#include "core/cost/layer_time.hpp"
#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

// The part of a step that does not depend on pp, vpp, dp, the global batch, ZeRO, the shard group and the schedule.
// A sweep keeps one per value of everything else.
struct StepPlan {
  LayerInputs inputs;
  LayerTimes times;
};
StepPlan planStep(const Scenario& scenario);
// With another load of the experts than the scenario's own; 1 is uniform routing.
StepPlan planStep(const Scenario& scenario, double load);

// Fills time, bubble.ratioActual, bubble.ratioTotal, throughput and train.
// Preconditions: a valid scenario; `plan` belongs to it; report.batch, report.memory.stages (layers, moeLayers,
// parameterCount) and report.flops filled.
// The breakdown added in its order gives report.time.step to the last bit. Allocates only to grow the report's vectors.
void priceStep(const Scenario& scenario, const StepPlan& plan, Report& report);

// All of that, communication and moe.stepMultiplier.
void fillStepTime(const Scenario& scenario, Report& report);

// δ: one activation or gradient between neighbouring stages; 0 without a pipeline (§6.3).
Seconds pipelineMessageTime(const Scenario& scenario, const LayerInputs& inputs);
// x_pp of §7.4, seconds per micro-batch and stage, from δ of one message: blocking round trips spread over the
// micro-batches, or overlapped sends of every chunk.
double pipelineMessageSeconds(const Scenario& scenario, double delta, Schedule order);
// The part of the step that the pipeline takes by the closed forms: M · slowest stage, messages and bubble (§7.4).
Seconds pipelinedTime(const TimeReport& time);
// The step if the pipeline took `pipelined` instead; pipelinedTime(report.time) gives report.time.step, up to rounding.
Seconds stepTimeWith(const Scenario& scenario, const Report& report, Seconds pipelined);

}  // namespace shardscope
