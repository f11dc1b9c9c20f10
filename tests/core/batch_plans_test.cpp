// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_plans.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/cost/evaluate.hpp"
#include "tests/core/rules_scenarios.hpp"

namespace shardscope {
namespace {

using namespace test;
using testing::IsEmpty;

std::vector<std::vector<std::int64_t>> shapes(const BatchPlans& found) {
  std::vector<std::vector<std::int64_t>> all;
  for (const auto& p : found.plans) all.push_back({p.dp, p.microBatch, p.microBatches, p.gpus});
  std::sort(all.begin(), all.end());
  return all;
}

// TP 8 · PP 4 on 64 GPUs: DP 2, 12 / 2 = 6 = 1·6 = 2·3 = 3·2 = 6·1.
TEST(BatchPlans, aFixedTotalLeavesTheMicroBatchToChoose) {
  const auto found = batchPlans(denseScenario(), {.sequences = 12});
  EXPECT_EQ(shapes(found),
            (std::vector<std::vector<std::int64_t>>{{2, 1, 6, 64}, {2, 2, 3, 64}, {2, 3, 2, 64}, {2, 6, 1, 64}}));
  EXPECT_EQ(found.tried, 4);
  EXPECT_FALSE(found.truncated);
  EXPECT_FALSE(found.below || found.above || found.obstacle);
}

// Replicas of 32 GPUs, at most 100: DP 1, 2 and 3; DP 3 and 2 and 1 divide 6.
TEST(BatchPlans, aFreeTotalVariesDp) {
  const auto found = batchPlans(denseScenario(), {.sequences = 6, .gpusMax = 100, .microBatchMax = 2});
  EXPECT_EQ(shapes(found), (std::vector<std::vector<std::int64_t>>{
                               {1, 1, 6, 32}, {1, 2, 3, 32}, {2, 1, 3, 64}, {3, 1, 2, 96}, {3, 2, 1, 96}}));
}

// M is a multiple of PP 4 when interleaved: of 24 / 2 = 12 = 1·12 = 3·4.
TEST(BatchPlans, interleavingWantsMultiplesOfPp) {
  auto s = denseScenario();
  s.parallel.vpp = 5;
  EXPECT_EQ(shapes(batchPlans(s, {.sequences = 24})),
            (std::vector<std::vector<std::int64_t>>{{2, 1, 12, 64}, {2, 3, 4, 64}}));
}

TEST(BatchPlans, figuresAreThoseOfTheReport) {
  const auto s = denseScenario();
  const auto found = batchPlans(s, {.sequences = 128});
  ASSERT_FALSE(found.plans.empty());
  for (const auto& plan : found.plans) {
    const auto report = evaluate(withPlan(s, plan));
    EXPECT_EQ(plan.verdict, report.verdict);
    EXPECT_EQ(plan.stepS, report.time.step.count());
    EXPECT_EQ(plan.peak, report.memory.peak);
    EXPECT_EQ(plan.tokensPerS, report.throughput.tokensPerS);
    EXPECT_EQ(plan.bubble, report.bubble.ratioActual);
    EXPECT_EQ(plan.dpShare, report.time.term(TimeTerm::dpExposed).count() / report.time.step.count());
    EXPECT_EQ(plan.keeps4P, plan.microBatches >= 16);
    EXPECT_EQ(applied(s, editFor(s, plan)), withPlan(s, plan));
  }
}

TEST(BatchPlans, whatFitsComesFirstThenTheFastest) {
  const auto found = batchPlans(denseScenario(), {.sequences = 128, .gpusMax = 512});
  EXPECT_TRUE(std::is_sorted(found.plans.begin(), found.plans.end(), [](const BatchPlan& a, const BatchPlan& b) {
    return std::pair(a.verdict, a.stepS) < std::pair(b.verdict, b.stepS);
  }));
  EXPECT_GT(found.plans.size(), 10U);
}

// 127 is odd, DP is 2; DP 1 of a free total can run it.
TEST(BatchPlans, neighboursOfABatchThatCannotBeMet) {
  const auto found = batchPlans(denseScenario(), {.sequences = 127});
  EXPECT_THAT(found.plans, IsEmpty());
  EXPECT_EQ(found.below, 126);
  EXPECT_EQ(found.above, 128);
  EXPECT_EQ(shapes(batchPlans(denseScenario(), {.sequences = 127, .gpusMax = 64})),
            (std::vector<std::vector<std::int64_t>>{{1, 1, 127, 32}}));
  auto s = denseScenario();
  s.parallel.vpp = 5;  // multiples of DP 2 · PP 4
  const auto interleaved = batchPlans(s, {.sequences = 127});
  EXPECT_EQ(interleaved.below, 120);
  EXPECT_EQ(interleaved.above, 128);
  EXPECT_FALSE(batchPlans(denseScenario(), {.sequences = 1}).below);
  EXPECT_EQ(batchPlans(denseScenario(), {.sequences = 1}).above, 2);
}

// EP 8 at TP 1 asks for multiples of 8 data ranks, whatever the total.
TEST(BatchPlans, expertsBoundDpFromBelow) {
  for (const auto& row : shapes(batchPlans(moeScenario(), {.sequences = 64, .gpusMax = 24, .microBatchMax = 1})))
    EXPECT_EQ(row[0] % 8, 0);
  const auto few = batchPlans(moeScenario(), {.sequences = 64, .gpusMax = 7});
  EXPECT_THAT(few.plans, IsEmpty());
  EXPECT_EQ(few.gpusNeeded, 8);
  EXPECT_FALSE(few.below || few.above || few.obstacle);
  EXPECT_EQ(batchPlans(moeScenario(), {.sequences = 60, .gpusMax = 24}).below, 56);
}

TEST(BatchPlans, aLayoutThatIsWrongSaysSo) {
  auto s = denseScenario();
  s.parallel.tp = 3;  // 64 / 12 is not whole
  const auto total = batchPlans(s, {.sequences = 128});
  EXPECT_THAT(total.plans, IsEmpty());
  ASSERT_TRUE(total.obstacle);
  EXPECT_EQ(total.obstacle->rule, RuleId::W1);
  const auto heads = batchPlans(s, {.sequences = 128, .gpusMax = 64});
  ASSERT_TRUE(heads.obstacle);
  EXPECT_EQ(heads.obstacle->rule, RuleId::T1);
  s.parallel.tp = 0;
  EXPECT_TRUE(batchPlans(s, {.sequences = 128}).obstacle);
}

TEST(BatchPlans, theBoundsOfTheUserAreWatched) {
  auto s = denseScenario();  // 128 · 8192 = 1,048,576 tokens
  EXPECT_FALSE(batchPlans(s, {.sequences = 128}).belowBound);
  s.limits.globalBatchTokensMin = 1048577;
  s.limits.globalBatchTokensMax = 1048577;
  EXPECT_TRUE(batchPlans(s, {.sequences = 128}).belowBound);
  EXPECT_FALSE(batchPlans(s, {.sequences = 128}).aboveBound);
  EXPECT_TRUE(batchPlans(s, {.sequences = 129}).aboveBound);
}

TEST(BatchPlans, aBatchOutOfRangeHasNoPlans) {
  for (const std::int64_t sequences : {std::int64_t{0}, std::int64_t{-5}, std::int64_t{1'000'000'001}}) {
    const auto found = batchPlans(denseScenario(), {.sequences = sequences});
    EXPECT_THAT(found.plans, IsEmpty());
    EXPECT_FALSE(found.below || found.above || found.obstacle);
  }
}

// 735,134,400 has 1344 divisors, more than any smaller number; work and output stay bounded.
TEST(BatchPlans, workAndOutputAreBounded) {
  const auto found = batchPlans(denseScenario(), {.sequences = 735'134'400, .gpusMax = 64'000'000});
  EXPECT_EQ(found.plans.size(), kMostBatchPlans);
  EXPECT_TRUE(found.truncated);
  EXPECT_LE(found.tried * 4, kMostStagesPriced);
}

TEST(BatchPlans, theTotalIsWrittenAsItWasGiven) {
  auto s = denseScenario();  // 8 nodes of 8
  const BatchPlan plan{.sequences = 128, .dp = 4, .microBatch = 1, .microBatches = 32, .gpus = 128};
  EXPECT_EQ(withPlan(s, plan).cluster.nodes, 16);
  s.cluster.nodes.reset();
  s.cluster.gpus = 64;
  s.parallel.dp = 2;
  EXPECT_EQ(withPlan(s, plan).cluster.gpus, 128);
  EXPECT_EQ(withPlan(s, plan).parallel.dp, 4);
}

}  // namespace
}  // namespace shardscope
