// SPDX-License-Identifier: Apache-2.0
// cost.layer.*: time of one layer and micro-batch on one rank; parameters and activations in layer_memory.cpp.
#include <algorithm>

#include "core/cost/gemm.hpp"
#include "core/cost/traffic.hpp"
#include "core/explain/explain.hpp"
#include "core/explain/layer_memory.hpp"
#include "core/explain/rows.hpp"
#include "core/explain/symbols.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

bool isMoeKind(const Draft& d) { return d.word == "moe"; }
const LayerInputs& inputs(const Draft& d) { return d.facts.plan.inputs; }
const LayerTime& timeOf(const Draft& d) { return isMoeKind(d) ? d.facts.plan.times.moe : d.facts.plan.times.dense; }

// One product of a layer: forward, input gradient and, unless frozen, weight gradient.
struct Product {
  const char *name, *meaning;
  double tokens, inner, outer, groups = 1;
  bool grouped = false;
};

double secondsOf(const LayerInputs& in, const Product& p) {
  GemmRate rate = in.gemm;
  if (p.grouped && p.groups > 1) rate.halfDepth += kGroupedHalfDepth;
  const double sum =
      gemmSeconds(rate, p.tokens, p.outer, p.inner, p.groups) + gemmSeconds(rate, p.tokens, p.inner, p.outer, p.groups);
  return in.frozen ? sum : sum + gemmSeconds(rate, p.inner, p.outer, p.tokens, p.groups);
}

void addAttention(const LayerInputs& in, std::vector<Product>& out) {
  const auto& w = in.width;
  const double n = in.tokens, local = n / in.sharded;
  if (!w.mla) {
    out.push_back({"t_qkv", "product-qkv", n, w.hidden, (w.heads + 2 * w.kvHeads) * w.headDim});
    out.push_back({"t_proj", "product-projection", n, w.heads * w.headDim, w.hidden});
    return;
  }
  if (w.queryRank > 0) {
    out.push_back({"t_q,down", "product-q-down", local, w.hidden, w.queryRank});
    out.push_back({"t_q,up", "product-q-up", n, w.queryRank, w.heads * w.queryKeyDim});
  } else {
    out.push_back({"t_q", "product-q", n, w.hidden, w.heads * w.queryKeyDim});
  }
  out.push_back({"t_kv,down", "product-kv-down", local, w.hidden, w.latentRank + w.ropeDim});
  out.push_back({"t_kv,up", "product-kv-up", n, w.latentRank, w.heads * (w.nopeDim + w.valueDim)});
  out.push_back({"t_proj", "product-projection", n, w.heads * w.valueDim, w.hidden});
}

std::vector<Product> productsOf(const LayerInputs& in, bool moe) {
  const auto& w = in.width;
  const double gates = w.gated ? 2 : 1;
  std::vector<Product> out;
  addAttention(in, out);
  if (!moe) {
    out.push_back({"t_up", "product-up", in.tokens, w.hidden, gates * w.ffn});
    out.push_back({"t_down", "product-down", in.tokens, w.ffn, w.hidden});
    return out;
  }
  if (w.sharedFfn > 0) {
    out.push_back({"t_up,shared", "product-shared-up", in.tokens, w.hidden, gates * w.sharedFfn});
    out.push_back({"t_down,shared", "product-shared-down", in.tokens, w.sharedFfn, w.hidden});
  }
  const auto& x = in.expert;
  const double tokens = x.routedCopies / x.localExperts;
  out.push_back({"t_up,x", "product-expert-up", tokens, w.hidden, gates * w.expertFfn, x.localExperts, true});
  out.push_back({"t_down,x", "product-expert-down", tokens, w.expertFfn, w.hidden, x.localExperts, true});
  return out;
}

