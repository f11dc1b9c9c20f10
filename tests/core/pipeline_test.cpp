// SPDX-License-Identifier: Apache-2.0
#include "core/cost/pipeline.hpp"

#include <gtest/gtest.h>

#include <array>

namespace shardscope {
namespace {

constexpr std::array kAll = {Schedule::gpipe, Schedule::oneFOneB, Schedule::interleaved, Schedule::zbH1,
                             Schedule::zbH2,  Schedule::zbV,      Schedule::dualPipe};

TEST(InFlight, OneWithoutAPipeline) {
  for (const auto kind : kAll) EXPECT_EQ(inFlightMicroBatches(kind, 1, 1, 64, 0), 1);
}

TEST(InFlight, WorkedExamples) {
  for (std::int64_t stage = 0; stage < 8; ++stage)
    EXPECT_EQ(inFlightMicroBatches(Schedule::oneFOneB, 8, 1, 32, stage), 8 - stage);
  EXPECT_DOUBLE_EQ(inFlightMicroBatches(Schedule::interleaved, 8, 3, 64, 0), 31.0 / 3);
  EXPECT_DOUBLE_EQ(inFlightMicroBatches(Schedule::interleaved, 35, 3, 280, 0), 139.0 / 3);
  // 2205.05198 §4.2.3: p·(1 + (p−1)/(pv)) on the first stage.
  EXPECT_DOUBLE_EQ(inFlightMicroBatches(Schedule::interleaved, 8, 3, 64, 0), 8 * (1 + 7.0 / 24));
  EXPECT_EQ(inFlightMicroBatches(Schedule::gpipe, 4, 1, 32, 3), 32);
  EXPECT_EQ(inFlightMicroBatches(Schedule::zbH2, 8, 1, 64, 7), 15);
  EXPECT_EQ(inFlightMicroBatches(Schedule::zbV, 8, 1, 64, 7), 8);
  EXPECT_EQ(inFlightMicroBatches(Schedule::dualPipe, 8, 1, 20, 3), 9);
}

TEST(InFlight, ZeroBubbleH1IsBoundedByTheDelayedWeightPasses) {
  EXPECT_EQ(inFlightMicroBatches(Schedule::zbH1, 8, 1, 32, 5), 8);
  EXPECT_EQ(inFlightMicroBatches(Schedule::zbH1, 8, 1, 4, 0), 4);
}

TEST(InFlight, NeverMoreThanThereAre) {
  for (const auto kind : kAll)
    for (std::int64_t stage = 0; stage < 8; ++stage)
      EXPECT_LE(inFlightMicroBatches(kind, 8, kind == Schedule::interleaved ? 2 : 1, 3, stage), 3);
}

TEST(Bubble, NoneWithoutAPipeline) {
  for (const auto kind : kAll) EXPECT_EQ(bubbleTime(kind, 1, 1, 1, 2, 1), 0);
}

TEST(Bubble, NumbersOfTheSpecification) {
  EXPECT_DOUBLE_EQ(bubbleRatioIdeal(Schedule::oneFOneB, 4, 1, 8), 0.375);
  EXPECT_DOUBLE_EQ(bubbleRatioIdeal(Schedule::oneFOneB, 8, 1, 32), 7.0 / 32);
  EXPECT_DOUBLE_EQ(bubbleRatioIdeal(Schedule::gpipe, 8, 1, 32), 7.0 / 32);
  EXPECT_DOUBLE_EQ(bubbleRatioIdeal(Schedule::interleaved, 8, 4, 32), 7.0 / 128);
  EXPECT_DOUBLE_EQ(bubbleRatioIdeal(Schedule::zbH1, 8, 1, 32), 7.0 / 96);  // a third of 1F1B
  EXPECT_EQ(bubbleRatioIdeal(Schedule::zbH2, 8, 1, 32), 0);
  EXPECT_EQ(bubbleRatioIdeal(Schedule::zbV, 8, 1, 32), 0);
  EXPECT_DOUBLE_EQ(bubbleRatioIdeal(Schedule::dualPipe, 8, 1, 20), 0.1);
  EXPECT_EQ(bubbleRatioIdeal(Schedule::oneFOneB, 8, 1, 0), 0);
}

TEST(Bubble, FourTimesAsManyMicroBatchesAsStagesKeepsItBelowAQuarter) {
  for (std::int64_t p = 2; p <= 256; ++p) EXPECT_LT(bubbleRatioIdeal(Schedule::oneFOneB, p, 1, 4 * p), 0.25);
}

TEST(Bubble, UnequalPasses) {
  // f = 3, b = 5, w = 2: H1 leaves 3+5−4 = 4 per stage, H2 3+5−6 = 2, ZB-V half of that.
  EXPECT_DOUBLE_EQ(bubbleTime(Schedule::zbH1, 5, 1, 3, 5, 2), 16);
  EXPECT_DOUBLE_EQ(bubbleTime(Schedule::zbH2, 5, 1, 3, 5, 2), 8);
  EXPECT_DOUBLE_EQ(bubbleTime(Schedule::zbV, 5, 1, 3, 5, 2), 4);
  // (6/2 − 1)·((3+5) + 5 − 3·2)
  EXPECT_DOUBLE_EQ(bubbleTime(Schedule::dualPipe, 6, 1, 3, 5, 2), 14);
  // Never negative when the weight pass is the longer half.
  EXPECT_EQ(bubbleTime(Schedule::zbH2, 5, 1, 1, 5, 4), 0);
}

// One micro-batch can only go its way: p = 4, f = 2, b = 5, w = 2. Three other stages of 2 + 5 − 2.
TEST(Bubble, FewMicroBatchesDoNotFillAZeroBubblePipeline) {
  const auto fill = [](Schedule kind, std::int64_t m) { return fillTime(kind, 4, m, 2, 5, 2); };
  for (const auto kind : {Schedule::zbH1, Schedule::zbH2, Schedule::zbV}) {
    EXPECT_EQ(fill(kind, 1), 15) << word(kind);
    EXPECT_EQ(fill(kind, 3), 15 - 2 * 2) << word(kind);
  }
  // Where the forms begin to hold: H1 at 4 with 3·(7−4), H2 at 7 with 3·(7−6).
  EXPECT_EQ(fill(Schedule::zbH1, 4), bubbleTime(Schedule::zbH1, 4, 1, 2, 5, 2));
  EXPECT_EQ(fill(Schedule::zbH2, 7), bubbleTime(Schedule::zbH2, 4, 1, 2, 5, 2));
  // Two of DualPipe, one from each end: (4/2−1)·(4+10−2); alone it has nothing to overlap with.
  EXPECT_EQ(fill(Schedule::dualPipe, 2), 12);
  EXPECT_EQ(fill(Schedule::dualPipe, 1), 12 + 7);
  for (const auto kind : kAll) {
    EXPECT_EQ(fillTime(kind, 1, 1, 2, 5, 2), 0);
    EXPECT_EQ(fillTime(kind, 4, 1000, 2, 5, 2), 0);
    EXPECT_EQ(fillTime(kind, 4, 0, 2, 5, 2), 0);
  }
  for (const auto kind : {Schedule::gpipe, Schedule::oneFOneB, Schedule::interleaved}) EXPECT_EQ(fill(kind, 1), 0);
}

TEST(Bubble, IdealRatioKnowsWhenThePipelineIsNotFilled) {
  EXPECT_DOUBLE_EQ(bubbleRatioIdeal(Schedule::zbH2, 8, 1, 1), 14.0 / 3);  // 7 stages of 1 + 2 − 1 beside one of 3
  EXPECT_DOUBLE_EQ(bubbleRatioIdeal(Schedule::zbH2, 8, 1, 8), 7.0 / 24);
  EXPECT_DOUBLE_EQ(bubbleRatioIdeal(Schedule::zbV, 8, 1, 14), 1.0 / 42);
  EXPECT_EQ(bubbleRatioIdeal(Schedule::zbH2, 8, 1, 15), 0);
  EXPECT_DOUBLE_EQ(bubbleRatioIdeal(Schedule::dualPipe, 8, 1, 2), 15.0 / 6);
}

}  // namespace
}  // namespace shardscope
