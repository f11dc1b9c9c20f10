// SPDX-License-Identifier: Apache-2.0
#include "core/explain/flops.hpp"

#include "core/cost/flops.hpp"
#include "core/explain/symbols.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

double real(std::int64_t value) { return static_cast<double>(value); }
const ModelShape& shapeOf(const Draft& d) { return d.s.model.shape; }

// Whether the work of `whose` is priced at the keys that the kernel visits.
bool isExecuted(const Draft& d, std::string_view whose) {
  const auto convention = d.s.conventions.flops;
  return whose == "hardware" && d.s.workload.flashAttention &&
         (convention == FlopConvention::causal || convention == FlopConvention::sixN);
}

bool isHalved(const Draft& d, std::string_view whose) {
  if (whose == "hardware") return isExecuted(d, whose);
  return d.s.conventions.flops == FlopConvention::causal || d.s.conventions.flops == FlopConvention::sixN;
}

double keysOf(const Draft& d, std::string_view whose) {
  if (isExecuted(d, whose)) return executedKeys(shapeOf(d), d.s.workload.sequenceLength);
  return real(d.s.workload.sequenceLength) / (isHalved(d, whose) ? 2 : 1);
}

Formula meanKeys(Draft& d) {
  auto half = isHalved(d, d.word) ? sym::sequence(d) / num(2) : sym::sequence(d);
  const auto& m = shapeOf(d);
  if (!isExecuted(d, d.word) || m.window <= 0) return half;
  auto part = d.setting("ω", "window-share", m.windowShare, number, Key::model);
  auto window = sym::dimension(d, "w_s", "window", real(m.window));
  return (num(1) - part) * half + part * least(std::move(window), half);
}

Formula latentElements(Draft& d) {
  const auto& m = shapeOf(d);
  auto h = sym::hidden(d), a = sym::heads(d);
  auto rank = sym::dimension(d, "r_kv", "kv-rank", real(m.kvRank));
  auto nope = sym::dimension(d, "d_n", "nope-dim", real(m.nopeDim));
  auto rope = sym::dimension(d, "d_r", "rope-dim", real(m.ropeDim));
  auto value = sym::dimension(d, "d_v", "value-dim", real(m.vDim));
  auto query = h * a * (nope + rope);
  if (m.qRank > 0) {
    auto queryRank = sym::dimension(d, "r_q", "query-rank", real(m.qRank));
    query = h * queryRank + queryRank * a * (nope + rope);
  }
  return std::move(query) + h * (rank + rope) + rank * a * (nope + value) + a * value * h;
}

}  // namespace

Formula linearFlops(Draft& d) {
  const auto work = forwardFlopsPerToken(shapeOf(d), 0);
  return d.symbol("f_lin", "linear-flops", work.linear, flops, "cost.flops.linear");
}
Formula coreFlops(Draft& d, std::string_view whose) {
  const auto work = forwardFlopsPerToken(shapeOf(d), keysOf(d, whose));
  return d.symbol("f_core", "core-flops", work.core, flops, keyOf("cost.flops.@.core", whose));
}
Formula logitFlops(Draft& d) {
  const auto work = forwardFlopsPerToken(shapeOf(d), 0);
  return d.symbol("f_log", "logit-flops", work.logits, flops, "cost.flops.logits");
}

Formula mlpMatrices(Draft& d) { return sym::dimension(d, "k", "mlp-matrices", shapeOf(d).gated ? 3 : 2); }

Formula attentionElements(Draft& d) {
  const auto& m = shapeOf(d);
  if (usesMla(m)) return latentElements(d);
  auto h = sym::hidden(d), a = sym::heads(d), g = sym::kvHeads(d);
  auto dim = sym::dimension(d, "d_h", "head-dim", real(headDim(m)));
  return h * (a + num(2) * std::move(g)) * dim + a * dim * h;
}

Formula denseMlpElements(Draft& d) {
  auto matrices = mlpMatrices(d), h = sym::hidden(d);
  return std::move(matrices) * std::move(h) * sym::dimension(d, "f", "ffn", real(shapeOf(d).ffn));
}

void explainLinearFlops(Draft& d) {
  const auto& m = shapeOf(d);
  const auto moe = moeLayers(m);
  auto sum = sym::layers(d) * attentionElements(d);
  const Draft::Args dense{{"kind", d.sentence("explain-kind-dense")}}, sparse{{"kind", d.sentence("explain-kind-moe")}};
  if (moe < m.layers)
    sum = std::move(sum) +
          d.setting("L_dense", "layers-kind", real(m.layers - moe), count, Key::model, dense) * denseMlpElements(d);
  if (moe > 0) {
    auto h = sym::hidden(d), matrices = mlpMatrices(d), experts = sym::experts(d);
    auto visited = sym::topK(d) * sym::dimension(d, "f_e", "expert-ffn", real(m.expertFfn));
    if (m.sharedFfn > 0) visited = std::move(visited) + sym::dimension(d, "f_s", "shared-ffn", real(m.sharedFfn));
    auto mlp = std::move(matrices) * h * std::move(visited) + h * std::move(experts);
    sum = std::move(sum) + d.setting("L_moe", "layers-kind", real(moe), count, Key::model, sparse) * std::move(mlp);
  }
  d.give("f_lin", flops, num(2) * std::move(sum), forwardFlopsPerToken(m, 0).linear);
}

void explainCoreFlops(Draft& d) {
  const auto& m = shapeOf(d);
  auto layers = sym::layers(d);
  auto keys = meanKeys(d);
  auto heads = sym::heads(d);
  auto width = usesMla(m) ? sym::dimension(d, "d_qkv", "core-width-mla", real(m.nopeDim + m.ropeDim + m.vDim))
                          : num(2) * sym::dimension(d, "d_h", "head-dim", real(headDim(m)));
  d.give("f_core", flops, std::move(layers) * num(2) * std::move(keys) * (std::move(heads) * std::move(width)),
         forwardFlopsPerToken(m, keysOf(d, d.word)).core);
}

void explainLogitFlops(Draft& d) {
  auto h = num(2) * sym::hidden(d);
  d.give("f_log", flops, std::move(h) * sym::vocabulary(d), forwardFlopsPerToken(shapeOf(d), 0).logits);
}

}  // namespace shardscope
