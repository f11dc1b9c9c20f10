// SPDX-License-Identifier: Apache-2.0
#include "core/cost/moe_load.hpp"

#include <gtest/gtest.h>

#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

Scenario mixtral(double hotTokenShare, double capacity, bool pad) {
  auto s = test::scenarioOf(test::mixtral_8x7b(), 8, 4096);
  s.parallel.ep = 8;
  s.moe = {capacity, pad, hotTokenShare};
  return s;
}

TEST(MoeLoad, NinetyPercentOfCopiesToOneOfEight) {
  EXPECT_DOUBLE_EQ(rankImbalance(8, 8, 0.9), 7.2);
  EXPECT_DOUBLE_EQ(droppedShare(8, 0.9, 1.25), 119.0 / 160);
}

TEST(MoeLoad, NinetyPercentOfTokensAreHalfAsManyCopiesForTopTwo) {
  const auto load = moeLoad(mixtral(0.9, 0, false));
  EXPECT_DOUBLE_EQ(load.imbalance, 3.6);
  EXPECT_DOUBLE_EQ(load.loadFactor, 3.6);
  EXPECT_EQ(load.droppedShare, 0);
}

TEST(MoeLoad, SeveralExpertsPerRankSoftenTheHotOne) {
  // 64 experts on 8 ranks, x = .3: 8·(.3 + 7·.7/63).
  EXPECT_DOUBLE_EQ(rankImbalance(64, 8, 0.3), 8 * (0.3 + 7 * 0.7 / 63));
  EXPECT_DOUBLE_EQ(rankImbalance(64, 1, 0.3), 1);
  EXPECT_DOUBLE_EQ(rankImbalance(64, 64, 1.0 / 64), 1);
}

TEST(MoeLoad, AnExpertBelowTheMeanMakesTheOthersFuller) { EXPECT_DOUBLE_EQ(rankImbalance(4, 4, 0.1), 4 * 0.3); }

TEST(MoeLoad, CapacityLimitsTheFullestRankAndPaddingFillsEveryone) {
  EXPECT_DOUBLE_EQ(moeLoad(mixtral(0.9, 1.25, false)).loadFactor, 1.25);
  EXPECT_DOUBLE_EQ(moeLoad(mixtral(0, 1.25, false)).loadFactor, 1);
  EXPECT_DOUBLE_EQ(moeLoad(mixtral(0, 1.25, true)).loadFactor, 1.25);
  EXPECT_EQ(moeLoad(mixtral(0, 1.25, true)).droppedShare, 0);
  // x = .45, limit 1.25/8 = .15625; the other seven at .55/7 stay below it.
  EXPECT_DOUBLE_EQ(moeLoad(mixtral(0.9, 1.25, false)).droppedShare, 0.45 - 0.15625);
}

TEST(MoeLoad, UniformWithACapacityBelowOneDropsTheRest) {
  EXPECT_DOUBLE_EQ(moeLoad(mixtral(0, 0.75, false)).droppedShare, 0.25);
  EXPECT_DOUBLE_EQ(moeLoad(mixtral(0, 0.75, false)).loadFactor, 0.75);
}

TEST(MoeLoad, OneExpertIsNeverUneven) {
  EXPECT_DOUBLE_EQ(rankImbalance(1, 1, 1), 1);
  EXPECT_EQ(droppedShare(1, 1, 1), 0);
}

}  // namespace
}  // namespace shardscope