void gemm(Draft& d) {
  const auto& in = inputs(d);
  std::optional<Formula> sum;
  for (const auto& product : productsOf(in, isMoeKind(d))) {
    const auto shown = [](double size) { return explainValueText(size, number); };
    auto term = d.symbol(product.name, product.meaning, secondsOf(in, product), seconds, {},
                         {{"tokens", shown(product.tokens)},
                          {"inner", shown(product.inner)},
                          {"outer", shown(product.outer)},
                          {"groups", shown(product.groups)}});
    sum = sum ? std::move(*sum) + std::move(term) : std::move(term);
  }
  d.give("t_gemm", seconds, std::move(*sum), timeOf(d).forward.gemm + timeOf(d).backward.gemm);
  d.convention(in.frozen ? "gemm-frozen" : "gemm", {{"rate", explainValueText(in.gemm.flopsPerS, flopsPerSecond)},
                                                    {"depth", explainValueText(in.gemm.halfDepth, number)}});
}

void attention(Draft& d) {
  const auto& in = inputs(d);
  const double value = timeOf(d).forward.attention + timeOf(d).backward.attention;
  auto rows = d.symbol("a_t", "heads-rank", in.width.heads, number);
  if (in.fusedAttention) {
    auto keys = d.symbol("s_k", "attended-keys", in.attendedTokens, number);
    auto work = num(2) * std::move(keys) * sym::tokens(d);
    work = std::move(work) * std::move(rows) *
           d.symbol("d_qkv", "core-width", in.width.queryKeyDim + in.width.valueDim, count);
    auto forward = work / sym::device(d, "P_F", "core-rate-forward", in.attentionForward, flopsPerSecond);
    auto backward = num(2.5) * work / sym::device(d, "P_B", "core-rate-backward", in.attentionBackward, flopsPerSecond);
    d.give("t_att", seconds, std::move(forward) + std::move(backward) + num(2) * sym::launch(d), value);
    return d.convention("attention-fused");
  }
  const auto& w = in.width;
  const double batch = in.microBatch * w.heads;
  const double products = gemmSeconds(in.gemmBf16, in.localSequence, in.sequence, w.queryKeyDim, batch) +
                          gemmSeconds(in.gemmBf16, in.localSequence, w.valueDim, in.sequence, batch);
  auto all = num(3) * d.symbol("t_s", "score-products", products, seconds);
  auto traffic = d.symbol("β_s", "score-traffic", (10 + (in.dropout ? 10 : 0)) * (in.elementBytes / 2), bytes);
  auto scores = std::move(traffic) * sym::tokens(d);
  scores = std::move(scores) * sym::sequence(d) * std::move(rows);
  d.give("t_att", seconds, std::move(all) + std::move(scores) / sym::memoryRate(d) + num(2) * sym::launch(d), value);
  d.convention("attention-unfused");
}

void pointwise(Draft& d) {
  const auto& t = timeOf(d);
  auto forward = d.symbol("t_F", "pointwise-forward", t.forward.pointwise, seconds);
  d.give("t_pw", seconds, std::move(forward) + d.symbol("t_B", "pointwise-backward", t.backward.pointwise, seconds),
         t.forward.pointwise + t.backward.pointwise);
  d.convention("pointwise");
}

// Share of tensor-parallel traffic that stays visible.
Formula visible(Draft& d, double hidden) { return num(1) - d.symbol("η", "hidden-share", hidden, number); }

// Collectives of one forward pass, before overlap.
Formula tensorForward(Draft& d) {
  const auto& in = inputs(d);
  auto pairs = d.symbol("q", "tp-pairs", tensorCollectivePairs(in, isMoeKind(d)), count, {},
                        {{"kind", d.sentence(isMoeKind(d) ? "explain-kind-moe" : "explain-kind-dense")}});
  if (!in.sequenceParallel)
    return std::move(pairs) *
           d.symbol("t_AR", "tp-all-reduce", allReduceSeconds(in.fabric, in.tpPlace, tensorMessageBytes(in)), seconds);
  auto gather =
      d.symbol("t_AG", "tp-all-gather", allGatherSeconds(in.fabric, in.tpPlace, gatherMessageBytes(in)), seconds);
  return std::move(pairs) *
         (std::move(gather) + d.symbol("t_RS", "tp-reduce-scatter",
                                       allGatherSeconds(in.fabric, in.tpPlace, tensorMessageBytes(in)), seconds));
}

Formula tensorPasses(Draft& d) { return num(inputs(d).sequenceParallel ? 2.25 : 2); }

