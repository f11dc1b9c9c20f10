// SPDX-License-Identifier: Apache-2.0
#include "core/advice/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

SweepSpace fsdpSpace(const Scenario& scenario) {
  Scenario base = scenario;
  base.parallel = {};
  auto space = fixedSpace(base);
  space.of(Dim::zero) = {3};
  freeDim(space, Dim::shardGroup);
  freeDim(space, Dim::recompute);
  freeDim(space, Dim::microBatch);
  return space;
}

std::optional<Plan> fastest(const SweepSpace& space, std::stop_token stop) {
  SweepOptions options;
  options.metric = Metric::step;
  options.top = 1;
  const auto result = runSweep(space, options, std::move(stop));
  if (result.top.empty()) return std::nullopt;
  return planOf(scenarioOf(space, result.top.front()));
}

constexpr double kNoDifference = 0.0005;

bool isFsdp(const Scenario& s) { return s.parallel.zero == 3 && s.parallel.tp * s.parallel.pp * s.parallel.cp == 1; }

double secondsPerSequence(const Plan& plan) {
  return plan.report.time.step.count() / static_cast<double>(plan.scenario.workload.globalBatch);
}

// The scenario; where nothing of a kind divides its batch, the batch and the GPUs of the rules' plan; at last, for pure
// data parallelism, the next multiple of the GPUs, the one below where the user's bound forbids it.
std::vector<Scenario> batchesToCompare(const Scenario& scenario, const Scenario& recommended) {
  std::vector<Scenario> asked{scenario, scenario, scenario};
  asked[1].cluster = recommended.cluster;
  asked[1].workload.globalBatch = recommended.workload.globalBatch;
  const auto gpus = gpuCount(scenario.cluster);
  auto& batch = asked[2].workload.globalBatch;
  const auto below = batch / gpus * gpus, above = (batch + gpus - 1) / gpus * gpus;
  const auto isAllowed = [&](std::int64_t sequences) {
    const double tokens = static_cast<double>(sequences) * static_cast<double>(scenario.workload.sequenceLength);
    return !scenario.limits.globalBatchTokensMax || tokens <= *scenario.limits.globalBatchTokensMax;
  };
  batch = isAllowed(above) ? above : below;
  if (batch == 0) asked.pop_back();
  return asked;
}

PlanKind preferredOf(const Comparison& comparison, const Plan& recommended) {
  struct Rival {
    PlanKind kind;
    const Plan* plan;
  };
  std::vector<Rival> rivals;
  if (runs(recommended.report.verdict)) rivals.push_back({PlanKind::rules, &recommended});
  if (comparison.fsdp) rivals.push_back({PlanKind::fsdp, &*comparison.fsdp});
  if (comparison.best) rivals.push_back({PlanKind::sweep, &*comparison.best});
  if (rivals.empty()) return PlanKind::rules;
  const auto isAsked = [&](const Rival& rival) {
    return rival.plan->scenario.workload.globalBatch == comparison.globalBatch;
  };
  if (std::any_of(rivals.begin(), rivals.end(), isAsked))
    std::erase_if(rivals, [&](const Rival& rival) { return !isAsked(rival); });
  // What fits before what is tight, as the sweep ranks.
  const auto fits = [](const Rival& rival) { return rival.plan->report.verdict == Verdict::fits; };
  if (std::any_of(rivals.begin(), rivals.end(), fits)) std::erase_if(rivals, [&](const Rival& r) { return !fits(r); });
  const auto pace = [](const Rival& rival) { return secondsPerSequence(*rival.plan); };
  double fastest = pace(rivals.front());
  for (const auto& rival : rivals) fastest = std::min(fastest, pace(rival));
  const Rival* chosen = nullptr;
  for (const auto& rival : rivals) {
    if (1 - fastest / pace(rival) > comparison.threshold) continue;
    if (chosen == nullptr || rival.plan->dimensions < chosen->plan->dimensions) chosen = &rival;
  }
  return chosen->kind;
}

// At GPU totals with hundreds of divisors the complete space takes minutes: then powers of two stand for all, and at
// last the usual schedules and kinds for the rest.
constexpr std::uint64_t kMostCandidates = 20'000'000;
void thin(SweepSpace& space) {
  for (const auto dim : {Dim::microBatch, Dim::cp, Dim::pp, Dim::tp, Dim::vpp, Dim::ep, Dim::etp}) {
    if (candidateCount(space) <= kMostCandidates) return;
    std::erase_if(space.of(dim),
                  [](std::int64_t value) { return !std::has_single_bit(static_cast<std::uint64_t>(value)); });
  }
  const auto usual = fixedSpace(space.base);
  for (const auto dim : {Dim::etp, Dim::cpKind, Dim::schedule})
    if (candidateCount(space) > kMostCandidates) space.of(dim) = usual.of(dim);
}

}  // namespace

Plan planOf(const Scenario& scenario) { return {scenario, evaluate(scenario), dimensionsInUse(scenario)}; }

