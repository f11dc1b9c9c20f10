// SPDX-License-Identifier: Apache-2.0
// Nothing that advice offers lies about its numbers or breaks a rule.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/advice/comparison.hpp"
#include "core/advice/moves.hpp"
#include "core/advice/procedure.hpp"
#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "tests/property/rules_generators.hpp"

namespace shardscope {
namespace {

using namespace test;

RC_GTEST_PROP(AdviceProperty, everyMoveIsWhatItSays, ()) {
  const auto s = validScenario();
  const auto now = evaluate(s);
  const auto moves = adviceMoves(s, now, Locks{}, 8);
  RC_ASSERT(moves.size() <= 8U);
  for (const auto& move : moves) {
    const auto after = applied(s, move.edit);
    RC_ASSERT(!firstError(after));
    RC_ASSERT(isSamePlan(applied(withDefaults(s), move.edit), after));
    const auto report = evaluate(after);
    RC_ASSERT(report.verdict == move.verdict);
    RC_ASSERT(report.memory.peak - now.memory.peak == move.deltaPeak);
    RC_ASSERT((report.time.step - now.time.step).count() == move.deltaStep.count());
    RC_ASSERT(after.workload.globalBatch == s.workload.globalBatch);
    RC_ASSERT(report.batch.gpus == now.batch.gpus);
    // What would be shown as 0.0 is no move.
    if (now.verdict == Verdict::doesNotFit) {
      RC_ASSERT(static_cast<double>(move.deltaPeak.count()) <= -0.05 * (1 << 30));
    } else {
      RC_ASSERT(move.stepShare <= -0.0005);
      RC_ASSERT(move.verdict <= now.verdict);
    }
  }
}

// Fits first, then faster; of what does not fit, the least memory. No two about the same settings.
RC_GTEST_PROP(AdviceProperty, movesAreInOrderAndDiffer, ()) {
  const auto s = validScenario();
  const auto now = evaluate(s);
  const auto moves = adviceMoves(s, now, Locks{}, 12);
  for (std::size_t i = 1; i < moves.size(); ++i) {
    const auto &a = moves[i - 1], &b = moves[i];
    RC_ASSERT(a.verdict <= b.verdict);
    if (a.verdict != b.verdict) continue;
    const bool byPeak = a.verdict == Verdict::doesNotFit;
    RC_ASSERT((byPeak ? a.deltaPeak <= b.deltaPeak : a.deltaStep.count() <= b.deltaStep.count()));
    RC_ASSERT(a.edit != b.edit);
    RC_ASSERT((a.deltaPeak != b.deltaPeak || a.deltaStep.count() != b.deltaStep.count()));
  }
}

// No single change that any file can hold beats what is listed.
RC_GTEST_PROP(AdviceProperty, noSingleEditIsForgotten, ()) {
  const auto s = validScenario();
  const auto now = evaluate(s);
  RC_PRE(now.verdict != Verdict::doesNotFit);
  const auto moves = adviceMoves(s, now, Locks{}, 1);
  const double best = moves.empty() ? 0 : moves.front().stepShare;
  const auto verdict = moves.empty() ? now.verdict : moves.front().verdict;
  const auto isBeaten = [&](const Edit& edit) {
    const auto after = applied(s, edit);
    // Less work, or on other GPUs, is no move.
    if (firstError(after) || after.workload.globalBatch != s.workload.globalBatch ||
        gpuCount(after.cluster) != gpuCount(s.cluster))
      return false;
    const auto report = evaluate(after);
    const double share = (report.time.step - now.time.step).count() / now.time.step.count();
    return report.verdict == verdict && share < best - 0.0005;
  };
  for (const auto key : {Key::recompute, Key::crossEntropy, Key::cpKind, Key::schedule})
    for (const auto word : field(key).words) RC_ASSERT(!isBeaten({{key, std::string(word)}}));
  for (std::int64_t zero = 0; zero <= 3; ++zero) RC_ASSERT(!isBeaten({{Key::zero, zero}}));
  for (const auto knob : {Knob::tp, Knob::pp, Knob::vpp, Knob::cp, Knob::ep, Knob::microBatch})
    for (const auto value : {1, 2, 4, 8})
      if (const auto move = moveKnob(s, Locks{}, knob, value)) {
        RC_ASSERT(!isBeaten(move->edit));
      }
}

// Halves that do not help alone: less TP pays only with the weights sharded.
TEST(Moves, PairsOfHalvesThatDoNotHelpAreFound) {
  auto s = scenarioOf(llama3_70b(), 128, 4096);
  s.workload.globalBatch = 512;
  s.parallel.tp = 8, s.parallel.pp = 2;
  const auto now = evaluate(s);
  const auto moves = adviceMoves(s, now, Locks{}, 10);
  auto wanted = s;
  wanted.parallel.tp = 2, wanted.parallel.zero = 3;
  const auto found = std::find_if(moves.begin(), moves.end(),
                                  [&](const AdviceMove& move) { return move.edit == completeEdit(s, wanted); });
  ASSERT_NE(found, moves.end());
  auto half = s;
  half.parallel.zero = 3;
  EXPECT_GT(evaluate(half).time.step.count(), now.time.step.count());
  half = s, half.parallel.tp = 2;
  EXPECT_EQ(evaluate(half).verdict, Verdict::doesNotFit);
}

// Recompute of single operations is between selective and full, and the best single edit here.
TEST(Moves, EveryKindOfRecomputeIsTried) {
  auto s = scenarioOf(llama3_70b(), 64, 4096);
  s.workload.globalBatch = 512;
  s.workload.recompute = Recompute::full;
  s.parallel.zero = 3;
  const auto moves = adviceMoves(s, evaluate(s), Locks{}, 10);
  ASSERT_FALSE(moves.empty());
  EXPECT_EQ(moves.front().edit, (Edit{{Key::recompute, std::string("ops")}}));
}

// Whatever is pinned and whichever totals are held: what is pinned stays, and the work stays the same.
RC_GTEST_PROP(AdviceProperty, aPinnedKnobIsNotMoved, ()) {
  const auto s = validScenario();
  const auto locks = anyLocks();
  const auto now = evaluate(s);
  for (const auto& move : adviceMoves(s, now, locks, 8)) {
    const auto after = applied(s, move.edit);
    for (std::size_t i = 0; i < locks.locked.size(); ++i)
      RC_ASSERT(!locks.locked[i] || knobValue(after, static_cast<Knob>(i)) == knobValue(s, static_cast<Knob>(i)));
    RC_ASSERT(gpuCount(after.cluster) == gpuCount(s.cluster));
    RC_ASSERT(after.workload.globalBatch == s.workload.globalBatch);
  }
}

// Clusters beside the usual multiples of eight, batches that divide nothing, bounds.
Scenario anyQuestion() {
  auto s = anyScenario();
  if (*rc::gen::arbitrary<bool>()) {
    s.cluster.nodes.reset();
    s.cluster.gpus = *rc::gen::element<std::int64_t>(1, 3, 8, 12, 36, 65, 96, 127, 192, 720);
    s.cluster.gpusPerNode = *rc::gen::element<std::int64_t>(1, 4, 6, 8);
    s.cluster.nvlinkDomain = *rc::gen::element<std::optional<std::int64_t>>(std::nullopt, 72);
    s.workload.globalBatch = *rc::gen::element<std::int64_t>(1, 7, 48, 1000, 4096);
  }
  s.workload.fineTune = *rc::gen::arbitrary<bool>();
  const double tokens = static_cast<double>(s.workload.globalBatch * s.workload.sequenceLength);
  if (*rc::gen::inRange(0, 3) == 0) s.limits.globalBatchTokensMax = tokens * *rc::gen::element(1.0, 4.0);
  return s;
}

std::optional<double> numberOf(const AdvicePart& part, std::string_view name) {
  for (const auto& value : part.values)
    if (value.name == name)
      if (const auto* number = std::get_if<double>(&value.value)) return *number;
  return std::nullopt;
}

RC_GTEST_PROP(AdviceProperty, whatTheProcedureRecommendsIsLegalAndRunsIfItSaysSo, ()) {
  const auto s = anyQuestion();
  if (adviceObstacle(s)) RC_DISCARD("nothing to ask");
  const auto advice = advise(s);
  RC_LOG() << "recommended " << keysOf(advice.recommended) << '\n';
  RC_ASSERT(!firstError(advice.recommended));
  const auto report = evaluate(advice.recommended);
  RC_ASSERT(advice.feasible == (report.verdict <= Verdict::tight));
  RC_ASSERT(gpuCount(advice.recommended.cluster) + advice.idleGpus == gpuCount(s.cluster));
  if (s.limits.globalBatchTokensMax)
    RC_ASSERT(static_cast<double>(advice.recommended.workload.globalBatch * s.workload.sequenceLength) <=
              *s.limits.globalBatchTokensMax);
  for (const auto& step : advice.steps) {
    RC_ASSERT(step.applies.has_value() == (step.step == advice.answeredBy && !isSamePlan(s, advice.recommended)));
    if (step.applies) {
      RC_ASSERT(isSamePlan(applied(s, *step.applies), advice.recommended));
      if (!firstError(s)) RC_ASSERT(isSamePlan(applied(withDefaults(s), *step.applies), advice.recommended));
    }
  }
}

// What a sentence says of numbers holds for the numbers in it, and of the plan for the plan.
RC_GTEST_PROP(AdviceProperty, theSentencesAgreeWithTheirNumbers, ()) {
  const auto s = anyQuestion();
  if (adviceObstacle(s)) RC_DISCARD("nothing to ask");
  const auto advice = advise(s);
  const auto& plan = advice.recommended;
  for (const auto& step : advice.steps)
    for (const auto& part : step.parts) {
      RC_LOG() << part.id << ' ' << part.variant << ": " << adviceTest(part, Language::en) << '\n';
      for (const auto& value : part.values)
        if (const auto* number = std::get_if<double>(&value.value)) RC_ASSERT((std::isfinite(*number) && *number >= 0));
      const auto at = [&part](std::string_view name) { return numberOf(part, name).value_or(-1); };
      if (part.id == "1a" || part.id == "1b" || part.id == "2")
        if (part.verdict == AdviceVerdict::yes || part.verdict == AdviceVerdict::no)
          RC_ASSERT((at("need_bytes") <= at("limit_bytes")) == (part.verdict == AdviceVerdict::yes));
      if (part.id == "4a" && part.variant == "yes")
        RC_ASSERT((at("layers_each") * at("pp") >= at("layers") && at("layers_each") <= at("layers")));
      if (part.id == "4a" && numberOf(part, "peak_bytes"))
        RC_ASSERT((at("peak_bytes") <= at("limit_bytes")) == (part.verdict == AdviceVerdict::yes));
      if (part.id == "4b") {
        if (part.variant == "yes" || part.variant == "reached") RC_ASSERT((at("m") >= at("least") && at("pp") > 1));
        if (part.variant == "one" || part.variant == "reached-one") RC_ASSERT(at("pp") == 1);
        if (part.variant == "short" || part.variant == "alone") RC_ASSERT(at("m") < at("least"));
        RC_ASSERT(at("m") == static_cast<double>(evaluate(plan).batch.microBatches));
        RC_ASSERT(at("pp") == static_cast<double>(plan.parallel.pp));
      }
      if (part.id == "4a" && part.variant == "activations")
        RC_ASSERT(at("activations_bytes") + at("head_bytes") + at("layer_bytes") > at("limit_bytes"));
      if (part.id == "6b" && part.variant == "no")
        RC_ASSERT((at("need_bytes") > at("limit_bytes") || at("peak_bytes") > 0.9 * at("capacity_bytes")));
      if (part.id == "4d") RC_ASSERT((at("step_s") < at("now_s")) == (part.variant.starts_with("faster")));
      if (part.id == "4d" || numberOf(part, "now_s")) RC_ASSERT(at("now_s") == evaluate(plan).time.step.count());
      if (part.id == "5" && part.variant == "yes" && advice.answeredBy == 5) {
        RC_ASSERT(at("ep") == static_cast<double>(plan.parallel.ep));
        RC_ASSERT(at("tp") == static_cast<double>(plan.parallel.tp));
        RC_ASSERT(at("peak_bytes") == static_cast<double>(evaluate(plan).memory.peak.count()));
      }
      if (part.id == "6b") {
        RC_ASSERT(at("cp") == static_cast<double>(plan.parallel.cp));
        RC_ASSERT(at("tokens_each") * at("cp") == static_cast<double>(s.workload.sequenceLength));
      }
    }
}

// Asked again, the procedure stays with its plan, unless it had to change the batches: then the earlier
// questions are new ones.
RC_GTEST_PROP(AdviceProperty, whoFollowsTheAdviceIsToldTheSame, ()) {
  const auto s = anyQuestion();
  if (adviceObstacle(s)) RC_DISCARD("nothing to ask");
  const auto advice = advise(s);
  const auto &now = advice.recommended.workload, &before = s.workload;
  if (now.microBatch != before.microBatch || now.globalBatch != before.globalBatch || advice.idleGpus > 0)
    RC_DISCARD("another question");
  const auto again = advise(advice.recommended);
  RC_LOG() << "first " << keysOf(advice.recommended) << "\nthen " << keysOf(again.recommended) << '\n';
  RC_ASSERT(isSamePlan(again.recommended, advice.recommended));
}

// Where the batch does not divide, the others are compared at one that does; "does not fit" is said of memory only.
TEST(Comparison, ABatchThatDoesNotDivideIsNoReasonAgainstFsdp) {
  for (const std::int64_t batch : {96, 128}) {
    auto s = scenarioOf(llama3_70b(), 64, 8192);
    s.workload.globalBatch = batch;
    const auto recommended = planOf(advise(s).recommended);
    const auto comparison = comparePlans(s, recommended);
    ASSERT_TRUE(comparison.fsdp) << batch;
    EXPECT_EQ(comparison.fsdp->scenario.workload.globalBatch, 128);
    const auto words = comparisonText(comparison, recommended, Language::en);
    EXPECT_EQ(words.find("FSDP alone cannot divide global batch 96 over all GPUs; at 128") != words.npos, batch == 96)
        << words;
    if (batch == 96) {
      EXPECT_NE(comparison.preferred, PlanKind::fsdp);
    }
  }
  auto odd = scenarioOf(llama2_7b(), 127, 4096);
  odd.workload.globalBatch = 128;
  const auto recommended = planOf(advise(odd).recommended);
  EXPECT_TRUE(comparePlans(odd, recommended).best);
  EXPECT_TRUE(comparePlans(odd, recommended).fsdp);
}

RC_GTEST_PROP(ComparisonProperty, thePreferredPlanIsTheSimplestNearTheFastest, ()) {
  const auto s = anyQuestion();
  if (adviceObstacle(s) || gpuCount(s.cluster) > 64) RC_DISCARD("nothing to ask, or long");
  const auto recommended = planOf(advise(s).recommended);
  const double threshold = *rc::gen::element(0.0, 0.05, 0.5);
  const auto comparison = comparePlans(s, recommended, threshold);
  std::vector<const Plan*> rivals;
  if (recommended.report.verdict <= Verdict::tight) rivals.push_back(&recommended);
  for (const auto* other : {&comparison.best, &comparison.fsdp})
    if (*other) rivals.push_back(&**other);
  if (rivals.empty()) return;
  const auto isAsked = [&](const Plan* plan) { return plan->scenario.workload.globalBatch == s.workload.globalBatch; };
  if (std::any_of(rivals.begin(), rivals.end(), isAsked))
    std::erase_if(rivals, [&](const Plan* plan) { return !isAsked(plan); });
  const auto fits = [](const Plan* plan) { return plan->report.verdict == Verdict::fits; };
  if (std::any_of(rivals.begin(), rivals.end(), fits))
    std::erase_if(rivals, [&](const Plan* plan) { return !fits(plan); });
  const auto pace = [](const Plan& plan) {
    return plan.report.time.step.count() / static_cast<double>(plan.scenario.workload.globalBatch);
  };
  double fastest = HUGE_VAL;
  for (const auto* rival : rivals) fastest = std::min(fastest, pace(*rival));
  const auto& preferred = comparison.preferred == PlanKind::rules   ? recommended
                          : comparison.preferred == PlanKind::sweep ? *comparison.best
                                                                    : *comparison.fsdp;
  RC_ASSERT(fastest >= pace(preferred) * (1 - threshold) * (1 - 1e-9));
  for (const auto* rival : rivals)
    if (rival->dimensions < preferred.dimensions) RC_ASSERT(fastest < pace(*rival) * (1 - threshold) * (1 + 1e-9));
  const auto words = comparisonText(comparison, recommended, Language::en);
  RC_ASSERT(words.empty() == (!comparison.best && !comparison.fsdp));
  if (comparison.best && recommended.report.verdict <= Verdict::tight && isAsked(&*comparison.best)) {
    const bool faster = pace(*comparison.best) < pace(recommended) * 0.999;
    if (faster) RC_ASSERT(words.find("faster than the rules'") != words.npos);
    if (pace(*comparison.best) > pace(recommended))
      RC_ASSERT(words.find("The sweep finds nothing faster") != words.npos);
  }
}

TEST(Comparison, TheSpaceIsBoundedWhateverDividesTheTotal) {
  for (const std::int64_t gpus : {64, 100'800, 720'720, 1'000'000}) {
    auto s = scenarioOf(deepseekV3(), gpus, 8192);
    s.workload.globalBatch = 720'720;
    EXPECT_LE(candidateCount(adviceSpace(s)), 20'000'000U) << gpus;
  }
  // What can be waited for is complete.
  EXPECT_EQ(adviceSpace(scenarioOf(llama3_70b(), 96, 8192)).of(Dim::pp),
            (std::vector<std::int64_t>{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48}));
}

TEST(Comparison, TheBestOfTheSweepIsNeverSlowerThanAPlanThatFits) {
  auto s = scenarioOf(llama3_70b(), 64, 8192);
  s.workload.globalBatch = 128;
  const auto recommended = planOf(advise(s).recommended);
  const auto comparison = comparePlans(s, recommended);
  ASSERT_TRUE(comparison.best);
  EXPECT_EQ(comparison.best->report.verdict, Verdict::fits);
  EXPECT_LE(comparison.best->report.time.step.count(), recommended.report.time.step.count());
  if (comparison.fsdp) {
    EXPECT_EQ(comparison.fsdp->scenario.parallel.zero, 3);
  }
  // With a threshold nobody reaches, the simplest plan is preferred.
  const auto strict = comparePlans(s, recommended, 10);
  EXPECT_EQ(strict.preferred, PlanKind::fsdp);
  EXPECT_EQ(comparePlans(s, recommended, 0).preferred, PlanKind::sweep);
}

// What a step offers to try runs, and is another plan than the one recommended and the one at hand.
RC_GTEST_PROP(AdviceProperty, everyAlternativeRuns, ()) {
  const auto s = anyQuestion();
  RC_PRE(!adviceObstacle(s));
  const auto advice = advise(s);
  for (const auto& step : advice.steps) {
    if (!step.alternative) continue;
    const auto made = applied(s, *step.alternative);
    RC_ASSERT(!firstError(made));
    RC_ASSERT(runs(evaluate(made).verdict));
    RC_ASSERT(!isSamePlan(made, s));
    RC_ASSERT(!isSamePlan(made, advice.recommended));
    RC_ASSERT(isSamePlan(applied(withDefaults(s), *step.alternative), made));
  }
}

}  // namespace
}  // namespace shardscope
