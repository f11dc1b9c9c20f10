// SPDX-License-Identifier: Apache-2.0
#include "core/cost/activations.hpp"

#include <algorithm>

#include "core/cost/moe_load.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {

double tokensPerRank(const Scenario& scenario) {
  return static_cast<double>(scenario.workload.sequenceLength) * static_cast<double>(scenario.workload.microBatch) /
         static_cast<double>(scenario.parallel.cp);
}

double sequenceDivisor(const Parallel& parallel) {
  return sequenceParallel(parallel) ? static_cast<double>(parallel.tp) : 1.0;
}

double activationBytes(Precision precision) { return precision == Precision::fp32 ? 4.0 : 2.0; }

namespace {

// Elements per token on one rank, and what else the formulas of §3 share.
struct Widths {
  double tokens, bytes;      // n, β
  double tp, split;          // t, r
  double hidden;             // h
  double heads;              // a/t
  double attentionSaved;     // inputs of the core (Q, K, V; with MLA also the low-rank ones) and of the projection
  double attentionOutput;    // input of the projection
  double attentionProducts;  // outputs of the products before the core
};

Widths widthsOf(const Scenario& scenario) {
  const auto& m = scenario.model.shape;
  Widths w{};
  w.tokens = tokensPerRank(scenario);
  w.bytes = activationBytes(scenario.workload.precision);
  w.tp = static_cast<double>(scenario.parallel.tp);
  w.split = sequenceDivisor(scenario.parallel);
  w.hidden = static_cast<double>(m.hidden);
  const auto a = static_cast<double>(m.heads);
  w.heads = a / w.tp;
  if (usesMla(m)) {
    // §3.4. The low-rank tensors are kept before and after their norms, on every TP rank.
    const auto rq = static_cast<double>(m.qRank), rkv = static_cast<double>(m.kvRank);
    const auto dn = static_cast<double>(m.nopeDim), dr = static_cast<double>(m.ropeDim);
    const auto dv = static_cast<double>(m.vDim);
    w.attentionOutput = w.heads * dv;
    w.attentionSaved = 2 * rq + (rkv + dr) + rkv + w.heads * (2 * (dn + dr) + dv) + w.attentionOutput;
    w.attentionProducts = rq + rkv + dr + w.heads * ((dn + dr) + (dn + dv));
  } else {
    const auto d = static_cast<double>(headDim(m));
    const double keys = std::max(static_cast<double>(kvHeads(m)) / w.tp, 1.0) * d;  // copied when kv heads < tp
    w.attentionOutput = w.heads * d;
    w.attentionProducts = w.heads * d + 2 * keys;
    w.attentionSaved = w.attentionProducts + w.attentionOutput;
  }
  return w;
}

double coreBytes(const Scenario& scenario, const Widths& w) {
  if (scenario.workload.flashAttention) return 4 * w.tokens * w.heads;  // fp32 log-sum-exp
  const double scores = w.tokens * static_cast<double>(scenario.workload.sequenceLength) * w.heads;
  // softmax output; with dropout also its output and a one-byte mask: 5as/h of 2205.05198
  return scores * (usesDropout(scenario) ? 2 * w.bytes + 1 : w.bytes);
}

// What the MLP keeps beyond its input, and the outputs of its products (half of which `ops` keeps), in elements.
struct MlpWidths {
  double saved, products, wide, router;
};

MlpWidths denseMlp(const ModelShape& m, const Widths& w) {
  const double wide = static_cast<double>(m.ffn) / w.tp;
  return {(m.gated ? 3 : 2) * wide, (m.gated ? 2 : 1) * wide, wide, 0};
}

// §3.5: T_r = (n/r)·τ·K·κ routed copies on a rank, here per token of n.
MlpWidths moeMlp(const Scenario& scenario, const Widths& w, double moreLoad) {
  const auto& m = scenario.model.shape;
  const double copies = static_cast<double>(m.topK) * moeLoad(scenario, moreLoad).loadFactor / w.split;
  const double wide = copies * static_cast<double>(m.expertFfn);  // τ cancels: τ times the copies, 1/τ of the width
  const double shared = static_cast<double>(m.sharedFfn) / w.tp;
  const double permuted = copies * static_cast<double>(scenario.parallel.etp) * w.hidden;
  return {permuted + (m.gated ? 3 : 2) * (wide + shared), (m.gated ? 2 : 1) * (wide + shared), wide,
          8 * static_cast<double>(m.experts) / w.split};
}

// §3.6, `ops`: the layer input, the attention output with its log-sum-exp, and every second matrix product.
double opsStored(const Widths& w, const MlpWidths& mlp) {
  const double products = w.attentionProducts + 2 * w.hidden / w.split + mlp.products;
  return w.tokens * (w.bytes * (w.hidden / w.split + w.attentionOutput + products / 2) + 4 * w.heads);
}

}  // namespace

LayerActivations layerActivations(const Scenario& scenario, bool moe, double moreLoad) {
  const auto w = widthsOf(scenario);
  const auto mlp = moe ? moeMlp(scenario, w, moreLoad) : denseMlp(scenario.model.shape, w);
  LayerActivations out;
  out.core = coreBytes(scenario, w);
  out.mlpWidth = mlp.wide;
  // Inputs of the two norms and of the two products behind them; one-byte masks of the two dropouts.
  const double rows = w.tokens * w.hidden / w.split;
  out.full = rows * (4 * w.bytes + (usesDropout(scenario) ? 2 : 0)) + w.tokens * w.bytes * w.attentionSaved + out.core +
             w.tokens * (w.bytes * mlp.saved + mlp.router);
  switch (scenario.workload.recompute) {
    case Recompute::none: out.stored = out.full; break;
    case Recompute::selective:  // flash attention already repeats its scores: nothing left to drop
      out.repeated = scenario.workload.flashAttention ? 0 : out.core;
      out.stored = out.full - out.repeated;
      break;
    case Recompute::ops:
      out.stored = opsStored(w, mlp);
      out.repeated = std::max(0.0, out.full - out.stored);
      break;
    case Recompute::full:
      out.stored = w.bytes * rows / static_cast<double>(scenario.workload.recomputeLayers);
      out.repeated = out.full;
      break;
  }
  return out;
}

}  // namespace shardscope
