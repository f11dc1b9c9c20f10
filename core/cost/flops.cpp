// SPDX-License-Identifier: Apache-2.0
#include "core/cost/flops.hpp"

#include <algorithm>

#include "core/cost/parameters.hpp"

namespace shardscope {
namespace {

// Elements of the attention matrices that a token passes through (§1.1 without biases and norms).
double attentionMatrices(const ModelShape& m) {
  const auto h = static_cast<double>(m.hidden), a = static_cast<double>(m.heads);
  if (usesMla(m)) {
    const auto rq = static_cast<double>(m.qRank), rkv = static_cast<double>(m.kvRank);
    const auto dn = static_cast<double>(m.nopeDim), dr = static_cast<double>(m.ropeDim);
    const auto dv = static_cast<double>(m.vDim);
    const double query = m.qRank > 0 ? h * rq + rq * a * (dn + dr) : h * a * (dn + dr);
    return query + h * (rkv + dr) + rkv * a * (dn + dv) + a * dv * h;
  }
  const auto d = static_cast<double>(headDim(m)), g = static_cast<double>(kvHeads(m));
  return h * (a + 2 * g) * d + a * d * h;
}

// d_qk + d_v over all heads.
double coreWidth(const ModelShape& m) {
  const double perHead =
      usesMla(m) ? static_cast<double>(m.nopeDim + m.ropeDim + m.vDim) : 2 * static_cast<double>(headDim(m));
  return static_cast<double>(m.heads) * perHead;
}

}  // namespace

ForwardFlops forwardFlopsPerToken(const ModelShape& model, double keys) {
  const auto h = static_cast<double>(model.hidden), layers = static_cast<double>(model.layers);
  const auto moe = static_cast<double>(moeLayers(model));
  const double k = model.gated ? 3 : 2;
  const double denseMlp = k * h * static_cast<double>(model.ffn);
  const double moeMlp = k * h *
                            (static_cast<double>(model.topK) * static_cast<double>(model.expertFfn) +
                             static_cast<double>(model.sharedFfn)) +
                        h * static_cast<double>(model.experts);
  ForwardFlops out;
  out.linear = 2 * (layers * attentionMatrices(model) + (layers - moe) * denseMlp + moe * moeMlp);
  out.core = layers * 2 * keys * coreWidth(model);
  out.logits = 2 * h * static_cast<double>(model.vocab);
  return out;
}

double executedKeys(const ModelShape& model, std::int64_t sequenceLength) {
  const double half = static_cast<double>(sequenceLength) / 2;
  if (model.window <= 0) return half;
  return (1 - model.windowShare) * half + model.windowShare * std::min(static_cast<double>(model.window), half);
}

Flops modelFlops(const ModelShape& model, double tokens, std::int64_t sequenceLength, FlopConvention convention) {
  const auto s = static_cast<double>(sequenceLength);
  switch (convention) {
    case FlopConvention::causal: return Flops(3 * tokens * forwardFlopsPerToken(model, s / 2).total());
    case FlopConvention::full: return Flops(3 * tokens * forwardFlopsPerToken(model, s).total());
    case FlopConvention::paper2021: {
      const auto forward = forwardFlopsPerToken(model, s);
      return Flops(tokens * (4 * (forward.linear + forward.core) + 3 * forward.logits));
    }
    case FlopConvention::sixN: return Flops(6 * tokens * static_cast<double>(activeParameters(model)));
  }
  return Flops(0);
}

Flops hardwareFlops(const Scenario& scenario) {
  const auto& model = scenario.model.shape;
  const auto& work = scenario.workload;
  const auto s = static_cast<double>(work.sequenceLength);
  const auto convention = scenario.conventions.flops;
  const bool executed = convention == FlopConvention::causal || convention == FlopConvention::sixN;
  const bool flash = work.flashAttention;
  const auto forward = forwardFlopsPerToken(model, executed && flash ? executedKeys(model, work.sequenceLength) : s);

  // Frozen weights under adapters need no weight gradients (A3). The conventions of modelFlops() count them all the
  // same, as published tables of full training do, so that MFU may exceed HFU here: by 3/2 at most, without recompute.
  const double linearPasses = work.adapter == Adapter::lora ? 2 : 3;
  const double corePasses = executed && flash ? 3.5 : 3;
  double perToken = linearPasses * (forward.linear + forward.logits) + corePasses * forward.core;
  switch (work.recompute) {
    case Recompute::none: break;
    case Recompute::selective: perToken += flash ? 0 : forward.core; break;
    case Recompute::ops: perToken += forward.linear / 2; break;
    case Recompute::full: perToken += forward.linear + forward.core; break;
  }
  return Flops(static_cast<double>(work.globalBatch) * s * perToken);
}

}  // namespace shardscope
