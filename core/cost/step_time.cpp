// SPDX-License-Identifier: Apache-2.0
#include "core/cost/step_time.hpp"

#include <algorithm>
#include <cmath>

#include "core/cost/data_parallel.hpp"
#include "core/cost/moe_load.hpp"
#include "core/cost/optimizer_time.hpp"
#include "core/cost/parameters.hpp"
#include "core/cost/pipeline.hpp"
#include "core/cost/stage_time.hpp"
#include "core/cost/step_time_traffic.hpp"
#include "core/cost/throughput.hpp"
#include "core/cost/traffic.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

constexpr double kFixedSeconds = 10e-3;      // per step: data loading, logging, clock edges
constexpr double kSlowestRank = 0.006;       // κ of the slowest of N ranks (B3)
constexpr double kSlowestRankZero3 = 0.010;  // it waits in every layer

// A pass over all stages: the slowest, the sum, and the means that zero-bubble forms use.
struct Pipeline {
  std::int64_t slowest = 0, fullest = 0;  // by time; by parameters per GPU
  StageKinds slowestLayers;
  double slowestSeconds = 0, sumSeconds = 0;                   // one micro-batch, with messages
  double meanForward = 0, meanBackward = 0, meanRepeated = 0;  // without messages
  double message = 0;                                          // x_pp, per micro-batch and stage
  double bubble = 0;
};

double deltaSeconds(const Scenario& scenario, const LayerInputs& in, GroupShape shape) {
  if (scenario.parallel.pp <= 1) return 0;
  const auto place = placePipeline(shape, nvlinkDomain(scenario.cluster));
  return pointToPointSeconds(in.fabric, place, pipelineMessageBytes(in));
}

double bubbleSeconds(const Scenario& scenario, Schedule order, const Pipeline& line, std::int64_t microBatches) {
  const auto& p = scenario.parallel;
  if (p.pp <= 1) return 0;
  switch (order) {
    case Schedule::gpipe:
    case Schedule::oneFOneB:
    case Schedule::interleaved:  // upper form of §7.3; vpp is 1 unless interleaved
      return (line.sumSeconds - line.slowestSeconds) / static_cast<double>(p.vpp);
    default: {
      const double weight = (line.meanBackward - line.meanRepeated) / 2;
      const double f = line.meanForward, b = line.meanBackward;
      const double fill = fillTime(order, p.pp, microBatches, f, b, weight);
      // The first one passes every boundary twice, p · x_pp; M · x_pp is in the main part.
      const auto uncharged = static_cast<double>(std::max<std::int64_t>(0, p.pp - microBatches));
      return std::max(bubbleTime(order, p.pp, p.vpp, f, b, weight), fill + uncharged * line.message);
    }
  }
}

Pipeline pipelineOf(const Scenario& scenario, const StepPlan& plan, GroupShape shape, Report& report) {
  Pipeline line;
  const auto order = schedule(scenario.parallel);
  const auto& stages = report.memory.stages;
  const auto count = stages.size();
  auto& time = report.time;
  time.forward.resize(count);
  time.backward.resize(count);
  line.message = pipelineMessageSeconds(scenario, deltaSeconds(scenario, plan.inputs, shape), order);
  double repeated = 0, forward = 0, backward = 0;
  std::int64_t mostParameters = -1;
  for (std::size_t i = 0; i < count; ++i) {
    const auto index = static_cast<std::int64_t>(i);
    const StageKinds layers{static_cast<double>(stages[i].layers - stages[i].moeLayers),
                            static_cast<double>(stages[i].moeLayers)};
    const auto stage = stageTime(plan.times, layers, i == 0, i + 1 == count);
    time.forward[i] = Seconds(stage.forward);
    time.backward[i] = Seconds(stage.backward);
    forward += stage.forward;
    backward += stage.backward;
    repeated += stage.repeated;
    const double seconds = stage.total() + line.message;
    line.sumSeconds += seconds;
    if (seconds > line.slowestSeconds) {
      line.slowest = index;
      line.slowestLayers = layers;
      line.slowestSeconds = seconds;
    }
    if (stages[i].parameterCount > mostParameters) {
      mostParameters = stages[i].parameterCount;
      line.fullest = index;
    }
  }
  const auto share = 1 / static_cast<double>(count);
  line.meanForward = forward * share;
  line.meanBackward = backward * share;
  line.meanRepeated = repeated * share;
  line.bubble = bubbleSeconds(scenario, order, line, report.batch.microBatches);
  return line;
}

