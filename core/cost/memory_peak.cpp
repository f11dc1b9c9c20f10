// SPDX-License-Identifier: Apache-2.0
#include "core/cost/memory_peak.hpp"

#include <algorithm>

namespace shardscope {
namespace {

// Bytes of weights, gradients and optimizer state of `held`.
double statesOf(const MemoryPlan& plan, const RankParameters& held) {
  const auto states =
      stateBytes(plan.recipe, plan.zero, {plan.copies * held.dense, plan.copies * held.experts}, plan.shards);
  return plan.frozen ? states.parameters : states.total();
}

// The only stage of a job without a pipeline.
std::array<PeakTerm, 5> partsOf(const MemoryPlan& plan, const StageMemory& stage) {
  const double experts = static_cast<double>(stage.moeLayers) * statesOf(plan, {0, plan.moe.parameters.experts});
  const double embedding = statesOf(plan, {plan.embedding, 0});
  const double head = statesOf(plan, {plan.head, 0});
  const double states = static_cast<double>((stage.parameters + stage.gradients + stage.optimizer).count());
  return {{
      {PeakReason::states, states - experts - embedding - head},
      {PeakReason::expertShard, experts},
      {PeakReason::embedding, embedding + stage.inFlight * plan.embeddingActivations},
      {PeakReason::head, head + static_cast<double>(stage.logits.count())},
      {PeakReason::inFlight,
       static_cast<double>((stage.activations + stage.transient).count()) - stage.inFlight * plan.embeddingActivations},
  }};
}

}  // namespace

std::array<PeakTerm, 5> peakTerms(const MemoryPlan& plan, const std::vector<StageMemory>& stages,
                                  std::int64_t peakStage) {
  const auto& peak = stages[static_cast<std::size_t>(peakStage)];
  if (stages.size() == 1) return partsOf(plan, peak);

  StageMemory plain = peak;
  for (const auto& stage : stages) {
    plain.layers = std::min(plain.layers, stage.layers);
    plain.moeLayers = std::min(plain.moeLayers, stage.moeLayers);
    plain.inFlight = std::min(plain.inFlight, stage.inFlight);
  }
  const double moreLayers = static_cast<double>(peak.layers - plain.layers);
  // An extra layer with experts is an extra layer; experts in place of a dense layer are an expert shard.
  const double moreMoe = static_cast<double>(peak.moeLayers - plain.moeLayers);
  const double moeInPlace = std::max(0.0, moreMoe - moreLayers);
  const auto layerBytes = [&](const LayerOnRank& layer) {
    return statesOf(plan, layer.parameters) + peak.inFlight * layer.activations.stored;
  };
  const double ofDense = layerBytes(plan.dense), ofMoe = layerBytes(plan.moe);
  const double plainStored = static_cast<double>(plain.layers - plain.moeLayers) * plan.dense.activations.stored +
                             static_cast<double>(plain.moeLayers) * plan.moe.activations.stored;
  const bool first = peakStage == 0, last = peakStage + 1 == static_cast<std::int64_t>(stages.size());
  return {{
      {PeakReason::inFlight, (peak.inFlight - plain.inFlight) * plainStored},
      {PeakReason::embedding,
       first ? statesOf(plan, {plan.embedding, 0}) + peak.inFlight * plan.embeddingActivations : 0.0},
      {PeakReason::head, last ? statesOf(plan, {plan.head, 0}) + plan.logits : 0.0},
      {PeakReason::extraLayer, moreLayers * (moreMoe >= moreLayers && moreMoe > 0 ? ofMoe : ofDense)},
      {PeakReason::expertShard, moeInPlace * (ofMoe - ofDense)},
  }};
}

PeakReason peakReason(const MemoryPlan& plan, const std::vector<StageMemory>& stages, std::int64_t peakStage) {
  const auto terms = peakTerms(plan, stages, peakStage);
  const auto top = std::max_element(terms.begin(), terms.end(),
                                    [](const PeakTerm& a, const PeakTerm& b) { return a.bytes < b.bytes; });
  return top->bytes > 0 ? top->reason : PeakReason::states;
}

}  // namespace shardscope
