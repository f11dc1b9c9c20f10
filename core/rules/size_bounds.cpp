// SPDX-License-Identifier: Apache-2.0
#include "core/rules/size_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "core/cost/parameters.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

constexpr double d(std::int64_t value) { return static_cast<double>(value); }

// Most layers of one stage times most micro-batches in flight (cost-model §3.6: GPipe keeps all M, the others at most
// 2p + 1 and never more than M).
double layersInFlight(const Scenario& scenario, std::int64_t microBatches) {
  const auto& p = scenario.parallel;
  const auto layers = scenario.model.shape.layers;
  double widest = d((layers + p.pp - 1) / p.pp);
  for (const auto stage : p.stageLayers) widest = std::max(widest, d(stage));
  const double m = d(std::max<std::int64_t>(1, microBatches));
  return widest * (schedule(p) == Schedule::gpipe ? m : std::min(m, 2 * d(p.pp) + 1));
}

// Load of the fullest expert over the mean (cost-model §8), at least 1: E·u/K, or E/(E−1) ≤ 2 for the rest, or C.
double expertLoad(const Scenario& scenario) {
  const auto& m = scenario.model.shape;
  const double hot = d(m.experts) * scenario.moe.hotTokenShare / d(std::max<std::int64_t>(1, m.topK));
  return std::max({2.0, hot, scenario.moe.padToCapacity ? scenario.moe.capacityFactor : 0.0});
}

}  // namespace

double parameterBound(const Scenario& scenario) {
  const auto& m = scenario.model.shape;
  return std::max({approximateParameters(m), d(m.parametersExact.value_or(0)), d(m.parametersActiveExact.value_or(0))});
}

double stateBytesBound(const Scenario& scenario) {
  const auto recipe = stateRecipe(scenario.workload);
  const double perParameter = 2 * recipe.weight + recipe.gradient + recipe.optimizer + 8;  // + factored moments, caches
  return 2 * parameterBound(scenario) * perParameter;                                      // DualPipe holds two copies
}

double tokenBound(const Scenario& scenario) {
  return d(scenario.workload.globalBatch) * d(scenario.workload.sequenceLength);
}

// n tokens of a rank, t = tp, r = divisor of the sequence-parallel tensors; the terms of cost-model §3.1 to §3.8, each
// rounded up.
double activationBytesBound(const Scenario& scenario, std::int64_t microBatches) {
  const auto& m = scenario.model.shape;
  const auto& w = scenario.workload;
  const double n = d(w.sequenceLength) * d(w.microBatch) / d(scenario.parallel.cp);
  const double t = d(scenario.parallel.tp);
  const double r = sequenceParallel(scenario.parallel) ? t : 1;
  const double h = d(m.hidden), a = d(m.heads);
  const double query = usesMla(m) ? a * d(2 * (m.nopeDim + m.ropeDim) + 2 * m.vDim) : a * d(headDim(m));
  const double latent = d(2 * m.qRank + 2 * m.kvRank + m.ropeDim);
  double layer = n * (16 * h / r + 16 * h / t + 2 * latent + 8 * query / t + 4 * d(headDim(m)) + 8 * d(m.ffn) / t + 4 * a / t);
  if (!w.flashAttention) layer += 10 * a * n * d(w.sequenceLength) / t;
  if (isMoe(m)) {
    const double copies = n / r * d(scenario.parallel.etp) * d(m.topK) * expertLoad(scenario);
    layer += copies * (4 * h + 8 * d(m.expertFfn)) + n * (8 * d(m.experts) / r + 8 * d(m.sharedFfn) / t);
  }
  const double logits = (16 * n + 2 * h) * d(paddedVocabulary(m.vocab, scenario.parallel.tp)) / t + 8 * n * h;
  const double segment = w.recompute == Recompute::full ? d(w.recomputeLayers) : 1;
  return layer * (layersInFlight(scenario, microBatches) + std::min(segment, d(m.layers)) + 1) + logits;
}

}  // namespace shardscope