void tensorParallel(Draft& d) {
  const auto& in = inputs(d);
  const double value = timeOf(d).forward.tp + timeOf(d).backward.tp;
  if (!in.tpPlace.active()) return d.give("t_tp", seconds, num(0), value);
  auto sum = tensorForward(d) * tensorPasses(d) * visible(d, in.tpHidden);
  if (in.sequenceParallel && in.stack.layoutCopies) {
    const double copies =
        tensorCollectivePairs(in, isMoeKind(d)) * 2 * (gatherMessageBytes(in) + tensorMessageBytes(in)) / in.memoryRate;
    sum = std::move(sum) + num(2) * d.symbol("t_copy", "layout-copies", copies, seconds);
  }
  d.give("t_tp", seconds, std::move(sum), value);
  d.convention(in.sequenceParallel ? "tp-sequence" : "tp-all-reduce");
}

// With what recompute repeats.
void tensorTraffic(Draft& d) {
  const auto& t = timeOf(d);
  const auto sum = [](const PassTime& p) { return p.tp + p.hiddenTp; };
  auto forward = d.symbol("t_F", "tp-forward", sum(t.forward), seconds);
  auto all = std::move(forward) + d.symbol("t_B", "tp-backward", sum(t.backward), seconds);
  if (sum(t.repeated) > 0) all = std::move(all) + d.symbol("t_R", "tp-repeated", sum(t.repeated), seconds);
  d.give("t_tp", seconds, std::move(all), sum(t.forward) + sum(t.backward) + sum(t.repeated));
}

void hiddenTensor(Draft& d) {
  const auto& in = inputs(d);
  const auto& t = timeOf(d);
  const double value = t.forward.hiddenTp + t.backward.hiddenTp + t.repeated.hiddenTp;
  if (!in.tpPlace.active()) return d.give("h_tp", seconds, num(0), value);
  const double passes = (in.sequenceParallel ? 2.25 : 2) + (in.recompute == Recompute::full ? 1 : 0);
  auto once = tensorForward(d);
  d.give("h_tp", seconds, std::move(once) * num(passes) * d.symbol("η", "hidden-share", in.tpHidden, number), value);
}

Formula exchange(Draft& d) {
  const auto& in = inputs(d);
  const double message = expertMessageBytes(in);
  const double time = in.deduplicate ? deduplicatedAllToAllSeconds(in.fabric, in.epPlace, message, in.deduplication)
                                     : allToAllSeconds(in.fabric, in.epPlace, message);
  return d.symbol("t_x", in.deduplicate ? "exchange-deduplicated" : "exchange", time, seconds);
}

void expertParallel(Draft& d) {
  const auto& in = inputs(d);
  const double value = timeOf(d).forward.ep + timeOf(d).backward.ep;
  if (!in.epPlace.active() || !isMoeKind(d)) return d.give("t_ep", seconds, num(0), value);
  auto all = num(4) * exchange(d);
  d.give("t_ep", seconds, std::move(all) * visible(d, in.epHidden), value);
  d.convention("ep-exchanges");
}

void expertTraffic(Draft& d) {
  const auto& in = inputs(d);
  const auto& t = timeOf(d);
  const auto sum = [](const PassTime& p) { return p.ep + p.hiddenEp; };
  const double value = sum(t.forward) + sum(t.backward) + sum(t.repeated);
  if (!in.epPlace.active() || !isMoeKind(d)) return d.give("t_ep", seconds, num(0), value);
  d.give("t_ep", seconds, num(in.recompute == Recompute::full ? 6 : 4) * exchange(d), value);
  d.convention("ep-exchanges");
}

void hiddenExpert(Draft& d) {
  const auto& in = inputs(d);
  const auto& t = timeOf(d);
  const double value = t.forward.hiddenEp + t.backward.hiddenEp + t.repeated.hiddenEp;
  if (!in.epPlace.active() || !isMoeKind(d)) return d.give("h_ep", seconds, num(0), value);
  auto all = num(in.recompute == Recompute::full ? 6 : 4) * exchange(d);
  d.give("h_ep", seconds, std::move(all) * d.symbol("η", "hidden-share", in.epHidden, number), value);
}

