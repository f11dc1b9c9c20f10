// SPDX-License-Identifier: Apache-2.0
#include "core/cost/memory.hpp"

#include <algorithm>
#include <cmath>

#include "core/cost/pipeline.hpp"
#include "core/cost/stage_layers.hpp"
#include "core/cost/verdict.hpp"

namespace shardscope {
namespace {

LayerOnRank planLayer(const Scenario& scenario, bool moe, double moreLoad) {
  const auto& model = scenario.model.shape;
  const auto counts = moe ? moeLayerParameters(model) : denseLayerParameters(model);
  LayerOnRank layer;
  layer.parameters = layerOnRank(counts, scenario.parallel);
  layer.optimizerExtra = layerOptimizerExtra(scenario, moe);
  layer.activations = layerActivations(scenario, moe, moreLoad);
  // One bf16 dummy per distinct weight shape of the TP-sharded matrices (found by SimuMax).
  if (cachesWeightGradients(scenario))
    layer.weightGradients = 2 * static_cast<double>(counts.sharded) / static_cast<double>(scenario.parallel.tp);
  return layer;
}

// Final norm in and out, the logits of one chunk of the tokens, and the dummy gradient of the head.
double logitsBytes(const Scenario& scenario, const MemoryPlan& plan) {
  const auto& w = scenario.workload;
  const auto& p = scenario.parallel;
  const auto columns = static_cast<double>(paddedVocabulary(scenario.model.shape.vocab, p.tp) / p.tp);
  const double norm = 2 * plan.elementBytes * plan.tokens * plan.hidden / sequenceDivisor(p);
  const double tokens = plan.tokens / static_cast<double>(w.crossEntropyChunks);
  const double dummy = cachesWeightGradients(scenario) ? 2 * columns * plan.hidden : 0;
  return norm + bytesPerLogit(w.crossEntropy) * tokens * columns + dummy;
}

// §3.9: two receive and two send buffers of a pipeline, and the tensor that sequence parallelism gathers.
double bufferBytes(const Scenario& scenario, const MemoryPlan& plan) {
  const double tensor = plan.elementBytes * plan.tokens * plan.hidden;
  return (scenario.parallel.pp > 1 ? 4 * tensor / sequenceDivisor(scenario.parallel) : 0) +
         (sequenceParallel(scenario.parallel) ? tensor : 0);
}

void planLayout(const Scenario& scenario, MemoryPlan& plan) {
  const auto& p = scenario.parallel;
  plan.recipe = stateRecipe(scenario.workload);
  plan.shards = shardDegrees(scenario);
  plan.zero = effectiveZero(p);
  plan.frozen = scenario.workload.adapter == Adapter::lora;
  plan.schedule = schedule(p);
  plan.copies = plan.schedule == Schedule::dualPipe && p.pp > 1 ? 2 : 1;
  plan.stages = p.pp;
  plan.chunks = p.vpp;
  plan.microBatches = microBatches(scenario);
  plan.segment = scenario.workload.recompute == Recompute::full ? scenario.workload.recomputeLayers : 0;
  plan.buffers = bufferBytes(scenario, plan);
  // A pipeline keeps the table of a tied head on its last stage as well.
  plan.head = headOnRank(scenario.model.shape, p);
  plan.headExtra = headOptimizerExtra(scenario);
}

}  // namespace

double bytesPerLogit(CrossEntropy kind) {
  switch (kind) {
    case CrossEntropy::unfused: return 6;
    case CrossEntropy::fused: return 2;
    case CrossEntropy::compiled: return 10;
    case CrossEntropy::eager: return 16;
  }
  return 6;
}

MemoryPlan planMemory(const Scenario& scenario, double moreLoad) {
  const auto& model = scenario.model.shape;
  MemoryPlan plan;
  plan.tokens = tokensPerRank(scenario);
  plan.hidden = static_cast<double>(model.hidden);
  plan.elementBytes = activationBytes(scenario.workload.precision);
  plan.gateFactor = model.gated ? 2 : 1;
  const auto moe = moeLayers(model);
  if (moe < model.layers) plan.dense = planLayer(scenario, false, moreLoad);
  if (moe > 0) plan.moe = planLayer(scenario, true, moreLoad);
  plan.embedding = embeddingOnRank(model, scenario.parallel);
  plan.embeddingExtra = embeddingOptimizerExtra(scenario);
  if (usesDropout(scenario))  // one byte per element of the embedding's dropout mask
    plan.embeddingActivations = plan.tokens * plan.hidden / sequenceDivisor(scenario.parallel);
  plan.logits = logitsBytes(scenario, plan);
  planLayout(scenario, plan);
  return plan;
}

void placeMemory(const Scenario& scenario, MemoryPlan& plan) { planLayout(scenario, plan); }

namespace {

// Every figure of a stage before rounding.
struct StageParts {
  RankParameters held;
  StateBytes states;
  double inFlight = 0, activations = 0, logits = 0, transient = 0;
};

// The larger of a property of the two kinds of layer, over those that the stage has.
template <class Property>
double largest(const MemoryPlan& plan, std::int64_t dense, std::int64_t moe, Property property) {
  const double ofDense = dense > 0 ? property(plan.dense) : 0.0, ofMoe = moe > 0 ? property(plan.moe) : 0.0;
  return std::max(ofDense, ofMoe);
}

// §3.8: alive only while one layer is worked on.
double transientBytes(const MemoryPlan& plan, std::int64_t layers, std::int64_t moe) {
  if (layers == 0) return 0;
  const auto dense = layers - moe;
  const auto most = [&](auto property) { return largest(plan, dense, moe, property); };
  const double width = most([](const LayerOnRank& l) { return l.activations.mlpWidth; });
  double bytes = plan.elementBytes * plan.tokens * (plan.hidden + plan.gateFactor * width);
  bytes += most([](const LayerOnRank& l) { return l.weightGradients; });
  // A segment of full recompute ends with its chunk.
  const auto inChunk = (layers + plan.chunks - 1) / plan.chunks;
  const auto segment = plan.segment > 0 ? std::min(plan.segment, inChunk) : 1;
  bytes += static_cast<double>(segment) * most([](const LayerOnRank& l) { return l.activations.repeated; });
  if (plan.zero >= 3) {  // §2.3: two layers gathered, one layer's gradient not yet reduced
    const double gathered = most([](const LayerOnRank& l) { return l.parameters.total(); });
    bytes += (2 * plan.recipe.weight + plan.recipe.gradient) * gathered;
  }
  return bytes;
}

// Kept activations per in-flight micro-batch of a stage's layers.
double storedBytes(const MemoryPlan& plan, std::int64_t layers, std::int64_t moe) {
  double bytes = static_cast<double>(layers - moe) * plan.dense.activations.stored +
                 static_cast<double>(moe) * plan.moe.activations.stored;
  if (plan.segment > 0 && layers > 0) {
    // A segment longer than its chunk is cut at the chunk's end: it keeps one input per chunk, not less.
    const auto inChunk = static_cast<double>((layers + plan.chunks - 1) / plan.chunks);
    bytes *= std::max(1.0, static_cast<double>(plan.segment) / inChunk);
  }
  return bytes;
}

StateBytes heldStates(const MemoryPlan& plan, const RankParameters& held, const RankParameters& extra) {
  auto states = stateBytes(plan.recipe, plan.zero, held, plan.shards);
  if (plan.frozen) return {states.parameters, 0, 0};
  states.optimizer +=
      plan.zero >= 1 ? extra.dense / plan.shards.dense + extra.experts / plan.shards.experts : extra.total();
  return states;
}

StageParts stageParts(const MemoryPlan& plan, std::int64_t stage, std::int64_t layers, std::int64_t moe) {
  const bool first = stage == 0, last = stage == plan.stages - 1;
  const auto denseCount = static_cast<double>(layers - moe), moeCount = static_cast<double>(moe);
  const auto sum = [&](const RankParameters& ofDense, const RankParameters& ofMoe, double embedding, double head) {
    RankParameters out{denseCount * ofDense.dense + moeCount * ofMoe.dense, moeCount * ofMoe.experts};
    out.dense += (first ? embedding : 0) + (last ? head : 0);
    return RankParameters{plan.copies * out.dense, plan.copies * out.experts};
  };
  StageParts parts;
  parts.held = sum(plan.dense.parameters, plan.moe.parameters, plan.embedding, plan.head);
  parts.states = heldStates(
      plan, parts.held, sum(plan.dense.optimizerExtra, plan.moe.optimizerExtra, plan.embeddingExtra, plan.headExtra));
  parts.inFlight = inFlightMicroBatches(plan.schedule, plan.stages, plan.chunks, plan.microBatches, stage);
  parts.activations = parts.inFlight * (storedBytes(plan, layers, moe) + (first ? plan.embeddingActivations : 0));
  parts.logits = last ? plan.logits : 0;
  parts.transient = transientBytes(plan, layers, moe);
  return parts;
}

// Rule R-1 keeps every figure far below this; the clamp only keeps the conversion defined.
Bytes wholeBytes(double bytes) { return Bytes(std::llround(std::clamp(bytes, 0.0, 0x1p58))); }

}  // namespace

StageMemory stageMemory(const MemoryPlan& plan, std::int64_t stage, std::int64_t layers, std::int64_t moeLayerCount) {
  const auto parts = stageParts(plan, stage, layers, moeLayerCount);
  StageMemory out;
  out.layers = layers;
  out.moeLayers = moeLayerCount;
  out.parameterCount = wholeBytes(parts.held.total()).count();
  out.inFlight = parts.inFlight;
  out.parameters = wholeBytes(parts.states.parameters);
  out.gradients = wholeBytes(parts.states.gradients);
  out.optimizer = wholeBytes(parts.states.optimizer);
  out.activations = wholeBytes(parts.activations);
  out.logits = wholeBytes(parts.logits);
  out.transient = wholeBytes(parts.transient);
  out.buffers = wholeBytes(plan.buffers);
  out.overhead = wholeBytes(kContextBytes);
  out.total = out.parameters + out.gradients + out.optimizer + out.activations + out.logits + out.transient +
              out.buffers + out.overhead;
  return out;
}

void fillMemory(const Scenario& scenario, MemoryReport& memory) {
  const auto plan = planMemory(scenario);
  fillStageLayers(scenario, memory.stages);
  memory.peak = Bytes(0);
  memory.peakStage = 0;
  for (std::size_t i = 0; i < memory.stages.size(); ++i) {
    auto& stage = memory.stages[i];
    stage = stageMemory(plan, static_cast<std::int64_t>(i), stage.layers, stage.moeLayers);
    if (stage.total > memory.peak) {
      memory.peak = stage.total;
      memory.peakStage = static_cast<std::int64_t>(i);
    }
  }
  memory.peakReason = peakReason(plan, memory.stages, memory.peakStage);
  memory.capacity = scenario.cluster.device.memory;
  memory.fitLimit = fitLimit(memory.capacity);
}

void fillPeak(const MemoryPlan& plan, MemoryReport& memory) {
  memory.peak = Bytes(0);
  memory.peakStage = 0;
  auto& stages = memory.stages;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    auto& stage = stages[i];
    const auto index = static_cast<std::int64_t>(i);
    // Neither end of the pipeline, the same layers as the neighbour before, no more of them in flight.
    if (i >= 2 && i + 1 < stages.size() && stage.layers == stages[i - 1].layers &&
        stage.moeLayers == stages[i - 1].moeLayers) {
      stage.parameterCount = stages[i - 1].parameterCount;
      stage.inFlight = inFlightMicroBatches(plan.schedule, plan.stages, plan.chunks, plan.microBatches, index);
      if (stage.inFlight <= stages[i - 1].inFlight) continue;
    }
    stage = stageMemory(plan, index, stage.layers, stage.moeLayers);
    if (stage.total > memory.peak) {
      memory.peak = stage.total;
      memory.peakStage = index;
    }
  }
}

}  // namespace shardscope
