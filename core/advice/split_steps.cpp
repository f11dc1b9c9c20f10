// SPDX-License-Identifier: Apache-2.0
// Steps ③ and ⑤ of the decision procedure: layers split by tensor, experts spread over ranks.
#include <algorithm>

#include "core/advice/parts.hpp"
#include "core/advice/steps.hpp"

namespace shardscope {
namespace {

SmallestTensor layerAt(const AdviceQuestion& question, std::int64_t tp, std::int64_t cp, Recompute recompute) {
  const auto& sizes = question.sizes;
  SmallestTensor found{tp, cp, false, recompute, 0, 0};
  found.states = sizes.layerStates(question.layouts.widestExperts(tp, 1, cp)) / asDouble(tp);
  found.activations = sizes.layerActivations(tp, cp, recompute);
  found.fits = found.states + found.activations < sizes.soft();
  return found;
}

// More than an eighth of the GPUs would be left over.
bool idles(const AdviceQuestion& question, std::int64_t tp) {
  return 8 * (question.sizes.gpus() % tp) > question.sizes.gpus();
}

}  // namespace

SmallestTensor smallestTensor(const AdviceQuestion& question) {
  const auto& sizes = question.sizes;
  SmallestTensor found;
  for (const auto recompute : {Recompute::none, Recompute::full}) {
    for (std::int64_t tp = 1; tp <= sizes.node(); tp *= 2) {
      if (!sizes.dividesTensors(tp)) continue;
      found = layerAt(question, tp, 1, recompute);
      if (found.fits) return found;
    }
  }
  const auto tp = found.tp;
  for (std::int64_t cp = 2; question.layouts.hasRoom(tp, 1, cp) && sizes.dividesTokens(cp); cp *= 2) {
    found = layerAt(question, tp, cp, Recompute::full);
    if (found.fits) break;
  }
  return found;
}

// Tensor parallelism until a layer fits, then up to the width of the fast link for a dense model.
bool answerTensor(const AdviceQuestion& question, AdviceLayout& layout, AdviceStep& step) {
  const auto& sizes = question.sizes;
  const auto least = smallestTensor(question);
  layout.tp = least.tp;
  layout.cp = least.cp;
  layout.recompute = least.recompute;
  step.verdict = least.fits ? AdviceVerdict::yes : AdviceVerdict::warn;
  std::string_view variant = least.fits ? "yes" : "no";
  if (least.fits && least.cp > 1) variant = "cp";
  step.parts.push_back({"3a",
                        step.verdict,
                        {{"states_bytes", least.states},
                         {"activations_bytes", least.activations},
                         {"limit_bytes", sizes.soft()},
                         {"tp", asDouble(least.tp)},
                         {"cp", asDouble(least.cp)},
                         {"ep", asDouble(question.layouts.widestExperts(least.tp, 1, least.cp))},
                         {"micro_batch", asDouble(question.asked.workload.microBatch)},
                         {"recompute", word(least.recompute)}},
                        variant});
  if (!isMoe(question.asked.model.shape)) {
    auto widest = std::max(least.tp, sizes.widestTensor());
    while (widest > least.tp && (!question.layouts.hasRoom(widest, 1, least.cp) || idles(question, widest)))
      widest /= 2;
    layout.tp = widest;
    step.parts.push_back({"3b",
                          widest > least.tp ? AdviceVerdict::yes : AdviceVerdict::no,
                          {{"tp", asDouble(widest)}, {"least", asDouble(least.tp)}, {"node", asDouble(sizes.node())}},
                          widest > least.tp ? "yes" : "no"});
  }
  return false;  // the pipeline, or the experts, decide
}

// Before ④: experts spread over the node instead of a pipeline.
bool answerExperts(const AdviceQuestion& question, AdviceLayout& layout, AdviceStep& step) {
  const auto& sizes = question.sizes;
  if (!isMoe(question.asked.model.shape)) {
    step.verdict = AdviceVerdict::skip;
    step.parts.push_back({"5", AdviceVerdict::skip, {}, "skip"});
    return false;
  }
  const auto least = layout.tp;
  double lowest = HUGE_VAL;
  std::optional<Scenario> nearest;
  std::int64_t widest = 1;
  for (const auto tp : {least, 2 * least}) {
    if (tp > sizes.node() || !sizes.dividesTensors(tp) || !question.layouts.hasRoom(tp, 1, layout.cp)) continue;
    for (const auto recompute : sizes.ladder()) {
      auto plan = layout;
      plan.tp = tp;
      plan.ep = question.layouts.widestExperts(tp, 1, layout.cp);
      plan.recompute = recompute;
      const double peak = question.layouts.exactPeak(plan);
      widest = std::max(widest, plan.ep);
      if (peak < lowest) {
        lowest = peak;
        nearest = question.layouts.scenarioOf(plan);
      }
      if (peak > sizes.hard()) continue;
      const auto made = question.layouts.scenarioOf(plan);
      const auto ranks = tp * layout.cp * *made.parallel.dp;
      step.verdict = AdviceVerdict::yes;
      step.parts.push_back({"5",
                            AdviceVerdict::yes,
                            {{"ep", asDouble(made.parallel.ep)},
                             {"tp", asDouble(tp)},
                             {"dp", asDouble(*made.parallel.dp)},
                             {"edp", asDouble(ranks / made.parallel.ep)},
                             {"peak_bytes", peak},
                             {"limit_bytes", sizes.hard()},
                             {"recompute", word(recompute)}},
                            "yes",
                            made});
      layout = plan;
      return true;
    }
  }
  step.verdict = AdviceVerdict::no;
  AdvicePart part{"5",
                  AdviceVerdict::no,
                  {{"ep", asDouble(widest)}, {"limit_bytes", sizes.hard()}},
                  std::isfinite(lowest) ? "no" : "rule",
                  nearest};
  addPeak(part, lowest);
  step.parts.push_back(part);
  return false;
}

}  // namespace shardscope
