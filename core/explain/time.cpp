// SPDX-License-Identifier: Apache-2.0
// time.*: the step, its terms, what is hidden, and forward and backward of each stage.
#include <cmath>

#include "core/explain/bubble.hpp"
#include "core/explain/data_parallel.hpp"
#include "core/explain/explain.hpp"
#include "core/explain/rows.hpp"
#include "core/explain/symbols.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

constexpr double kFixedSeconds = 10e-3;  // of cost/step_time.cpp: per step

struct Term {
  TimeTerm term;
  const char* name;
};
constexpr Term kTerms[] = {
    {TimeTerm::gemm, "T_gemm"},     {TimeTerm::attention, "T_att"}, {TimeTerm::pointwise, "T_pw"},
    {TimeTerm::recompute, "T_re"},  {TimeTerm::tp, "T_tp"},         {TimeTerm::cp, "T_cp"},
    {TimeTerm::ep, "T_ep"},         {TimeTerm::pp, "T_pp"},         {TimeTerm::dpExposed, "T_dp"},
    {TimeTerm::bubble, "T_bubble"}, {TimeTerm::head, "T_head"},     {TimeTerm::optimizer, "T_opt"},
    {TimeTerm::scale, "T_scale"},   {TimeTerm::other, "T_other"}};

// The terms that are not zero, in the order in which the report adds them.
Formula sumOfTerms(Draft& d, bool withScale) {
  std::optional<Formula> sum;
  for (const auto& [which, name] : kTerms) {
    const double value = d.r.time.term(which).count();
    if (value == 0 || (which == TimeTerm::scale && !withScale)) continue;
    const auto key = "time.breakdown_s." + std::string(word(which));
    auto term = d.symbol(name, "term-" + std::string(word(which)), value, seconds, key);
    sum = sum ? std::move(*sum) + std::move(term) : std::move(term);
  }
  return sum.value_or(num(0));
}

void checkOfStep(Draft& d, double part) { d.checkShare("share-of-step", part, d.r.time.step.count()); }

void step(Draft& d) {
  d.give("T", seconds, sumOfTerms(d, true));
  d.convention("left-out-zero");
  const double ideal = d.r.flops.model.count() / static_cast<double>(d.r.batch.gpus) / d.s.cluster.device.peak.bf16;
  d.check("ideal-step",
          {{"ideal", explainValueText(ideal, seconds)}, {"mfu", explainValueText(d.r.throughput.mfu, share)}});
}

// M · layers of the slowest stage · a time per layer.
struct LayerTerm {
  TimeTerm term;
  const char *subject, *name, *meaning, *key;
  double (*of)(const LayerTime&);
};
constexpr LayerTerm kLayerTerms[] = {
    {TimeTerm::gemm, "T_gemm", "t_gemm", "layer-gemm", "cost.layer.@.gemm_s",
     [](const LayerTime& l) { return l.forward.gemm + l.backward.gemm; }},
    {TimeTerm::attention, "T_att", "t_att", "layer-attention", "cost.layer.@.attention_s",
     [](const LayerTime& l) { return l.forward.attention + l.backward.attention; }},
    {TimeTerm::pointwise, "T_pw", "t_pw", "layer-pointwise", "cost.layer.@.pointwise_s",
     [](const LayerTime& l) { return l.forward.pointwise + l.backward.pointwise; }},
    {TimeTerm::recompute, "T_re", "t_re", "layer-repeated", "cost.layer.@.repeated_s",
     [](const LayerTime& l) { return l.repeated.total(); }},
    {TimeTerm::tp, "T_tp", "t_tp", "layer-tp", "cost.layer.@.tp_s",
     [](const LayerTime& l) { return l.forward.tp + l.backward.tp; }},
    {TimeTerm::cp, "T_cp", "t_cp", "layer-cp", "cost.layer.@.cp_s",
     [](const LayerTime& l) { return l.forward.cp + l.backward.cp; }},
    {TimeTerm::ep, "T_ep", "t_ep", "layer-ep", "cost.layer.@.ep_s",
     [](const LayerTime& l) { return l.forward.ep + l.backward.ep; }},
};

