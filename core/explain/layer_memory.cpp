// SPDX-License-Identifier: Apache-2.0
#include "core/explain/layer_memory.hpp"

#include "core/cost/activations.hpp"
#include "core/cost/moe_load.hpp"
#include "core/cost/parameters.hpp"
#include "core/explain/flops.hpp"
#include "core/explain/symbols.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

double real(std::int64_t value) { return static_cast<double>(value); }
bool isMoeKind(const Draft& d) { return d.word == "moe"; }
const ModelShape& shapeOf(const Draft& d) { return d.s.model.shape; }
LayerParameters countsOf(const Draft& d) {
  return isMoeKind(d) ? moeLayerParameters(shapeOf(d)) : denseLayerParameters(shapeOf(d));
}
const LayerOnRank& rankOf(const Draft& d) { return isMoeKind(d) ? d.facts.memory.moe : d.facts.memory.dense; }

// Biases of the attention, or the norms of low-rank attention.
void addAttentionRest(Draft& d, Formula& sum) {
  const auto& m = shapeOf(d);
  if (usesMla(m)) {
    auto rank = sym::dimension(d, "r_kv", "kv-rank", real(m.kvRank));
    if (m.qRank > 0) sum = std::move(sum) + sym::dimension(d, "r_q", "query-rank", real(m.qRank));
    sum = std::move(sum) + std::move(rank);
  } else if (m.bias) {
    auto heads = sym::heads(d) + num(2) * sym::kvHeads(d);
    sum = std::move(sum) + std::move(heads) * sym::dimension(d, "d_h", "head-dim", real(headDim(m))) + sym::hidden(d);
  }
}

Formula normParameters(Draft& d) {
  const auto& m = shapeOf(d);
  return num(2) *
         sym::dimension(d, "k_n", m.norm == Norm::rms ? "norm-rms" : "norm-layer", m.norm == Norm::rms ? 1 : 2) *
         sym::hidden(d);
}

void addMoe(Draft& d, Formula& sum) {
  const auto& m = shapeOf(d);
  auto experts = sym::experts(d), h = sym::hidden(d), k = mlpMatrices(d);
  if (m.sharedFfn > 0) sum = std::move(sum) + k * h * sym::dimension(d, "f_s", "shared-ffn", real(m.sharedFfn));
  sum = std::move(sum) + normParameters(d) + h * experts;
  if (m.routerBias) sum = std::move(sum) + experts;
  sum = std::move(sum) + experts * k * h * sym::dimension(d, "f_e", "expert-ffn", real(m.expertFfn));
}

}  // namespace

void explainLayerParameters(Draft& d) {
  const auto& m = shapeOf(d);
  auto sum = attentionElements(d);
  addAttentionRest(d, sum);
  if (isMoeKind(d)) {
    addMoe(d, sum);
  } else {
    sum = std::move(sum) + denseMlpElements(d);
    if (m.bias) {
      auto width = (mlpMatrices(d) - num(1)) * sym::dimension(d, "f", "ffn", real(m.ffn));
      sum = std::move(sum) + std::move(width) + sym::hidden(d);
    }
    sum = std::move(sum) + normParameters(d);
  }
  d.give("ψ", count, std::move(sum), real(countsOf(d).total()));
}

void explainLayerParametersPerGpu(Draft& d) {
  const auto counts = countsOf(d);
  auto sharded = d.symbol("ψ_t", "parameters-sharded", real(counts.sharded), count);
  auto share = std::move(sharded) / sym::tensorParallel(d);
  d.give("ψ", count, std::move(share) + d.symbol("ψ_r", "parameters-replicated", real(counts.replicated), count),
         rankOf(d).parameters.dense);
}

void explainExpertsPerGpu(Draft& d) {
  auto all = sym::experts(d) *
             d.symbol("ψ_E", "expert-parameters", isMoeKind(d) ? real(expertParameters(shapeOf(d))) : 0, count);
  auto ranks = sym::expertParallel(d);
  d.give("ψ_x", count, std::move(all) / (std::move(ranks) * sym::expertTensor(d)), rankOf(d).parameters.experts);
}