// Parameters of the fullest rank; DualPipe holds two stages, and so twice the experts.
RankParameters fullestRank(const Scenario& scenario, const Pipeline& line, const Report& report) {
  const auto& p = scenario.parallel;
  const auto& stage = report.memory.stages[static_cast<std::size_t>(line.fullest)];
  RankParameters held;
  if (stage.moeLayers > 0) {
    const double copies = schedule(p) == Schedule::dualPipe && p.pp > 1 ? 2 : 1;
    held.experts = copies * static_cast<double>(stage.moeLayers) *
                   layerOnRank(moeLayerParameters(scenario.model.shape), p).experts;
  }
  held.dense = static_cast<double>(stage.parameterCount) - held.experts;
  return held;
}

// Adds `count` layers of one kind to the breakdown, `times` micro-batches each.
void addLayers(const LayerTime& layer, double count, TimeReport& time) {
  const auto add = [&](TimeTerm term, double seconds) { time.term(term) += Seconds(count * seconds); };
  const auto& f = layer.forward;
  const auto& b = layer.backward;
  add(TimeTerm::gemm, f.gemm + b.gemm);
  add(TimeTerm::attention, f.attention + b.attention);
  add(TimeTerm::pointwise, f.pointwise + b.pointwise);
  add(TimeTerm::recompute, layer.repeated.total());
  add(TimeTerm::tp, f.tp + b.tp);
  add(TimeTerm::cp, f.cp + b.cp);
  add(TimeTerm::ep, f.ep + b.ep);
  add(TimeTerm::other, f.floor + b.floor);
  time.hiddenTp += Seconds(count * (f.hiddenTp + b.hiddenTp + layer.repeated.hiddenTp));
  time.hiddenEp += Seconds(count * (f.hiddenEp + b.hiddenEp + layer.repeated.hiddenEp));
}

void breakDown(const LayerTimes& times, const Pipeline& line, double microBatches, Report& report) {
  auto& time = report.time;
  time.breakdown = {};
  time.hiddenTp = time.hiddenEp = time.hiddenDp = Seconds(0);
  addLayers(times.dense, microBatches * line.slowestLayers.dense, time);
  addLayers(times.moe, microBatches * line.slowestLayers.moe, time);
  const auto last = static_cast<std::int64_t>(report.memory.stages.size()) - 1;
  if (line.slowest == last)
    time.term(TimeTerm::head) = Seconds(microBatches * (times.head.forward + times.head.backward));
  if (line.slowest == 0) time.term(TimeTerm::other) += Seconds(microBatches * 2 * times.embedding);
  time.term(TimeTerm::pp) = Seconds(microBatches * line.message);
  time.term(TimeTerm::bubble) = Seconds(line.bubble);
}

// The slowest of N ranks sets the pace: factor 1 + κ·max(0, log2(N/8)) on everything but the fixed part.
double slowestRankShare(const Scenario& scenario, double gpus) {
  const double kappa = effectiveZero(scenario.parallel) == 3 ? kSlowestRankZero3 : kSlowestRank;
  return gpus > 8 ? kappa * std::log2(gpus / 8) : 0;
}

Seconds sum(const TimeReport& time) {
  Seconds total;
  for (const auto part : time.breakdown) total += part;
  return total;
}

// What the other parts of the report need from pricing a step.
struct Priced {
  StageKinds slowestLayers;
  ReplicaGroups groups;
  DataParallelTime dp;
};