template <class Of>
Formula overSlowest(Draft& d, const char* name, const char* meaning, const char* key, Of of) {
  auto times = sym::microBatches(d);
  const auto& t = d.facts.plan.times;
  auto layers = sym::overLayers(d, d.facts.slowest, {name, meaning, of(t.dense), of(t.moe), seconds, key});
  return std::move(times) * std::move(layers);
}

// Which stage a term is counted for, or why it is nothing.
void explainZero(Draft& d, TimeTerm term) {
  const auto& in = d.facts.plan.inputs;
  const bool isSilent = (term == TimeTerm::tp && !in.tpPlace.active()) ||
                        (term == TimeTerm::cp && !in.cpPlace.active()) ||
                        (term == TimeTerm::ep && !in.epPlace.active());
  if (d.r.time.term(term).count() > 0)
    d.convention("slowest-stage", {{"stage", std::to_string(d.facts.slowest)}});
  else if (term == TimeTerm::recompute)
    d.convention("nothing-repeated", {{"recompute", std::string(word(in.recompute))}});
  else
    d.convention(isSilent ? "one-rank" : "nothing-visible");
}

template <std::size_t Index>
void layerTerm(Draft& d) {
  const auto& row = kLayerTerms[Index];
  d.give(row.subject, seconds, overSlowest(d, row.name, row.meaning, row.key, row.of));
  explainZero(d, row.term);
  checkOfStep(d, d.r.time.term(row.term).count());
}

void messages(Draft& d) {
  if (!d.facts.isPipelined()) {
    d.give("T_pp", seconds, num(0));
    return d.convention("no-pipeline");
  }
  auto times = sym::microBatches(d);
  d.give("T_pp", seconds,
         std::move(times) * d.symbol("x_pp", "message-per-micro-batch", d.facts.message, seconds, "cost.message_s"));
  checkOfStep(d, d.r.time.term(TimeTerm::pp).count());
}

void bubble(Draft& d) {
  if (!d.facts.isPipelined()) {
    d.give("T_bubble", seconds, num(0));
    return d.convention("no-pipeline");
  }
  d.give("T_bubble", seconds, idleSeconds(d));
  d.convention("bubble", {{"schedule", std::string(word(d.facts.order))}});
  checkOfStep(d, d.r.time.term(TimeTerm::bubble).count());
}

void head(Draft& d) {
  if (d.facts.slowest + 1 != d.facts.stages()) {
    d.give("T_head", seconds, num(0));
    return d.convention("head-elsewhere", {{"stage", std::to_string(d.facts.slowest)}});
  }
  const auto& time = d.facts.plan.times.head;
  auto times = sym::microBatches(d);
  auto forward = d.symbol("t_head,F", "head-forward", time.forward, seconds, "cost.head_forward_s");
  d.give("T_head", seconds,
         std::move(times) * (std::move(forward) +
                             d.symbol("t_head,B", "head-backward", time.backward, seconds, "cost.head_backward_s")));
  d.convention("slowest-stage", {{"stage", std::to_string(d.facts.slowest)}});
  checkOfStep(d, d.r.time.term(TimeTerm::head).count());
}

// Parameters that the fullest GPU updates.
Formula updated(Draft& d) {
  const auto held = d.facts.fullestRank();
  const auto key = keyOf("parameters.per_gpu.#", d.facts.fullest);
  const Draft::Args args{{"stage", std::to_string(d.facts.fullest)}};
  if (d.s.parallel.zero < 1) return d.symbol("ψ", "fullest-parameters", held.total(), count, key, args);
  const auto dense = static_cast<double>(d.facts.groups.dense.shard);
  const auto experts = static_cast<double>(d.facts.groups.experts.shard);
  auto sum = d.symbol("ψ_d", "fullest-parameters-dense", held.dense, count, key, args);
  sum = std::move(sum) / d.setting("S", "shard-ranks", dense, count, Key::shardGroup);
  if (held.experts <= 0) return sum;
  auto own = d.symbol("ψ_x", "fullest-parameters-experts", held.experts, count, key, args);
  return std::move(sum) + std::move(own) / d.setting("S_x", "shard-ranks-experts", experts, count, Key::shardGroup);
}