namespace {

// Elements per token that the attention keeps: inputs of its core and of the projection.
struct Widths {
  Formula saved, output, products;
};

Formula headsOfRank(Draft& d) {
  auto a = sym::heads(d);
  return std::move(a) / sym::tensorParallel(d);
}

Widths latentWidths(Draft& d) {
  const auto& m = shapeOf(d);
  const auto rank = sym::dimension(d, "r_kv", "kv-rank", real(m.kvRank));
  const auto query = sym::dimension(d, "r_q", "query-rank", real(m.qRank));
  const auto nope = sym::dimension(d, "d_n", "nope-dim", real(m.nopeDim));
  const auto rope = sym::dimension(d, "d_r", "rope-dim", real(m.ropeDim));
  const auto value = sym::dimension(d, "d_v", "value-dim", real(m.vDim));
  const auto heads = headsOfRank(d);
  auto output = heads * value;
  auto saved = num(2) * query + (rank + rope) + rank + heads * (num(2) * (nope + rope) + value) + output;
  auto products = query + rank + rope + heads * ((nope + rope) + (nope + value));
  return {std::move(saved), std::move(output), std::move(products)};
}

Widths plainWidths(Draft& d) {
  const auto dim = sym::dimension(d, "d_h", "head-dim", real(headDim(shapeOf(d))));
  auto groups = sym::kvHeads(d);
  // Copied when there are fewer than ranks.
  auto keys = greatest(std::move(groups) / sym::tensorParallel(d), num(1)) * dim;
  auto output = headsOfRank(d) * dim;
  auto products = output + num(2) * std::move(keys);
  return {products + output, output, products};
}

Widths widthsOf(Draft& d) { return usesMla(shapeOf(d)) ? latentWidths(d) : plainWidths(d); }

Formula coreBytes(Draft& d) {
  auto rows = sym::tokens(d);
  if (d.s.workload.flashAttention) return num(4) * std::move(rows) * headsOfRank(d);
  auto scores = std::move(rows) * sym::sequence(d) * headsOfRank(d);
  auto element = sym::elementBytes(d);
  return std::move(scores) * (usesDropout(d.s) ? num(2) * std::move(element) + num(1) : std::move(element));
}

// What the MLP keeps beyond its input, and the outputs of its products, in elements per token.
struct MlpWidths {
  Formula saved, products;
};

MlpWidths mlpWidths(Draft& d) {
  const auto& m = shapeOf(d);
  const double kept = m.gated ? 3 : 2, made = m.gated ? 2 : 1;
  if (!isMoeKind(d)) {
    auto f = sym::dimension(d, "f", "ffn", real(m.ffn));
    const auto wide = std::move(f) / sym::tensorParallel(d);
    return {num(kept) * wide, num(made) * wide};
  }
  auto copies = sym::topK(d);
  copies = std::move(copies) * d.symbol("κ", "load-factor", moeLoad(d.s).loadFactor, number, "moe.load_factor");
  copies = std::move(copies) / sym::split(d);
  auto wide = copies * sym::dimension(d, "f_e", "expert-ffn", real(m.expertFfn));
  if (m.sharedFfn > 0)
    wide = std::move(wide) + sym::dimension(d, "f_s", "shared-ffn", real(m.sharedFfn)) / sym::tensorParallel(d);
  auto permuted = copies * sym::expertTensor(d) * sym::hidden(d);
  return {std::move(permuted) + num(kept) * wide, num(made) * wide};
}

Formula fullBytes(Draft& d) {
  const auto element = sym::elementBytes(d), n = sym::tokens(d);
  const auto rows = n * sym::hidden(d) / sym::split(d);
  auto perElement = num(4) * element;
  if (usesDropout(d.s)) perElement = std::move(perElement) + num(2);
  auto sum = rows * std::move(perElement) + n * element * widthsOf(d).saved + coreBytes(d);
  auto mlp = element * mlpWidths(d).saved;
  if (isMoeKind(d)) mlp = std::move(mlp) + num(8) * sym::experts(d) / sym::split(d);
  return std::move(sum) + n * std::move(mlp);
}

Formula opsBytes(Draft& d) {
  const auto element = sym::elementBytes(d), n = sym::tokens(d);
  const auto rows = sym::hidden(d) / sym::split(d);
  auto widths = widthsOf(d);
  auto products = std::move(widths.products) + num(2) * rows + mlpWidths(d).products;
  auto kept = rows + std::move(widths.output) + std::move(products) / num(2);
  return n * (element * std::move(kept) + num(4) * headsOfRank(d));
}

Formula fullSymbol(Draft& d) {
  return d.symbol("A_full", "full-activations", rankOf(d).activations.full, bytes,
                  keyOf("cost.layer.@.full_bytes", d.word));
}

}  // namespace

void explainFullActivations(Draft& d) {
  d.give("A_full", bytes, fullBytes(d), rankOf(d).activations.full);
  d.convention("layer-activations");
}

void explainStoredActivations(Draft& d) {
  const auto formula = [&]() -> Formula {
    switch (d.s.workload.recompute) {
      case Recompute::none: return fullBytes(d);
      case Recompute::selective: return d.s.workload.flashAttention ? fullSymbol(d) : fullSymbol(d) - coreBytes(d);
      case Recompute::ops: return opsBytes(d);
      case Recompute::full: {
        auto rows = sym::elementBytes(d) * (sym::tokens(d) * sym::hidden(d) / sym::split(d));
        return std::move(rows) /
               d.setting("k", "segment", real(d.s.workload.recomputeLayers), count, Key::recomputeLayers);
      }
    }
    return num(0);
  };
  d.give("A", bytes, formula(), rankOf(d).activations.stored);
  d.convention("stored-" + std::string(word(d.s.workload.recompute)));
}

}  // namespace shardscope
