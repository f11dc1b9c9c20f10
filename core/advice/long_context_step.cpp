// SPDX-License-Identifier: Apache-2.0
// Step ⑥ of the decision procedure, asked first: long sequences.
#include <algorithm>
#include <vector>

#include "core/advice/parts.hpp"
#include "core/advice/steps.hpp"

namespace shardscope {
namespace {

class LongContext {
 public:
  LongContext(const AdviceQuestion& question, const AdviceLayout& start)
      : sizes_(question.sizes), layouts_(question.layouts) {
    base_ = start;
    base_.zero = 3;
    const auto length = question.asked.workload.sequenceLength;
    while (length > kContextShare * base_.cp && 2 * base_.cp <= sizes_.gpus() && sizes_.dividesTokens(2 * base_.cp))
      base_.cp *= 2;
    const auto least = std::min(smallestTensor(question).tp, sizes_.gpus());
    while (base_.cp > 1 && !layouts_.hasRoom(least, 1, base_.cp)) base_.cp /= 2;  // too few GPUs for both
    tensors(least);
  }

  double need(const AdviceLayout& layout) const {
    const double psi = sizes_.parameters();
    const double held = (sizes_.weightBytes() + sizes_.trainedBytes()) * psi;
    return held / asDouble(sizes_.gpus()) + sizes_.gatheredBytes() * psi / asDouble(sizes_.layers() * layout.tp) +
           sizes_.modelActivations(layout.tp, layout.cp, layout.recompute) + kAdviceOverhead;
  }

  // Without recompute first: a wider tp is cheaper than repeating long attention. Then the ladder at the widest tp;
  // at last whatever the exact model lets run.
  std::pair<AdviceLayout, std::string_view> choose() const {
    std::vector<AdviceLayout> tries;
    for (const auto tp : tensors_) tries.push_back(with(tp, Recompute::none));
    for (const auto recompute : sizes_.ladder()) tries.push_back(with(tensors_.back(), recompute));
    for (const auto& layout : tries)
      if (need(layout) <= sizes_.soft() && layouts_.runs(layout)) return {layout, "yes"};
    for (const auto tp : tensors_)
      for (const auto recompute : sizes_.ladder())
        if (const auto layout = with(tp, recompute); layouts_.runs(layout)) return {layout, "exact"};
    return {with(tensors_.back(), Recompute::full), "no"};
  }

 private:
  AdviceLayout with(std::int64_t tp, Recompute recompute) const {
    auto layout = base_;
    layout.tp = tp;
    layout.recompute = recompute;
    return layout;
  }
  void tensors(std::int64_t least) {
    const auto first = std::max<std::int64_t>(least, sizes_.gpus() > sizes_.node() ? 2 : 1);
    for (auto tp = first; tp <= sizes_.node() && layouts_.hasRoom(tp, 1, base_.cp); tp *= 2)
      if (sizes_.dividesTensors(tp)) tensors_.push_back(tp);
    if (tensors_.empty()) tensors_.push_back(least);
  }

  const AdviceSizes& sizes_;
  const AdviceLayouts& layouts_;
  AdviceLayout base_;
  std::vector<std::int64_t> tensors_;
};

}  // namespace

// From 32 K tokens on every earlier memory test would answer for the wrong activation size.
bool answerLongContext(const AdviceQuestion& question, AdviceLayout& layout, AdviceStep& step) {
  const auto length = question.asked.workload.sequenceLength;
  const bool isLong = length >= kLongContext;
  step.verdict = isLong ? AdviceVerdict::yes : AdviceVerdict::no;
  step.parts.push_back({"6", step.verdict, {{"tokens", asDouble(length)}, {"limit", asDouble(kLongContext)}}, ""});
  if (!isLong) return false;

  const LongContext search(question, layout);
  const auto [plan, variant] = search.choose();
  if (variant == "no") step.verdict = AdviceVerdict::warn;
  step.parts.push_back({"6b",
                        step.verdict,
                        {{"cp", asDouble(plan.cp)},
                         {"tp", asDouble(plan.tp)},
                         {"tokens_each", asDouble(length) / asDouble(plan.cp)},
                         {"need_bytes", search.need(plan)},
                         {"limit_bytes", question.sizes.soft()},
                         {"recompute", word(plan.recompute)}},
                        variant,
                        question.layouts.scenarioOf(plan)});
  if (variant == "no") {
    const double peak = question.layouts.exactPeak(plan);
    auto& part = step.parts.back();
    if (!std::isfinite(peak)) part.variant = "rule";
    addPeak(part, peak);
    if (std::isfinite(peak))
      part.values.push_back({"capacity_bytes", asDouble(question.asked.cluster.device.memory.count())});
  }
  layout = plan;
  return true;
}

}  // namespace shardscope
