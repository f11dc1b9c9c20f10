// SPDX-License-Identifier: Apache-2.0
#include "core/cost/evaluate.hpp"

#include "core/cost/confidence.hpp"
#include "core/cost/flops.hpp"
#include "core/cost/memory.hpp"
#include "core/cost/moe_load.hpp"
#include "core/cost/parameters.hpp"
#include "core/cost/pipeline.hpp"
#include "core/cost/step_time.hpp"
#include "core/cost/verdict.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

// Back to the defaults, keeping the storage of the vectors.
void clearFigures(Report& report) {
  report.verdict = Verdict::invalid;
  report.batch = {};
  report.parametersTotal = report.parametersActive = 0;
  auto& memory = report.memory;
  memory.capacity = memory.fitLimit = memory.peak = Bytes(0);
  memory.peakStage = 0;
  memory.peakReason = PeakReason::states;
  memory.stages.clear();
  report.bubble = {};
  auto& time = report.time;
  time.step = time.hiddenTp = time.hiddenEp = time.hiddenDp = Seconds(0);
  time.breakdown.fill(Seconds(0));
  time.forward.clear();
  time.backward.clear();
  report.flops = {};
  report.throughput = {};
  report.train.reset();
  report.communication.fill({});
  report.moe.reset();
  report.confidence = {};
}

BatchReport batchOf(const Scenario& scenario) {
  const auto& w = scenario.workload;
  return {microBatches(scenario), w.globalBatch, w.globalBatch * w.sequenceLength, gpuCount(scenario.cluster)};
}

BubbleReport bubbleOf(const Scenario& scenario, std::int64_t microBatchCount) {
  const auto& p = scenario.parallel;
  BubbleReport bubble;
  bubble.ratioIdeal = bubbleRatioIdeal(schedule(p), p.pp, p.vpp, microBatchCount);
  bubble.mOverP = static_cast<double>(microBatchCount) / static_cast<double>(p.pp);
  return bubble;
}

}  // namespace

void fillFigures(const Scenario& scenario, Report& report) {
  clearFigures(report);
  const auto& model = scenario.model.shape;
  report.batch = batchOf(scenario);
  report.parametersTotal = totalParameters(model);
  report.parametersActive = activeParameters(model);
  fillMemory(scenario, report.memory);
  report.verdict = memoryVerdict(report.memory.peak, report.memory.capacity);
  report.bubble = bubbleOf(scenario, report.batch.microBatches);

  const auto convention = scenario.conventions.flops;
  const auto tokens = static_cast<double>(report.batch.globalTokens);
  report.flops = {modelFlops(model, tokens, scenario.workload.sequenceLength, convention), hardwareFlops(scenario),
                  convention};
  if (isMoe(model)) {
    const auto load = moeLoad(scenario);
    report.moe = MoeReport{load.loadFactor, load.droppedShare, 1.0};
  }
  fillStepTime(scenario, report);
  report.confidence = confidenceOf(scenario);
}

void evaluateInto(const Scenario& scenario, Report& report) {
  report.issues.clear();
  check(scenario, report.issues);
  if (hasErrors(report.issues)) {
    clearFigures(report);
    return;
  }
  fillFigures(scenario, report);
  checkRulesOfThumb(scenario, report, report.issues);
}

Report evaluate(const Scenario& scenario) {
  Report report;
  evaluateInto(scenario, report);
  return report;
}

Report fullReport(const Scenario& scenario) {
  auto report = evaluate(scenario);
  checkFewestDimensions(scenario, report);
  return report;
}

}  // namespace shardscope
