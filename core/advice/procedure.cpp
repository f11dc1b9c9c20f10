// SPDX-License-Identifier: Apache-2.0
#include "core/advice/procedure.hpp"

#include "core/advice/comparison.hpp"
#include "core/advice/parts.hpp"
#include "core/advice/post_checks.hpp"
#include "core/advice/steps.hpp"
#include "core/cost/evaluate.hpp"
#include "core/rules/range_rule.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

struct AdviceStepRow {
  int step;
  bool (*answer)(const AdviceQuestion&, AdviceLayout&, AdviceStep&);
  std::string_view firstPart;
};
// In the order of evaluation: long context before every memory test, experts before the pipeline (§9.2, 5).
constexpr std::array kSteps = {AdviceStepRow{6, answerLongContext, "6"}, AdviceStepRow{1, answerReplicas, "1a"},
                               AdviceStepRow{2, answerSharded, "2"},     AdviceStepRow{3, answerTensor, "3a"},
                               AdviceStepRow{5, answerExperts, "5"},     AdviceStepRow{4, answerPipeline, "4a"}};

// The widest TP that keeps all GPUs of the recommended plan and its batch at work, at its best: with the recompute and
// the micro-batch that make it fastest.
std::optional<Plan> widestTensorPlan(const AdviceQuestion& question, const Scenario& recommended) {
  std::optional<Plan> best;
  for (auto tp = question.sizes.widestTensor(); tp > 1 && !best; tp /= 2)
    for (const auto recompute : question.sizes.ladder())
      for (auto microBatch = question.asked.workload.microBatch; microBatch <= recommended.workload.globalBatch;
           microBatch *= 2) {
        AdviceLayout layout;
        layout.tp = tp;
        layout.microBatch = microBatch;
        layout.globalBatch = recommended.workload.globalBatch;
        layout.recompute = recompute;
        auto plan = planOf(question.layouts.scenarioOf(layout));
        const bool doesSame = plan.scenario.workload.globalBatch == recommended.workload.globalBatch &&
                              gpuCount(plan.scenario.cluster) == gpuCount(recommended.cluster);
        if (!doesSame || !runs(plan.report.verdict)) break;  // larger ones need more memory still
        if (!best || plan.report.time.step < best->report.time.step) best = std::move(plan);
      }
  return best;
}

// Why not TP, where data parallelism has answered: what it would do here, by the exact model.
AdvicePart whyNotTensor(const AdviceQuestion& question, const Advice& advice) {
  const auto plan = widestTensorPlan(question, advice.recommended);
  if (!plan) return {"3a", AdviceVerdict::skip, {{"answer", asDouble(advice.answeredBy)}}, "unreached"};
  const auto step = plan->report.time.step, now = evaluate(advice.recommended).time.step;
  return {"3a",
          AdviceVerdict::skip,
          {{"answer", asDouble(advice.answeredBy)},
           {"tp", asDouble(plan->scenario.parallel.tp)},
           {"micro_batch", asDouble(plan->scenario.workload.microBatch)},
           {"step_s", step.count()},
           {"now_s", now.count()},
           {"recompute", word(plan->scenario.workload.recompute)}},
          step < now ? "tp-faster" : "tp-slower",
          plan->scenario};
}

// Every step has at least one part; those that were not reached say so.
void fillSkipped(const AdviceQuestion& question, Advice& advice) {
  for (const auto& row : kSteps) {
    auto& step = advice.steps[static_cast<std::size_t>(row.step - 1)];
    if (!step.parts.empty()) continue;
    if (row.step == 3 && advice.answeredBy <= 2)
      step.parts.push_back(whyNotTensor(question, advice));
    else
      step.parts.push_back(
          {row.firstPart, AdviceVerdict::skip, {{"answer", asDouble(advice.answeredBy)}}, "unreached"});
  }
}

// Of each step the plan that it passed over, from where the user stands.
void offerAlternatives(const Scenario& asked, Advice& advice) {
  for (auto& step : advice.steps)
    for (const auto& part : step.parts) {
      if (part.verdict != AdviceVerdict::skip || !part.plan) continue;
      if (isSamePlan(asked, *part.plan) || isSamePlan(advice.recommended, *part.plan)) continue;
      if (runs(evaluate(*part.plan).verdict)) step.alternative = completeEdit(asked, *part.plan);
    }
}

}  // namespace

Advice advise(const Scenario& scenario) {
  const AdviceQuestion question(scenario);
  Advice advice;
  AdviceLayout layout;
  layout.microBatch = scenario.workload.microBatch;
  layout.globalBatch = scenario.workload.globalBatch;
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    auto& step = advice.steps[static_cast<std::size_t>(kSteps[i].step - 1)];
    step.step = kSteps[i].step;
    step.order = static_cast<int>(i) + 1;
  }
  advice.answeredBy = kSteps.back().step;  // the last step has the nearest try if nothing answers
  for (const auto& row : kSteps) {
    if (!row.answer(question, layout, advice.steps[static_cast<std::size_t>(row.step - 1)])) continue;
    advice.answeredBy = row.step;
    break;
  }
  advice.recommended = question.layouts.scenarioOf(layout);
  advice.feasible = runs(evaluate(advice.recommended).verdict);
  advice.idleGpus = gpuCount(scenario.cluster) - gpuCount(advice.recommended.cluster);
  fillSkipped(question, advice);
  if (!isSamePlan(scenario, advice.recommended))
    advice.steps[static_cast<std::size_t>(advice.answeredBy - 1)].applies = completeEdit(scenario, advice.recommended);
  offerAlternatives(scenario, advice);
  advice.checks = postChecks(scenario, advice);
  return advice;
}

std::optional<Issue> adviceObstacle(const Scenario& scenario) {
  std::vector<Issue> issues;
  check(scenario, issues);
  for (const auto& issue : issues)
    if (issue.rule == RuleId::T9 || (issue.rule == RuleId::R1 && !dependsOnLayout(rangeReason(issue)))) return issue;
  return std::nullopt;
}

}  // namespace shardscope