SweepSpace adviceSpace(const Scenario& scenario) {
  Scenario base = scenario;
  // What is enumerated starts from the same place, so that the space is equal for all scenarios that differ in it only.
  base.parallel = {};
  base.parallel.sp = scenario.parallel.sp;
  if (base.workload.recompute != Recompute::ops) base.workload.recompute = Recompute::none;
  auto space = fullSpace(base);
  thin(space);
  return space;
}

Comparison comparePlans(const Scenario& scenario, const Plan& recommended, double threshold, std::stop_token stop) {
  Comparison comparison{{}, {}, PlanKind::rules, threshold, scenario.workload.globalBatch};
  for (const auto& asked : batchesToCompare(scenario, recommended.scenario)) {
    if (!comparison.best) comparison.best = fastest(adviceSpace(asked), stop);
    if (!comparison.fsdp) comparison.fsdp = fastest(fsdpSpace(asked), stop);
  }
  comparison.preferred = preferredOf(comparison, recommended);
  return comparison;
}

std::optional<double> gainOver(const Plan& recommended, const Plan& other) {
  if (recommended.report.verdict == Verdict::invalid || other.report.verdict == Verdict::invalid) return std::nullopt;
  return 1 - secondsPerSequence(other) / secondsPerSequence(recommended);
}

std::string comparisonText(const Comparison& comparison, const Plan& recommended, Language language) {
  std::string sentences;
  const auto say = [&](std::string_view id, std::span<const MessageArg> args = {}) {
    if (!sentences.empty() && language == Language::en) sentences += ' ';
    sentences += fillIn(textTemplate(id, language), args);
  };
  const auto compare = [&](const Plan& other, std::string_view id) {
    const double gain = gainOver(recommended, other).value_or(0);
    const std::vector<MessageArg> args = {{"gain", fmt::format("{:.1f}\u00a0%", 100 * std::abs(gain))},
                                          {"more", std::to_string(other.dimensions)},
                                          {"fewer", std::to_string(recommended.dimensions)}};
    const bool isAsComplex = other.dimensions == recommended.dimensions;
    const auto way = std::abs(gain) < kNoDifference ? "same" : gain > 0 ? "faster" : "slower";
    say(fmt::format("advice-{}-{}", id, way), args);
    if (!isAsComplex && way != std::string_view("same")) say("advice-dimensions", args);
  };
  const auto& [best, fsdp, preferred, threshold, asked] = comparison;
  if (!best && !fsdp) return {};
  if (!runs(recommended.report.verdict)) {
    say("advice-rescue");
  } else {
    const auto batch = recommended.scenario.workload.globalBatch;
    const auto batchOf = [](const Plan& plan) { return plan.scenario.workload.globalBatch; };
    // At a batch that neither was asked for nor is that of the rules' plan there is nothing to set it against.
    const auto isElsewhere = [&](const Plan& plan) { return batchOf(plan) != batch && batchOf(plan) != asked; };
    const auto tell = [&](const Plan& plan, std::string_view id) {
      say(fmt::format("advice-{}-elsewhere", id),
          std::vector<MessageArg>{{"asked", std::to_string(asked)},
                                  {"other", std::to_string(batchOf(plan))},
                                  {"step", fmt::format("{:.4g}\u00a0s", plan.report.time.step.count())}});
    };
    if (best && isElsewhere(*best)) tell(*best, "sweep");
    if (best && !isElsewhere(*best)) compare(*best, "sweep");
    if (!fsdp) say("advice-fsdp-none");
    if (fsdp && isElsewhere(*fsdp)) tell(*fsdp, "fsdp");
    if (fsdp && !isElsewhere(*fsdp) && !isSamePlan(fsdp->scenario, recommended.scenario))
      compare(*fsdp, isFsdp(recommended.scenario) ? "fsdp-tuned" : "fsdp");
    const bool isAtAsked = (best && batchOf(*best) == asked) || (fsdp && batchOf(*fsdp) == asked);
    if (batch != asked && isAtAsked)
      say("advice-per-sequence",
          std::vector<MessageArg>{{"rules", std::to_string(batch)}, {"asked", std::to_string(asked)}});
  }
  const Plan& chosen = preferred == PlanKind::sweep ? *best : preferred == PlanKind::fsdp ? *fsdp : recommended;
  // Simplest and fastest among those that do the work asked for, where others do other work.
  const auto isOther = [&](const Plan& plan) {
    return runs(plan.report.verdict) && plan.scenario.workload.globalBatch != asked;
  };
  const auto isTight = [&](const Plan& plan) { return plan.report.verdict == Verdict::tight; };
  const auto any = [&](const auto& is) { return is(recommended) || (best && is(*best)) || (fsdp && is(*fsdp)); };
  std::string_view among = "";
  if (chosen.report.verdict == Verdict::fits && any(isTight)) among = "fitting-";
  if (chosen.scenario.workload.globalBatch == asked && any(isOther)) among = "asked-";
  say(fmt::format("advice-prefer-{}{}", among, word(preferred)),
      std::vector<MessageArg>{{"threshold", fmt::format("{:.0f}\u00a0%", 100 * threshold)}});
  return sentences;
}

}  // namespace shardscope