void optimizer(Draft& d) {
  const auto& in = d.facts.plan.inputs;
  if (in.frozen) {
    d.give("T_opt", seconds, num(0));
    return d.convention("frozen");
  }
  const auto recipe = stateRecipe(d.s.workload);
  auto own = d.setting("o", "optimizer-bytes", recipe.optimizer, perParameter, Key::optimizerBytes);
  auto gradient = d.setting("γ", "gradient-bytes", recipe.gradient, perParameter, Key::gradientBytes);
  auto weight = d.setting("w", "weight-bytes", recipe.weight, perParameter, Key::weightBytes);
  auto bytesEach = num(2) * std::move(own) + gradient + std::move(weight) + num(2) * gradient;
  auto moved = std::move(bytesEach) * updated(d);
  auto pass = std::move(moved) / sym::memoryRate(d);
  d.give("T_opt", seconds, std::move(pass) + num(2) * sym::launch(d));
  d.convention("optimizer-time");
  checkOfStep(d, d.r.time.term(TimeTerm::optimizer).count());
}

void scale(Draft& d) {
  const bool isZero3 = effectiveZero(d.s.parallel) == 3;
  auto kappa = d.symbol("κ", isZero3 ? "slowest-rank-zero3" : "slowest-rank", isZero3 ? 0.010 : 0.006, number);
  auto doublings = greatest(num(0), log2Of(sym::gpus(d) / num(8)));
  auto rest = sumOfTerms(d, false);
  d.give("T_scale", seconds,
         std::move(kappa) * std::move(doublings) *
             (std::move(rest) - d.symbol("T_fix", "fixed-seconds", kFixedSeconds, seconds)));
  d.convention("scale");
  checkOfStep(d, d.r.time.term(TimeTerm::scale).count());
}

void other(Draft& d) {
  const auto floor = [](const LayerTime& l) { return l.forward.floor + l.backward.floor; };
  const auto& t = d.facts.plan.times;
  std::optional<Formula> sum;
  const auto add = [&](Formula term) { sum = sum ? std::move(*sum) + std::move(term) : std::move(term); };
  if (floor(t.dense) + floor(t.moe) > 0)
    add(overSlowest(d, "t_host", "layer-floor", "cost.layer.@.host_floor_s", floor));
  if (d.facts.slowest == 0) {
    auto times = sym::microBatches(d);
    add(std::move(times) * num(2) * d.symbol("t_emb", "embedding-seconds", t.embedding, seconds, "cost.embedding_s"));
  }
  add(d.symbol("T_fix", "fixed-seconds", kFixedSeconds, seconds));
  d.give("T_other", seconds, std::move(*sum));
  d.convention("other");
  checkOfStep(d, d.r.time.term(TimeTerm::other).count());
}

void hiddenTp(Draft& d) {
  const auto of = [](const LayerTime& l) { return l.forward.hiddenTp + l.backward.hiddenTp + l.repeated.hiddenTp; };
  d.give("H_tp", seconds, overSlowest(d, "h_tp", "layer-hidden-tp", "cost.layer.@.hidden_tp_s", of));
  if (d.r.time.hiddenTp.count() > 0)
    d.convention("slowest-stage", {{"stage", std::to_string(d.facts.slowest)}});
  else
    d.convention(d.facts.plan.inputs.tpPlace.active() ? "nothing-hidden" : "one-rank");
}

void hiddenEp(Draft& d) {
  const auto of = [](const LayerTime& l) { return l.forward.hiddenEp + l.backward.hiddenEp + l.repeated.hiddenEp; };
  d.give("H_ep", seconds, overSlowest(d, "h_ep", "layer-hidden-ep", "cost.layer.@.hidden_ep_s", of));
  if (d.r.time.hiddenEp.count() > 0)
    d.convention("slowest-stage", {{"stage", std::to_string(d.facts.slowest)}});
  else
    d.convention(d.facts.plan.inputs.epPlace.active() ? "nothing-hidden" : "one-rank");
}

void exposedDp(Draft& d) {
  d.give("T_dp", seconds, exposedDataParallel(d));
  d.convention(d.s.overlap.dp ? "dp-overlap" : "dp-no-overlap");
  checkOfStep(d, d.r.time.term(TimeTerm::dpExposed).count());
}

void hiddenDp(Draft& d) {
  auto all = dataParallelTotal(d);
  d.give("H_dp", seconds, std::move(all) - exposedCollectives(d));
  d.convention(d.s.overlap.dp ? "dp-overlap" : "dp-no-overlap");
}

