// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/candidate_cost.hpp"

#include "core/cost/flops.hpp"
#include "core/cost/moe_load.hpp"
#include "core/cost/stage_layers.hpp"
#include "core/cost/verdict.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {

void CandidateCost::plan(const Scenario& scenario, double moreLoad) {
  const auto& w = scenario.workload;
  memory_ = planMemory(scenario, moreLoad);
  step_ = planStep(scenario, isMoe(scenario.model.shape) ? moeLoad(scenario, moreLoad).loadFactor : 1);
  const auto convention = scenario.conventions.flops;
  const auto tokens = static_cast<double>(w.globalBatch * w.sequenceLength);
  flops_ = {modelFlops(scenario.model.shape, tokens, w.sequenceLength, convention), hardwareFlops(scenario),
            convention};
}

void CandidateCost::price(const Scenario& scenario, Report& report) {
  const auto& w = scenario.workload;
  placeMemory(scenario, memory_);
  report.batch = {memory_.microBatches, w.globalBatch, w.globalBatch * w.sequenceLength, gpuCount(scenario.cluster)};
  fillStageLayers(scenario, report.memory.stages);
  fillPeak(memory_, report.memory);
  report.memory.capacity = scenario.cluster.device.memory;
  report.verdict = memoryVerdict(report.memory.peak, report.memory.capacity);
  report.flops = flops_;
  priceStep(scenario, step_, report);
}

}  // namespace shardscope
