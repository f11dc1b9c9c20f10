// SPDX-License-Identifier: Apache-2.0
// Steps ① and ② of the decision procedure: data parallelism, whole or sharded.
#include "core/advice/parts.hpp"
#include "core/advice/steps.hpp"
#include "core/cost/evaluate.hpp"
#include "core/rules/rules.hpp"

namespace shardscope {
namespace {

AdvicePart memoryPart(const AdviceSizes& sizes, std::string_view id, const AdviceSizes::Fit& fit, double states) {
  const double limit = sizes.hard();
  return {id,
          fit.fits ? AdviceVerdict::yes : AdviceVerdict::no,
          {{"states_bytes", states},
           {"activations_bytes", fit.activations},
           {"overhead_bytes", kAdviceOverhead},
           {"need_bytes", fit.need},
           {"limit_bytes", limit},
           {"recompute", word(fit.recompute)},
           {"weight", sizes.weightBytes()},
           {"trained", sizes.trainedBytes()},
           {"each", sizes.weightBytes() + sizes.trainedBytes()}},
          ""};
}

}  // namespace

bool isConfirmed(const AdviceQuestion& question, const AdviceLayout& layout, AdviceStep& step) {
  const auto plan = question.layouts.scenarioOf(layout);
  const auto report = evaluate(plan);
  if (runs(report.verdict)) return true;
  step.verdict = AdviceVerdict::no;
  if (report.verdict == Verdict::invalid) {
    const auto error = firstError(plan);
    step.parts.push_back({"x", AdviceVerdict::no, {{"rule", error ? ruleName(error->rule) : ""}}, "rule"});
  } else {
    step.parts.push_back({"x",
                          AdviceVerdict::no,
                          {{"peak_bytes", asDouble(report.memory.peak.count())},
                           {"capacity_bytes", asDouble(report.memory.capacity.count())}},
                          "memory",
                          plan});
  }
  return false;
}

// Data parallelism alone, or with ZeRO-2 over all GPUs.
bool answerReplicas(const AdviceQuestion& question, AdviceLayout& layout, AdviceStep& step) {
  const auto& sizes = question.sizes;
  const double states = (sizes.weightBytes() + sizes.trainedBytes()) * sizes.parameters();
  auto fit = sizes.fit(states, sizes.hard());
  step.parts.push_back(memoryPart(sizes, "1a", fit, states));
  if (!fit.fits && sizes.gpus() > sizes.node()) {
    const double each = sizes.weightBytes() + sizes.trainedBytes() / asDouble(sizes.gpus());
    const double spread = each * sizes.parameters();
    fit = sizes.fit(spread, sizes.hard());
    auto part = memoryPart(sizes, "1b", fit, spread);
    part.values.push_back({"gpus", asDouble(sizes.gpus())});
    step.parts.push_back(part);
  } else if (!fit.fits) {
    step.parts.push_back({"1b",
                          AdviceVerdict::skip,
                          {{"gpus", asDouble(sizes.gpus())}, {"node", asDouble(sizes.node())}},
                          sizes.gpus() == 1 ? "alone" : "skip"});
  }
  step.verdict = fit.fits ? AdviceVerdict::yes : AdviceVerdict::no;
  if (!fit.fits) return false;
  auto plan = layout;
  plan.zero = 2;
  plan.recompute = fit.recompute;
  if (!isConfirmed(question, plan, step)) return false;
  layout = plan;
  return true;
}

// FSDP inside a node, hybrid over several.
bool answerSharded(const AdviceQuestion& question, AdviceLayout& layout, AdviceStep& step) {
  const auto& sizes = question.sizes;
  const auto group = question.layouts.shardGroup();
  const double gathered = sizes.gatheredBytes() * sizes.parameters() / asDouble(sizes.layers());
  const double held = (sizes.weightBytes() + sizes.trainedBytes()) * sizes.parameters();
  const double states = held / asDouble(group) + gathered;
  const auto fit = sizes.fit(states, sizes.hard());
  auto part = memoryPart(sizes, "2", fit, states);
  part.values.push_back({"node", asDouble(group)});
  step.parts.push_back(part);
  step.verdict = part.verdict;
  auto plan = layout;
  plan.zero = 3;
  if (fit.fits) {
    plan.shardGroup = sizes.gpus() > group ? group : 0;
    plan.recompute = fit.recompute;
    if (!isConfirmed(question, plan, step)) return false;
    layout = plan;
    return true;
  }
  // The naive reading of the question: sharded over all GPUs, however far apart they are (§9.2, 2).
  if (sizes.gpus() > group) {
    const double all = held / asDouble(sizes.gpus()) + gathered;
    const auto spread = sizes.fit(all, sizes.hard());
    auto wide = memoryPart(sizes, "2-all", spread, all);
    if (wide.verdict == AdviceVerdict::yes) wide.verdict = AdviceVerdict::skip;
    wide.values.push_back({"gpus", asDouble(sizes.gpus())});
    wide.variant = spread.fits ? "fits" : "no";
    plan.recompute = spread.recompute;
    if (wide.verdict == AdviceVerdict::skip) wide.plan = question.layouts.scenarioOf(plan);
    step.parts.push_back(wide);
  }
  return false;
}

}  // namespace shardscope
