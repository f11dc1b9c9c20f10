// SPDX-License-Identifier: Apache-2.0
#pragma once
// The six steps of the decision procedure (cost-model §9), each a function of the question and the layout so far.
// Internal to the advice.

#include "core/advice/layouts.hpp"
#include "core/advice/procedure.hpp"

namespace shardscope {

struct AdviceQuestion {
  explicit AdviceQuestion(const Scenario& scenario) : asked(scenario), sizes(scenario), layouts(scenario, sizes) {}
  AdviceQuestion(const AdviceQuestion&) = delete;
  AdviceQuestion& operator=(const AdviceQuestion&) = delete;

  const Scenario& asked;
  AdviceSizes sizes;
  AdviceLayouts layouts;
};

// Each appends its tests to `step`, sets its verdict and returns whether the procedure ends here with `layout`. A plan
// that a rule of thumb finds room for ends it only if the exact model agrees that it runs.
bool answerReplicas(const AdviceQuestion& question, AdviceLayout& layout, AdviceStep& step);  // ①
bool answerSharded(const AdviceQuestion& question, AdviceLayout& layout, AdviceStep& step);   // ②
bool answerTensor(const AdviceQuestion& question, AdviceLayout& layout, AdviceStep& step);    // ③: narrows tp and cp
bool answerPipeline(const AdviceQuestion& question, AdviceLayout& layout, AdviceStep& step);  // ④
bool answerExperts(const AdviceQuestion& question, AdviceLayout& layout, AdviceStep& step);   // ⑤
bool answerLongContext(const AdviceQuestion& question, AdviceLayout& layout, AdviceStep& step);  // ⑥

// TP_min: the smallest power of two at which one layer stays under 60 %; with full recompute, then with CP, if it must.
struct SmallestTensor {
  std::int64_t tp = 1, cp = 1;
  bool fits = false;
  Recompute recompute = Recompute::none;
  double states = 0, activations = 0;
};
SmallestTensor smallestTensor(const AdviceQuestion& question);

// The exact model on a plan that a rule of thumb found room for; where it does not run, a part of `step` says so.
bool isConfirmed(const AdviceQuestion& question, const AdviceLayout& layout, AdviceStep& step);

}  // namespace shardscope
