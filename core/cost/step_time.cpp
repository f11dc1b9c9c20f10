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
#include "core/cost/traffic.hpp"
#include "core/cost/throughput.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

constexpr double kFixedSeconds = 10e-3;         // per step: data loading, logging, clock edges
constexpr double kSlowestRank = 0.006;          // κ of the slowest of N ranks (B3)
constexpr double kSlowestRankZero3 = 0.010;     // it waits in every layer

// A pass over all stages: the slowest, the sum, and the means that zero-bubble forms use.
struct Pipeline {
  std::int64_t slowest = 0, fullest = 0;        // by time; by parameters per GPU
  StageKinds slowestLayers;
  double slowestSeconds = 0, sumSeconds = 0;    // one micro-batch, with messages
  double meanForward = 0, meanBackward = 0, meanRepeated = 0;  // without messages
  double message = 0;                           // x_pp, per micro-batch and stage
  double bubble = 0;
};

// x_pp of §7.4: blocking round trips spread over the micro-batches, or overlapped sends of every chunk.
double messageSeconds(const Scenario& scenario, const LayerInputs& in, Schedule order) {
  const auto& p = scenario.parallel;
  if (p.pp <= 1) return 0;
  const auto place = placePipeline(p.pp, gpuCount(scenario.cluster), nvlinkDomain(scenario.cluster));
  const double delta = pointToPointSeconds(in.fabric, place, pipelineMessageBytes(in));
  const double stages = static_cast<double>(p.pp), chunks = static_cast<double>(p.vpp);
  if (order == Schedule::interleaved) return (scenario.overlap.pp ? 0.3 : 2) * chunks * delta;
  return 2 * (stages - 1) / stages * delta;
}

double bubbleSeconds(const Scenario& scenario, Schedule order, const Pipeline& line) {
  const auto& p = scenario.parallel;
  if (p.pp <= 1) return 0;
  switch (order) {
    case Schedule::gpipe:
    case Schedule::oneFOneB:
    case Schedule::interleaved:  // upper form of §7.3; vpp is 1 unless interleaved
      return (line.sumSeconds - line.slowestSeconds) / static_cast<double>(p.vpp);
    default: {
      const double weight = (line.meanBackward - line.meanRepeated) / 2;
      return bubbleTime(order, p.pp, p.vpp, line.meanForward, line.meanBackward, weight);
    }
  }
}

Pipeline pipelineOf(const Scenario& scenario, const LayerInputs& in, const LayerTimes& times, Report& report) {
  Pipeline line;
  const auto order = schedule(scenario.parallel);
  const auto& stages = report.memory.stages;
  const auto count = stages.size();
  auto& time = report.time;
  time.forward.resize(count);
  time.backward.resize(count);
  line.message = messageSeconds(scenario, in, order);
  double repeated = 0, forward = 0, backward = 0;
  std::int64_t mostParameters = -1;
  for (std::size_t i = 0; i < count; ++i) {
    const auto index = static_cast<std::int64_t>(i);
    const StageKinds layers{static_cast<double>(stages[i].layers - stages[i].moeLayers),
                            static_cast<double>(stages[i].moeLayers)};
    const auto stage = stageTime(times, layers, i == 0, i + 1 == count);
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
  line.bubble = bubbleSeconds(scenario, order, line);
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
  if (line.slowest == last) time.term(TimeTerm::head) = Seconds(microBatches * (times.head.forward + times.head.backward));
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

// Returns seconds per step in the products and exchanges of routed experts.
double priceStep(const Scenario& scenario, double load, Report& report) {
  const auto in = layerInputs(scenario, load);
  const auto& model = scenario.model.shape;
  const auto times = layerTimes(in, moeLayers(model) < model.layers, moeLayers(model) > 0);
  const auto line = pipelineOf(scenario, in, times, report);
  const double microBatches = static_cast<double>(report.batch.microBatches);
  breakDown(times, line, microBatches, report);

  const auto held = fullestRank(scenario, line, report);
  const auto dp = dataParallelSeconds(scenario, in, held, microBatches, line.slowestSeconds);
  auto& time = report.time;
  time.hiddenDp = Seconds(dp.hidden);
  time.term(TimeTerm::dpExposed) = Seconds(dp.exposed);
  time.term(TimeTerm::optimizer) = Seconds(optimizerSeconds(scenario, in, held));
  time.term(TimeTerm::scale) = sum(time) * slowestRankShare(scenario, static_cast<double>(report.batch.gpus));
  time.term(TimeTerm::other) += Seconds(kFixedSeconds);
  time.step = sum(time);

  const double pipelined = microBatches * line.slowestSeconds;
  report.bubble.ratioActual = line.bubble / pipelined;
  report.bubble.ratioTotal = line.bubble / (pipelined + line.bubble);
  fillTraffic(scenario, in, times, line.slowestLayers, dp, report);
  const auto& moe = times.moe;
  return microBatches * line.slowestLayers.moe *
         (moe.expertGemm + moe.forward.ep + moe.backward.ep + moe.repeated.ep);
}

}  // namespace

void fillStepTime(const Scenario& scenario, Report& report) {
  const double load = isMoe(scenario.model.shape) ? moeLoad(scenario).loadFactor : 1;
  if (report.moe) {
    report.moe->stepMultiplier = 1;
    if (load != 1) {
      // 1 − ε + ε·λ with ε the experts' share of the step under uniform routing (§8).
      const double experts = priceStep(scenario, 1, report);
      report.moe->stepMultiplier = 1 + experts / report.time.step.count() * (load - 1);
    }
  }
  priceStep(scenario, load, report);
  fillThroughput(scenario, report);
}

}  // namespace shardscope
