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

// A device hardly larger than the context (below 0.75 GiB the formula runs past the capacity), down to none at all.
TEST(FitLimit, LiesBetweenNothingAndTheCapacity) {
  for (std::int64_t capacity = 0; capacity < (200LL << 30); capacity = 2 * capacity + 1) {
    EXPECT_GE(fitLimit(Bytes(capacity)), Bytes(0)) << capacity;
    EXPECT_LE(fitLimit(Bytes(capacity)), Bytes(capacity)) << capacity;
  }
  EXPECT_EQ(fitLimit(Bytes(1 << 20)), Bytes(1 << 20));
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

}  // namespace
}  // namespace shardscope
