// SPDX-License-Identifier: Apache-2.0
#include "core/rules/size_bounds.hpp"

#include <algorithm>

#include "core/cost/activations.hpp"
#include "core/cost/parameters.hpp"
#include "core/rules/rule.hpp"
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

// Layers in flight, one more layer per recomputed segment and one for transients, embedding and head (cost-model
// §3.6–3.8, §3.10): whichever kind of layer is larger, at its full size.
double activationBytesBound(const Scenario& scenario, std::int64_t microBatches) {
  const auto& m = scenario.model.shape;
  const auto& w = scenario.workload;
  LayerActivations dense, moe;
  if (hasDenseLayers(m)) dense = layerActivations(scenario, false);
  if (isMoe(m)) moe = layerActivations(scenario, true);
  const double n = tokensPerRank(scenario), h = d(m.hidden);
  const double widest = std::max(dense.mlpWidth, moe.mlpWidth);
  const double layer = std::max(dense.full, moe.full);
  const double segment = w.recompute == Recompute::full ? std::min(d(w.recomputeLayers), d(m.layers)) : 1;
  const double rows = d(paddedVocabulary(m.vocab, scenario.parallel.tp)) / d(scenario.parallel.tp);
  const double ends = (16 * n + 2 * h) * rows + 16 * n * h + 8 * n * widest;
  return layer * (layersInFlight(scenario, microBatches) + segment + 1) + ends;
}

}  // namespace shardscope