// One pass of context parallelism in the open.
Formula exposedRing(Draft& d, const char* hopName, double hopBytes, const char* coreName, double core) {
  const auto& in = inputs(d);
  auto c = sym::contextParallel(d);
  auto hop = d.symbol(hopName, "ring-hop", pointToPointSeconds(in.fabric, in.cpPlace, hopBytes), seconds);
  auto traffic = (c - num(1)) * std::move(hop);
  auto behind = d.symbol(coreName, "core-pass", core, seconds);
  return greatest(num(0), std::move(traffic) - std::move(behind) * (c - num(1)) / c);
}

void contextParallel(Draft& d) {
  const auto& in = inputs(d);
  const auto& t = timeOf(d);
  const double value = t.forward.cp + t.backward.cp;
  if (!in.cpPlace.active()) return d.give("t_cp", seconds, num(0), value);
  if (in.cpKind == CpKind::allToAll) {
    d.give("t_cp", seconds,
           num(8) * d.symbol("t_x", "head-exchange-seconds",
                             allToAllSeconds(in.fabric, in.cpPlace, headExchangeBytes(in)), seconds),
           value);
    return d.convention("cp-all-to-all");
  }
  auto forward = exposedRing(d, "t_hop,F", ringHopBytes(in), "t_att,F", t.forward.attention);
  d.give("t_cp", seconds,
         std::move(forward) + exposedRing(d, "t_hop,B", 2 * ringHopBytes(in), "t_att,B", t.backward.attention), value);
  d.convention("cp-ring");
}

void contextTraffic(Draft& d) {
  const auto& in = inputs(d);
  const auto& t = timeOf(d);
  const auto sum = [](const PassTime& p) { return p.cp + p.hiddenCp; };
  const double value = sum(t.forward) + sum(t.backward) + sum(t.repeated);
  if (!in.cpPlace.active()) return d.give("t_cp", seconds, num(0), value);
  const double again = in.recompute == Recompute::full ? 1 : 0;
  if (in.cpKind == CpKind::allToAll) {
    auto all = num(8 + 4 * again);
    return d.give("t_cp", seconds,
                  std::move(all) * d.symbol("t_x", "head-exchange-seconds",
                                            allToAllSeconds(in.fabric, in.cpPlace, headExchangeBytes(in)), seconds),
                  value);
  }
  const auto hop = [&](const char* name, double factor) {
    return d.symbol(name, "ring-hop", pointToPointSeconds(in.fabric, in.cpPlace, factor * ringHopBytes(in)), seconds);
  };
  auto hops = sym::contextParallel(d) - num(1);
  auto forward = num(1 + again) * hop("t_hop,F", 1);
  d.give("t_cp", seconds, std::move(hops) * (std::move(forward) + hop("t_hop,B", 2)), value);
}

Formula sumOfPass(Draft& d, const PassTime& pass) {
  const struct {
    const char *name, *meaning;
    double value;
  } parts[] = {{"t_gemm", "pass-gemm", pass.gemm},
               {"t_att", "pass-attention", pass.attention},
               {"t_pw", "pass-pointwise", pass.pointwise},
               {"t_tp", "pass-tp", pass.tp},
               {"t_cp", "pass-cp", pass.cp},
               {"t_ep", "pass-ep", pass.ep},
               {"t_host", "pass-floor", pass.floor}};
  std::optional<Formula> sum;
  for (const auto& part : parts) {
    if (part.value == 0) continue;
    auto term = d.symbol(part.name, part.meaning, part.value, seconds);
    sum = sum ? std::move(*sum) + std::move(term) : std::move(term);
  }
  return sum.value_or(num(0));
}

void forward(Draft& d) {
  d.give("f", seconds, sumOfPass(d, timeOf(d).forward), timeOf(d).forward.total());
  d.convention("left-out-zero");
}
void backward(Draft& d) {
  d.give("g", seconds, sumOfPass(d, timeOf(d).backward), timeOf(d).backward.total());
  d.convention("left-out-zero");
}

