// SPDX-License-Identifier: Apache-2.0
#include "core/cost/verdict.hpp"

#include <gtest/gtest.h>

#include "core/cost/memory.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

constexpr Bytes kH100(81559LL << 20);

double shownByTheDriver(Bytes total) {
  return 1.06 * (static_cast<double>(total.count()) - kContextBytes) + kContextBytes;
}

TEST(FitLimit, IsWhereTheDriverShows94Percent) {
  const double usable = 0.94 * static_cast<double>(kH100.count());
  EXPECT_LE(shownByTheDriver(fitLimit(kH100)), usable);
  EXPECT_GT(shownByTheDriver(fitLimit(kH100) + Bytes(1)), usable);
  EXPECT_NEAR(inGib(fitLimit(kH100)), 70.72, 0.01);  // (.94·79.65 − 1.5)/1.06 + 1.5
}

TEST(MemoryVerdict, ThreeAnswers) {
  EXPECT_EQ(memoryVerdict(fitLimit(kH100), kH100), Verdict::fits);
  EXPECT_EQ(memoryVerdict(fitLimit(kH100) + Bytes(1), kH100), Verdict::tight);
  EXPECT_EQ(memoryVerdict(kH100, kH100), Verdict::tight);
  EXPECT_EQ(memoryVerdict(kH100 + Bytes(1), kH100), Verdict::doesNotFit);
}

TEST(MemoryVerdict, ADeviceSmallerThanTheContextHoldsNothing) {
  EXPECT_EQ(memoryVerdict(Bytes(static_cast<std::int64_t>(kContextBytes)), Bytes(1 << 20)), Verdict::doesNotFit);
}

TEST(Confidence, Bands) {
  auto s = test::scenarioOf(test::llama2_7b(), 8, 4096);
  EXPECT_EQ(confidenceOf(s, false).memoryRel, 0.03);
  EXPECT_EQ(confidenceOf(s, false).timeRel, 0.08);
  EXPECT_EQ(confidenceOf(s, false).basis, ConfidenceBasis::denseKnownStack);
  EXPECT_EQ(confidenceOf(s, true).timeRel, 0.15);
  EXPECT_EQ(confidenceOf(s, true).basis, ConfidenceBasis::denseOtherStack);
  EXPECT_TRUE(confidenceOf(s, true).extrapolated);
  s.stack = Stack::compiled;
  EXPECT_EQ(confidenceOf(s, false).memoryRel, 0.12);
  s.model.shape = test::mixtral_8x7b();
  EXPECT_EQ(confidenceOf(s, false).timeRel, 0.25);
  EXPECT_EQ(confidenceOf(s, false).basis, ConfidenceBasis::mixtureOfExperts);
  s.cluster.gpus = 4096;
  EXPECT_EQ(confidenceOf(s, false).timeRel, 0.25);
  s.cluster.gpus = 4097;
  EXPECT_DOUBLE_EQ(confidenceOf(s, false).timeRel, 0.33);
}

}  // namespace
}  // namespace shardscope