void checkMicroBatch(Draft& d) {
  const auto& stage = d.facts.stageTimes[d.stage];
  if (!(stage.forward > 0)) return;
  d.check("backward-forward", {{"ratio", explainValueText(stage.backward / stage.forward, number)}});
}

Formula ends(Draft& d, Formula sum, const char* name, const char* meaning, double headSeconds, const char* key) {
  if (d.stage == 0)
    sum = std::move(sum) +
          d.symbol("t_emb", "embedding-seconds", d.facts.plan.times.embedding, seconds, "cost.embedding_s");
  if (d.stage + 1 == d.facts.stages()) sum = std::move(sum) + d.symbol(name, meaning, headSeconds, seconds, key);
  return sum;
}

void forward(Draft& d) {
  const auto& t = d.facts.plan.times;
  auto sum = sym::overLayers(
      d, d.stage,
      {"f", "layer-forward", t.dense.forward.total(), t.moe.forward.total(), seconds, "cost.layer.@.forward_s"});
  d.give("F_" + std::to_string(d.stage), seconds,
         ends(d, std::move(sum), "t_head,F", "head-forward", t.head.forward, "cost.head_forward_s"));
  d.convention("one-micro-batch");
  checkMicroBatch(d);
}

void backward(Draft& d) {
  const auto& t = d.facts.plan.times;
  auto sum = sym::overLayers(
      d, d.stage,
      {"g", "layer-backward", t.dense.backward.total(), t.moe.backward.total(), seconds, "cost.layer.@.backward_s"});
  if (d.facts.stageTimes[d.stage].repeated > 0)
    sum = std::move(sum) + sym::overLayers(d, d.stage,
                                           {"t_re", "layer-repeated", t.dense.repeated.total(), t.moe.repeated.total(),
                                            seconds, "cost.layer.@.repeated_s"});
  d.give("B_" + std::to_string(d.stage), seconds,
         ends(d, std::move(sum), "t_head,B", "head-backward", t.head.backward, "cost.head_backward_s"));
  d.convention("one-micro-batch");
  checkMicroBatch(d);
}

constexpr ExplainRow kRows[] = {
    {"time.step_s", "step", "step", Better::lower, step},
    {"time.breakdown_s.gemm", "term-gemm", "gemm", Better::lower, layerTerm<0>},
    {"time.breakdown_s.attention", "term-attention", "attention", Better::lower, layerTerm<1>},
    {"time.breakdown_s.pointwise", "term-pointwise", "pointwise", Better::lower, layerTerm<2>},
    {"time.breakdown_s.recompute", "term-recompute", "recompute", Better::lower, layerTerm<3>},
    {"time.breakdown_s.tp", "term-tp", "tensor-parallel", Better::lower, layerTerm<4>},
    {"time.breakdown_s.cp", "term-cp", "context-parallel", Better::lower, layerTerm<5>},
    {"time.breakdown_s.ep", "term-ep", "expert-parallel", Better::lower, layerTerm<6>},
    {"time.breakdown_s.pp", "term-pp", "pipeline-messages", Better::lower, messages},
    {"time.breakdown_s.dp_exposed", "term-dp", "data-parallel", Better::lower, exposedDp},
    {"time.breakdown_s.bubble", "term-bubble", "bubble-actual", Better::lower, bubble},
    {"time.breakdown_s.head", "term-head", "head", Better::lower, head},
    {"time.breakdown_s.optimizer", "term-optimizer", "optimizer", Better::lower, optimizer},
    {"time.breakdown_s.scale", "term-scale", "scale", Better::lower, scale},
    {"time.breakdown_s.other", "term-other", "other", Better::lower, other},
    {"time.hidden_s.tp", "hidden-tp", "tensor-parallel", Better::neither, hiddenTp},
    {"time.hidden_s.ep", "hidden-ep", "expert-parallel", Better::neither, hiddenEp},
    {"time.hidden_s.dp", "hidden-dp", "data-parallel", Better::neither, hiddenDp},
    {"time.forward_s.#", "forward", "layer", Better::lower, forward},
    {"time.backward_s.#", "backward", "layer", Better::lower, backward},
};

}  // namespace

std::span<const ExplainRow> timeRows() { return kRows; }

}  // namespace shardscope
