// SPDX-License-Identifier: Apache-2.0
#include "core/advice/sizes.hpp"

#include <algorithm>

#include "core/cost/activations.hpp"
#include "core/cost/parameters.hpp"
#include "core/rules/rule.hpp"
#include "core/scenario/derived.hpp"
#include "core/units/divisors.hpp"

namespace shardscope {
namespace {

constexpr std::array kPretraining = {Recompute::none, Recompute::selective, Recompute::full};
constexpr std::array kFineTuning = {Recompute::full, Recompute::none, Recompute::selective};

Scenario laidOut(const Scenario& scenario, std::int64_t tp, std::int64_t cp, std::int64_t ep, Recompute recompute) {
  Scenario s = scenario;
  s.parallel = {};
  s.parallel.tp = tp;
  s.parallel.cp = cp;
  s.parallel.ep = ep;
  s.workload.recompute = recompute;
  s.workload.recomputeLayers = 1;
  return s;
}

}  // namespace

AdviceSizes::AdviceSizes(const Scenario& scenario)
    : scenario_(scenario),
      nominal_(scenario.cluster.device.nominalGb * 1e9),
      parameters_(static_cast<double>(totalParameters(scenario.model.shape))),
      lora_(scenario.workload.adapter == Adapter::lora),
      gpus_(gpuCount(scenario.cluster)),
      node_(std::min(nvlinkDomain(scenario.cluster), gpus_)),
      layers_(scenario.model.shape.layers) {
  if (isMoe(scenario.model.shape)) experts_ = largestDivisor(scenario.model.shape.experts, node_);
}

double AdviceSizes::layerActivations(std::int64_t tp, std::int64_t cp, Recompute recompute, bool moe) const {
  return shardscope::layerActivations(laidOut(scenario_, tp, cp, experts_, recompute), moe).stored;
}

double AdviceSizes::layerActivations(std::int64_t tp, std::int64_t cp, Recompute recompute) const {
  double most = 0;
  if (hasDenseLayers(scenario_.model.shape)) most = layerActivations(tp, cp, recompute, false);
  if (isMoe(scenario_.model.shape)) most = std::max(most, layerActivations(tp, cp, recompute, true));
  return most;
}

double AdviceSizes::logits(std::int64_t tp, std::int64_t cp) const {
  const auto tokens =
      static_cast<double>(scenario_.workload.sequenceLength * scenario_.workload.microBatch) / static_cast<double>(cp);
  const auto columns = static_cast<double>(paddedVocabulary(scenario_.model.shape.vocab, tp)) / static_cast<double>(tp);
  return 6 * tokens * columns;
}

double AdviceSizes::modelActivations(std::int64_t tp, std::int64_t cp, Recompute recompute) const {
  const auto& m = scenario_.model.shape;
  const auto moe = moeLayers(m);
  double sum = logits(tp, cp);
  if (moe < m.layers) sum += static_cast<double>(m.layers - moe) * layerActivations(tp, cp, recompute, false);
  if (moe > 0) sum += static_cast<double>(moe) * layerActivations(tp, cp, recompute, true);
  return sum;
}

double AdviceSizes::layerStates(std::int64_t ep) const {
  const auto& m = scenario_.model.shape;
  const auto bytes = [this, ep](const LayerParameters& layer) {
    const double own = static_cast<double>(layer.sharded + layer.replicated);
    return unshardedBytes() * (own + static_cast<double>(layer.experts) / static_cast<double>(ep));
  };
  double most = 0;
  if (hasDenseLayers(m)) most = bytes(denseLayerParameters(m));
  if (isMoe(m)) most = std::max(most, bytes(moeLayerParameters(m)));
  return most;
}

double AdviceSizes::headStates(std::int64_t tp) const {
  const auto rows = static_cast<double>(paddedVocabulary(scenario_.model.shape.vocab, tp));
  return unshardedBytes() * rows * static_cast<double>(scenario_.model.shape.hidden) / static_cast<double>(tp);
}

std::span<const Recompute> AdviceSizes::ladder() const {
  if (scenario_.workload.fineTune) return kFineTuning;
  return kPretraining;
}

AdviceSizes::Fit AdviceSizes::fit(double states, double limit, std::int64_t tp, std::int64_t cp) const {
  Fit best;
  for (const auto recompute : ladder()) {
    const double activations = modelActivations(tp, cp, recompute);
    const Fit now{states + activations + kAdviceOverhead <= limit, recompute, activations,
                  states + activations + kAdviceOverhead};
    if (now.fits) return now;
    if (best.need == 0 || now.need < best.need) best = now;
  }
  return best;
}

bool AdviceSizes::dividesTensors(std::int64_t tp) const {
  const auto& m = scenario_.model.shape;
  const auto kv = splitKvHeads(m);
  const bool widths = (!hasDenseLayers(m) || m.ffn % tp == 0) && (!isMoe(m) || m.sharedFfn % tp == 0);
  return m.heads % tp == 0 && m.hidden % tp == 0 && widths && (kv % tp == 0 || tp % kv == 0);
}

bool AdviceSizes::dividesTokens(std::int64_t cp) const {
  return cp == 1 || scenario_.workload.sequenceLength % (2 * cp) == 0;
}

std::int64_t AdviceSizes::widestTensor() const {
  std::int64_t widest = 1;
  for (std::int64_t tp = 2; tp <= node_; tp *= 2)
    if (dividesTensors(tp)) widest = tp;
  return widest;
}

}  // namespace shardscope
