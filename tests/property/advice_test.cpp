// SPDX-License-Identifier: Apache-2.0
// Nothing that advice offers lies about its numbers or breaks a rule.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/advice/comparison.hpp"
#include "core/advice/moves.hpp"
#include "core/advice/procedure.hpp"
#include "core/cost/evaluate.hpp"
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
    const auto report = evaluate(after);
    RC_ASSERT(report.verdict == move.verdict);
    RC_ASSERT(report.memory.peak - now.memory.peak == move.deltaPeak);
    RC_ASSERT((report.time.step - now.time.step).count() == move.deltaStep.count());
    if (now.verdict == Verdict::doesNotFit)
      RC_ASSERT(move.deltaPeak.count() < 0);
    else
      RC_ASSERT((move.deltaStep.count() < 0 && move.verdict <= now.verdict));
  }
}

RC_GTEST_PROP(AdviceProperty, aPinnedKnobIsNotMoved, ()) {
  const auto s = validScenario();
  Locks locks;
  locks.locked[static_cast<std::size_t>(Knob::tp)] = locks.locked[static_cast<std::size_t>(Knob::microBatch)] = true;
  for (const auto& move : adviceMoves(s, evaluate(s), locks, 8)) {
    const auto after = applied(s, move.edit);
    RC_ASSERT(after.parallel.tp == s.parallel.tp);
    RC_ASSERT(after.workload.microBatch == s.workload.microBatch);
  }
}

RC_GTEST_PROP(AdviceProperty, whatTheProcedureRecommendsIsLegalAndFitsIfItSaysSo, ()) {
  const auto s = anyScenario();
  const auto advice = advise(s);
  RC_LOG() << "recommended " << keysOf(advice.recommended) << '\n';
  RC_ASSERT(!firstError(advice.recommended));
  const auto report = evaluate(advice.recommended);
  // The rules of thumb reckon with the sales figure; where the driver's bytes say otherwise, a check says so.
  if (advice.feasible && report.verdict != Verdict::fits) {
    bool said = false;
    for (const auto& check : advice.checks)
      said = said || (check.id == "c-memory" && check.verdict == AdviceVerdict::warn);
    RC_ASSERT(said);
  }
  for (const auto& step : advice.steps)
    if (step.applies) RC_ASSERT(applied(s, *step.applies) == advice.recommended);
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
  // With a threshold nobody reaches, the simpler plan is preferred unless the other is as simple.
  const auto strict = comparePlans(s, recommended, 10);
  EXPECT_EQ(strict.bestIsWorthIt, strict.best->dimensions <= recommended.dimensions);
}

}  // namespace
}  // namespace shardscope