void repeated(Draft& d) {
  const auto& t = timeOf(d);
  const auto forwardOf = [&](const char* name, const char* meaning, double value) {
    return d.symbol(name, meaning, value, seconds);
  };
  const auto formula = [&]() -> Formula {
    switch (inputs(d).recompute) {
      case Recompute::none: return num(0);
      case Recompute::selective:
        return inputs(d).fusedAttention ? num(0) : forwardOf("t_att,F", "pass-attention", t.forward.attention);
      case Recompute::ops: {
        auto half = forwardOf("t_gemm,F", "pass-gemm", t.forward.gemm) / num(2);
        return std::move(half) + forwardOf("t_pw,F", "pass-pointwise", t.forward.pointwise);
      }
      case Recompute::full:
        return d.symbol("f", "layer-forward-plain", t.forward.total(), seconds,
                        keyOf("cost.layer.@.forward_s", d.word));
    }
    return num(0);
  };
  d.give("t_re", seconds, formula(), t.repeated.total());
  d.convention("recompute", {{"recompute", std::string(word(inputs(d).recompute))}});
}

// What a pass must last at least, and what it lasts without that.
Formula floorOf(Draft& d, const PassTime& pass, const char* name, double issues) {
  auto issue = d.setting("t_h", "host-issue", inputs(d).stack.hostFloor, seconds, Key::stack);
  auto busy = d.symbol(name, "pass-busy", pass.total() - pass.floor, seconds);
  return greatest(num(0), num(issues) * std::move(issue) - std::move(busy));
}

void hostFloor(Draft& d) {
  const auto& t = timeOf(d);
  const double issues = (isMoeKind(d) ? 2 : 1) + (inputs(d).width.mla ? 1 : 0);
  auto first = floorOf(d, t.forward, "t_busy,F", issues);
  d.give("t_host", seconds, std::move(first) + floorOf(d, t.backward, "t_busy,B", 2 * issues),
         t.forward.floor + t.backward.floor);
  d.convention("host-floor");
}

constexpr ExplainRow kRows[] = {
    {"cost.layer.@.parameters", "layer-parameters", "parameters", Better::neither, explainLayerParameters},
    {"cost.layer.@.parameters_per_gpu", "layer-parameters-per-gpu", "parameters-rank", Better::neither,
     explainLayerParametersPerGpu},
    {"cost.layer.@.experts_per_gpu", "experts-per-gpu", "parameters-rank", Better::neither, explainExpertsPerGpu},
    {"cost.layer.@.full_bytes", "full-activations", "activations", Better::neither, explainFullActivations},
    {"cost.layer.@.stored_bytes", "stored-activations", "activations", Better::neither, explainStoredActivations},
    {"cost.layer.@.gemm_s", "layer-gemm", "gemm", Better::neither, gemm},
    {"cost.layer.@.attention_s", "layer-attention", "attention", Better::neither, attention},
    {"cost.layer.@.pointwise_s", "layer-pointwise", "pointwise", Better::neither, pointwise},
    {"cost.layer.@.tp_s", "layer-tp", "tensor-parallel", Better::neither, tensorParallel},
    {"cost.layer.@.tp_traffic_s", "layer-tp-traffic", "tensor-parallel", Better::neither, tensorTraffic},
    {"cost.layer.@.hidden_tp_s", "layer-hidden-tp", "tensor-parallel", Better::neither, hiddenTensor},
    {"cost.layer.@.cp_s", "layer-cp", "context-parallel", Better::neither, contextParallel},
    {"cost.layer.@.cp_traffic_s", "layer-cp-traffic", "context-parallel", Better::neither, contextTraffic},
    {"cost.layer.@.ep_s", "layer-ep", "expert-parallel", Better::neither, expertParallel},
    {"cost.layer.@.ep_traffic_s", "layer-ep-traffic", "expert-parallel", Better::neither, expertTraffic},
    {"cost.layer.@.hidden_ep_s", "layer-hidden-ep", "expert-parallel", Better::neither, hiddenExpert},
    {"cost.layer.@.repeated_s", "layer-repeated", "recompute", Better::neither, repeated},
    {"cost.layer.@.host_floor_s", "layer-floor", "other", Better::neither, hostFloor},
    {"cost.layer.@.forward_s", "layer-forward", "layer", Better::neither, forward},
    {"cost.layer.@.backward_s", "layer-backward", "layer", Better::neither, backward},
};

}  // namespace

std::span<const ExplainRow> layerRows() { return kRows; }

}  // namespace shardscope
