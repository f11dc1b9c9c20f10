// SPDX-License-Identifier: Apache-2.0
// The layout rules that a framework enforces or suffers from. Sources: Megatron-LM, Transformer Engine and others, as
// collected per rule in the rule documentation; numbers of the message go into args.
#include <algorithm>

#include "core/cost/parameters.hpp"
#include "core/rules/rule.hpp"
#include "core/scenario/derived.hpp"
#include "core/units/checked.hpp"

namespace shardscope::conditions {
namespace {

constexpr double d(std::int64_t value) { return static_cast<double>(value); }

// N / (tp·pp·cp), or 0 when it is not whole. Step by step: the product may leave 64 bits.
std::int64_t wholeReplicas(const RuleContext& c, Key& culprit) {
  const auto& p = c.scenario.parallel;
  auto rest = c.gpus;
  for (const auto& [degree, key] : {std::pair{p.tp, Key::tp}, std::pair{p.pp, Key::pp}, std::pair{p.cp, Key::cp}}) {
    culprit = key;
    if (rest % degree != 0) return 0;
    rest /= degree;
  }
  return rest;
}

}  // namespace

// gpus, tp, pp, cp, dp as given (0: no whole degree exists)
bool w1(const RuleContext& c, Issue& issue) {
  const auto& p = c.scenario.parallel;
  Key culprit{};
  const auto replicas = wholeReplicas(c, culprit);
  if (replicas > 0 && p.dp.value_or(replicas) == replicas) return false;
  issue.args = {d(c.gpus), d(p.tp), d(p.pp), d(p.cp), replicas > 0 ? d(*p.dp) : 0.0};
  if (replicas == 0) issue.field = culprit;
  return true;
}

// ep, etp, tp·cp·dp
bool w2(const RuleContext& c, Issue& issue) {
  const auto& p = c.scenario.parallel;
  const auto product = CheckedCount(p.tp) * p.cp * c.dp;
  const auto ranks = product.count(), expertRanks = p.ep * p.etp;
  if (c.dp == 0 || product.overflowed() || ranks % expertRanks == 0)
    return false;  // overflowed: W-1 says what is wrong
  issue.args = {d(p.ep), d(p.etp), d(ranks)};
  if (p.ep == 1) issue.field = Key::etp;
  return true;
}

// hidden, heads
bool t9(const RuleContext& c, Issue& issue) {
  const auto& m = c.scenario.model.shape;
  issue.args = {d(m.hidden), d(m.heads)};
  return m.headDim == 0 && m.hidden % m.heads != 0;
}

// tp, heads
bool t1(const RuleContext& c, Issue& issue) {
  issue.args = {d(c.scenario.parallel.tp), d(c.scenario.model.shape.heads)};
  return c.scenario.model.shape.heads % c.scenario.parallel.tp != 0;
}

// tp, KV heads
bool t2(const RuleContext& c, Issue& issue) {
  const auto tp = c.scenario.parallel.tp, kv = splitKvHeads(c.scenario.model.shape);
  issue.args = {d(tp), d(kv)};
  return kv % tp != 0 && tp % kv != 0;
}

// degree, width, which: 0 MLP, 1 shared experts (both by tp), 2 routed experts (by etp)
bool t7(const RuleContext& c, Issue& issue) {
  const auto& m = c.scenario.model.shape;
  const auto& p = c.scenario.parallel;
  if (hasDenseLayers(m) && m.ffn % p.tp != 0)
    issue.args = {d(p.tp), d(m.ffn), 0};
  else if (isMoe(m) && m.sharedFfn % p.tp != 0)
    issue.args = {d(p.tp), d(m.sharedFfn), 1};
  else if (isMoe(m) && m.expertFfn % p.etp != 0)
    issue.args = {d(p.etp), d(m.expertFfn), 2};
  else
    return false;
  if (issue.args[2] == 2) issue.field = Key::etp;
  return true;
}

// layers, pp, vpp
bool l1(const RuleContext& c, Issue& issue) {
  const auto& p = c.scenario.parallel;
  const auto layers = c.scenario.model.shape.layers;
  issue.args = {d(layers), d(p.pp), d(p.vpp)};
  if (layers >= p.pp) issue.field = Key::vpp;
  return layers < p.pp * p.vpp;
}

// layers, pp, vpp
bool p3(const RuleContext& c, Issue& issue) {
  const auto& p = c.scenario.parallel;
  const auto layers = c.scenario.model.shape.layers;
  issue.args = {d(layers), d(p.pp), d(p.vpp)};
  return c.interleaved && p.stageLayers.empty() && layers % (p.pp * p.vpp) != 0;
}

// vpp
bool p8(const RuleContext& c, Issue& issue) {
  issue.args = {d(c.scenario.parallel.vpp)};
  return c.interleaved && c.scenario.parallel.pp == 1;
}

// M, pp, vpp
bool p9(const RuleContext& c, Issue& issue) {
  const auto& p = c.scenario.parallel;
  issue.args = {d(c.microBatches), d(p.pp), d(p.vpp)};
  return c.interleaved && c.microBatches > 0 && c.microBatches % p.pp != 0;  // includes M < pp
}

// sequence length, cp, 2·cp
bool s4(const RuleContext& c, Issue& issue) {
  const auto s = c.scenario.workload.sequenceLength, cp = c.scenario.parallel.cp;
  issue.args = {d(s), d(cp), d(2 * cp)};
  return cp > 1 && s % (2 * cp) != 0;
}

// sequence length, cp, tp
bool s3(const RuleContext& c, Issue& issue) {
  const auto s = c.scenario.workload.sequenceLength;
  const auto cp = c.scenario.parallel.cp, tp = c.scenario.parallel.tp;
  issue.args = {d(s), d(cp), d(tp)};
  return c.sp && s % cp == 0 && (s / cp) % tp != 0;
}

// cp, query heads per rank, KV heads per rank
bool s5(const RuleContext& c, Issue& issue) {
  const auto& p = c.scenario.parallel;
  const auto& m = c.scenario.model.shape;
  if (p.cpKind != CpKind::allToAll || p.cp == 1 || m.heads % p.tp != 0) return false;
  const auto queries = m.heads / p.tp, keys = std::max<std::int64_t>(1, splitKvHeads(m) / p.tp);
  issue.args = {d(p.cp), d(queries), d(keys), d(p.tp)};
  return queries % p.cp != 0 || keys % p.cp != 0;
}

// global batch, micro-batch, dp, M asked for (0: any)
bool b1(const RuleContext& c, Issue& issue) {
  const auto& w = c.scenario.workload;
  issue.args = {d(w.globalBatch), d(w.microBatch), d(c.dp), 0};
  return c.dp > 0 && c.microBatches == 0;
}

// ep, experts
bool e1(const RuleContext& c, Issue& issue) {
  const auto ep = c.scenario.parallel.ep, experts = c.scenario.model.shape.experts;
  issue.args = {d(ep), d(experts)};
  return ep > 1 && (experts == 0 || experts % ep != 0);
}

// layers, pp, layers of the thin and of the thick stages
bool p1(const RuleContext& c, Issue& issue) {
  const auto& p = c.scenario.parallel;
  const auto layers = c.scenario.model.shape.layers;
  issue.args = {d(layers), d(p.pp), d(layers / p.pp), d(layers / p.pp + 1)};
  return p.stageLayers.empty() && layers % p.pp != 0;
}

// M, pp
bool p10(const RuleContext& c, Issue& issue) {
  const auto pp = c.scenario.parallel.pp;
  issue.args = {d(c.microBatches), d(pp)};
  return !c.interleaved && c.microBatches > 0 && c.microBatches < pp;
}

bool s1(const RuleContext& c, Issue&) { return c.scenario.parallel.tp == 1 && c.scenario.parallel.sp.value_or(false); }

// tp, KV heads, copies of each
bool t2w(const RuleContext& c, Issue& issue) {
  const auto tp = c.scenario.parallel.tp, kv = splitKvHeads(c.scenario.model.shape);
  issue.args = {d(tp), d(kv), d(tp / kv)};
  return tp > kv && tp % kv == 0;
}

// tp
bool e2(const RuleContext& c, Issue& issue) {
  issue.args = {d(c.scenario.parallel.tp)};
  return isMoe(c.scenario.model.shape) && c.scenario.parallel.tp > 1 && !c.sp;
}

// pp
bool z2(const RuleContext& c, Issue& issue) {
  issue.args = {d(c.scenario.parallel.pp)};
  return c.scenario.parallel.zero == 2 && c.scenario.parallel.pp > 1;
}

// vocabulary, padded, share added, tp
bool t8(const RuleContext& c, Issue& issue) {
  const auto vocab = c.scenario.model.shape.vocab;
  const auto padded = paddedVocabulary(vocab, c.scenario.parallel.tp);
  const double share = d(padded - vocab) / d(vocab);
  issue.args = {d(vocab), d(padded), share, d(c.scenario.parallel.tp)};
  return share > 0.02;
}

// Tensor cores of Volta take fp16 only; bf16 came with Ampere.
bool d1(const RuleContext& c, Issue&) {
  return c.scenario.cluster.device.generation == Generation::volta && c.scenario.workload.precision == Precision::bf16;
}

}  // namespace shardscope::conditions
