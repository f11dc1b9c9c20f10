// SPDX-License-Identifier: Apache-2.0
// bubble.* and what they share with time.breakdown_s.bubble.
#include "core/explain/bubble.hpp"

#include <algorithm>

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

// Times of one micro-batch on one stage: forward, backward, and the weight gradients in it.
struct Passes {
  Formula f, b, w;
};

// What a filled pipeline idles (bubbleTime).
Formula filledBubble(Draft& d, const Passes& t) {
  auto p = sym::pipeline(d);
  switch (d.facts.order) {
    case Schedule::zbH1: return (p - num(1)) * greatest(num(0), t.f + t.b - num(2) * t.w);
    case Schedule::zbH2: return (p - num(1)) * greatest(num(0), t.f + t.b - num(3) * t.w);
    case Schedule::zbV: return (p - num(1)) * greatest(num(0), t.f + t.b - num(3) * t.w) / num(2);
    default: return greatest(num(0), p / num(2) - num(1)) * greatest(num(0), t.f + t.b + t.b - num(3) * t.w);
  }
}

// And one that too few micro-batches do not fill (fillTime).
Formula fillBubble(Draft& d, const Passes& t) {
  auto p = sym::pipeline(d);
  auto m = sym::microBatches(d);
  auto way = (p - num(1)) * (t.f + t.b - t.w);
  auto behind = greatest(num(0), m - p);
  switch (d.facts.order) {
    case Schedule::zbH1:
    case Schedule::zbH2: return way - (m - num(1)) * least(t.f, t.w);
    case Schedule::zbV: return way - (m - num(1) - behind) * t.f - behind * t.w;
    default: {
      auto pairs = num(2) * roundUp(m / num(2));
      auto past = greatest(num(0), pairs - p);
      auto first = num(static_cast<double>(d.s.parallel.pp / 2 - 1)) * (num(2) * t.f + num(2) * t.b - t.w);
      auto rest = first - (pairs - past - num(2)) * t.f - past * greatest(t.f, t.w);
      return rest + (pairs - m) * (t.f + t.b);
    }
  }
}

void tellThatNotFilled(Draft& d) { d.check("not-filled"); }

void ratioIdeal(Draft& d) {
  if (!d.facts.isPipelined()) {
    d.give("ρ", share, num(0));
    return d.convention("no-pipeline");
  }
  if (fillsByMeans(d.facts.order)) {
    const Passes unit{num(1), num(2), num(1)};
    const auto pp = d.s.parallel.pp, count = d.r.batch.microBatches;
    const bool isFilled = bubbleTime(d.facts.order, pp, 1, 1, 2, 1) >= fillTime(d.facts.order, pp, count, 1, 2, 1);
    auto idle = isFilled ? filledBubble(d, unit) : fillBubble(d, unit);
    if (!isFilled) tellThatNotFilled(d);
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

Formula bubbleTerm(Draft& d) {
  return d.symbol("T_bubble", "term-bubble", d.r.time.term(TimeTerm::bubble).count(), seconds,
                  "time.breakdown_s.bubble");
}

void checkAgainstEqualStages(Draft& d) {
  d.check("equal-stages", {{"ideal", explainValueText(d.r.bubble.ratioIdeal, share)}});
}

void ratioActual(Draft& d) {
  auto idle = fillsByMeans(d.facts.order) ? bubbleTerm(d) : idleSeconds(d);
  auto times = sym::microBatches(d);
  d.give("r", share, std::move(idle) / (std::move(times) * sym::slowestSeconds(d)));
  d.convention("ratio-ideal-time");
  checkAgainstEqualStages(d);
}

void ratioTotal(Draft& d) {
  auto idle = bubbleTerm(d);
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
  const auto mean = [&](const char* name, const char* meaning, double value, const char* key) {
    return d.symbol(name, meaning, value, seconds, key);
  };
  const auto means = meanTimes(d.facts);
  const double weight = (means.backward - means.repeated) / 2;
  const Passes t{mean("F", "mean-forward", means.forward, "cost.mean_forward_s"),
                 mean("B", "mean-backward", means.backward, "cost.mean_backward_s"),
                 mean("W", "mean-weight", weight, "cost.mean_weight_s")};
  const auto pp = d.s.parallel.pp, count = d.r.batch.microBatches;
  const double uncharged = static_cast<double>(std::max<std::int64_t>(0, pp - count));
  const double fill = fillTime(d.facts.order, pp, count, means.forward, means.backward, weight);
  if (bubbleTime(d.facts.order, pp, 1, means.forward, means.backward, weight) >= fill + uncharged * d.facts.message)
    return filledBubble(d, t);
  tellThatNotFilled(d);
  if (uncharged == 0) return fillBubble(d, t);
  auto message = d.symbol("x_pp", "message-per-micro-batch", d.facts.message, seconds, "cost.message_s");
  auto passes = sym::pipeline(d) - sym::microBatches(d);
  return greatest(num(0), fillBubble(d, t)) + std::move(passes) * std::move(message);
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
