// SPDX-License-Identifier: Apache-2.0
// bubble.* and what they share with time.breakdown_s.bubble.
#include "core/explain/bubble.hpp"

#include "core/cost/pipeline.hpp"
#include "core/explain/explain.hpp"
#include "core/explain/rows.hpp"
#include "core/explain/symbols.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

bool fillsByMeans(Schedule order) {
  return order != Schedule::gpipe && order != Schedule::oneFOneB && order != Schedule::interleaved;
}

// (p − 1) · what one stage idles, for equal stages with F = W = B/2 = 1: F + B = 3.
Formula idealBubble(Draft& d) {
  auto p = sym::pipeline(d);
  switch (d.facts.order) {
    case Schedule::zbH1: return (p - num(1)) * greatest(num(0), num(1) + num(2) - num(2) * num(1));
    case Schedule::zbH2: return (p - num(1)) * greatest(num(0), num(1) + num(2) - num(3) * num(1));
    case Schedule::zbV: return (p - num(1)) * greatest(num(0), num(1) + num(2) - num(3) * num(1)) / num(2);
    default: return greatest(num(0), p / num(2) - num(1)) * greatest(num(0), num(3) + num(2) - num(3) * num(1));
  }
}

void ratioIdeal(Draft& d) {
  if (!d.facts.isPipelined()) {
    d.give("ρ", share, num(0));
    return d.convention("no-pipeline");
  }
  if (fillsByMeans(d.facts.order)) {
    auto idle = idealBubble(d);
    d.give("ρ", share, std::move(idle) / (num(3) * sym::microBatches(d)));
    return d.convention("ideal-zero-bubble", {{"schedule", std::string(word(d.facts.order))}});
  }
  auto above = sym::pipeline(d) - num(1);
  auto below = sym::microBatches(d);
  if (d.facts.order == Schedule::interleaved) below = sym::chunks(d) * std::move(below);
  d.give("ρ", share, std::move(above) / std::move(below));
  d.convention("ideal-stages", {{"schedule", std::string(word(d.facts.order))}});
  d.check("ideal-rule");
}

Formula bubbleTime(Draft& d) {
  return d.symbol("T_bubble", "term-bubble", d.r.time.term(TimeTerm::bubble).count(), seconds,
                  "time.breakdown_s.bubble");
}

void checkAgainstEqualStages(Draft& d) {
  d.check("equal-stages", {{"ideal", explainValueText(d.r.bubble.ratioIdeal, share)}});
}

void ratioActual(Draft& d) {
  auto idle = fillsByMeans(d.facts.order) ? bubbleTime(d) : idleSeconds(d);
  auto times = sym::microBatches(d);
  d.give("r", share, std::move(idle) / (std::move(times) * sym::slowestSeconds(d)));
  d.convention("ratio-ideal-time");
  checkAgainstEqualStages(d);
}

void ratioTotal(Draft& d) {
  auto idle = bubbleTime(d);
  auto busy = sym::microBatches(d) * sym::slowestSeconds(d);
  d.give("r_total", share, idle / (std::move(busy) + idle));
  d.convention("ratio-total-time");
  checkAgainstEqualStages(d);
}

void mOverP(Draft& d) {
  auto times = sym::microBatches(d);
  d.give("M/p", number, std::move(times) / sym::pipeline(d));
  if (!d.facts.isPipelined()) return d.check("no-pipeline");
  d.check(d.r.bubble.mOverP >= 4 ? "m-over-p-holds" : "m-over-p-broken");
}

constexpr ExplainRow kRows[] = {
    {"bubble.ratio_ideal", "ratio-ideal", "bubble", Better::lower, ratioIdeal},
    {"bubble.ratio_actual", "ratio-actual", "bubble-actual", Better::lower, ratioActual},
    {"bubble.ratio_total", "ratio-total", "bubble-actual", Better::lower, ratioTotal},
    {"bubble.m_over_p", "m-over-p", "bubble", Better::higher, mOverP},
};

}  // namespace

Formula idleSeconds(Draft& d) {
  if (!fillsByMeans(d.facts.order)) {
    auto all = sym::sumOfStages(d);
    auto rest = std::move(all) - sym::slowestSeconds(d);
    return d.s.parallel.vpp > 1 ? std::move(rest) / sym::chunks(d) : rest;
  }
  auto p = sym::pipeline(d);
  const auto mean = [&](const char* name, const char* meaning, double value, const char* key) {
    return d.symbol(name, meaning, value, seconds, key);
  };
  const auto means = meanTimes(d.facts);
  auto f = mean("F", "mean-forward", means.forward, "cost.mean_forward_s");
  auto b = mean("B", "mean-backward", means.backward, "cost.mean_backward_s");
  auto w = mean("W", "mean-weight", (means.backward - means.repeated) / 2, "cost.mean_weight_s");
  switch (d.facts.order) {
    case Schedule::zbH1: return (p - num(1)) * greatest(num(0), f + b - num(2) * w);
    case Schedule::zbH2: return (p - num(1)) * greatest(num(0), f + b - num(3) * w);
    case Schedule::zbV: return (p - num(1)) * greatest(num(0), f + b - num(3) * w) / num(2);
    default: return greatest(num(0), p / num(2) - num(1)) * greatest(num(0), f + b + b - num(3) * w);
  }
}

MeanTimes meanTimes(const ExplainFacts& facts) {
  MeanTimes sum;
  for (const auto& stage : facts.stageTimes) {
    sum.forward += stage.forward;
    sum.backward += stage.backward;
    sum.repeated += stage.repeated;
  }
  const auto share = 1 / static_cast<double>(facts.stages());
  return {sum.forward * share, sum.backward * share, sum.repeated * share};
}

std::span<const ExplainRow> bubbleRows() { return kRows; }

}  // namespace shardscope