Priced price(const Scenario& scenario, const StepPlan& plan, Report& report) {
  const auto& in = plan.inputs;
  const auto groups = replicaGroups(scenario);
  const auto line = pipelineOf(scenario, plan, groups.pipeline, report);
  const double microBatches = static_cast<double>(report.batch.microBatches);
  breakDown(plan.times, line, microBatches, report);

  Priced priced{line.slowestLayers, groups, {}};
  const auto held = fullestRank(scenario, line, report);
  priced.dp = dataParallelSeconds(scenario, in, groups, held, microBatches, line.slowestSeconds);
  auto& time = report.time;
  time.hiddenDp = Seconds(priced.dp.hidden);
  time.term(TimeTerm::dpExposed) = Seconds(priced.dp.exposed);
  time.term(TimeTerm::optimizer) = Seconds(optimizerSeconds(scenario, in, groups, held));
  time.term(TimeTerm::scale) = sum(time) * slowestRankShare(scenario, static_cast<double>(report.batch.gpus));
  time.term(TimeTerm::other) += Seconds(kFixedSeconds);
  time.step = sum(time);

  const double pipelined = microBatches * line.slowestSeconds;
  report.bubble.ratioActual = line.bubble / pipelined;
  report.bubble.ratioTotal = line.bubble / (pipelined + line.bubble);
  fillThroughput(scenario, report);
  return priced;
}

// 1 − ε + ε·λ with ε the share of the routed experts' products and exchanges in the step under uniform routing (§8).
double stepMultiplier(const Scenario& scenario, double load, Report& report) {
  if (load == 1) return 1;
  const auto uniform = planStep(scenario, 1);
  const auto priced = price(scenario, uniform, report);
  const auto& moe = uniform.times.moe;
  const double perLayer = moe.expertGemm + moe.forward.ep + moe.backward.ep + moe.repeated.ep;
  const double experts = static_cast<double>(report.batch.microBatches) * priced.slowestLayers.moe * perLayer;
  return 1 + experts / report.time.step.count() * (load - 1);
}

}  // namespace

double pipelineMessageSeconds(const Scenario& scenario, double delta, Schedule order) {
  const auto& p = scenario.parallel;
  if (p.pp <= 1) return 0;
  const double stages = static_cast<double>(p.pp), chunks = static_cast<double>(p.vpp);
  if (order == Schedule::interleaved) return (scenario.overlap.pp ? 0.3 : 2) * chunks * delta;
  return 2 * (stages - 1) / stages * delta;
}

StepPlan planStep(const Scenario& scenario, double load) {
  const auto& model = scenario.model.shape;
  StepPlan plan;
  plan.inputs = layerInputs(scenario, load);
  plan.times = layerTimes(plan.inputs, moeLayers(model) < model.layers, moeLayers(model) > 0);
  return plan;
}

StepPlan planStep(const Scenario& scenario) {
  return planStep(scenario, isMoe(scenario.model.shape) ? moeLoad(scenario).loadFactor : 1);
}

Seconds pipelineMessageTime(const Scenario& scenario, const LayerInputs& inputs) {
  return Seconds(deltaSeconds(scenario, inputs, replicaGroups(scenario).pipeline));
}

Seconds pipelinedTime(const TimeReport& time) {
  return sum(time) - time.term(TimeTerm::dpExposed) - time.term(TimeTerm::optimizer) - time.term(TimeTerm::scale) -
         Seconds(kFixedSeconds);
}

Seconds stepTimeWith(const Scenario& scenario, const Report& report, Seconds pipelined) {
  const auto& time = report.time;
  const auto paced = pipelined + time.term(TimeTerm::dpExposed) + time.term(TimeTerm::optimizer);
  return paced * (1 + slowestRankShare(scenario, static_cast<double>(report.batch.gpus))) + Seconds(kFixedSeconds);
}

void priceStep(const Scenario& scenario, const StepPlan& plan, Report& report) { price(scenario, plan, report); }

void fillStepTime(const Scenario& scenario, Report& report) {
  const auto plan = planStep(scenario);
  if (report.moe) report.moe->stepMultiplier = stepMultiplier(scenario, plan.inputs.expert.load, report);
  const auto priced = price(scenario, plan, report);
  fillTraffic(scenario, plan, priced.slowestLayers, priced.groups, priced.dp, report);
}

}  // namespace shardscope
