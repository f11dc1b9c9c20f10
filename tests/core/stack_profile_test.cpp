// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stack_profile.hpp"

#include <gtest/gtest.h>

namespace shardscope {
namespace {

TEST(StackProfile, LinesOfTheTable) {
  const auto eager = stackProfile(Stack::eager, Generation::hopper);
  EXPECT_EQ(eager.attention, 0.36);
  EXPECT_EQ(eager.pointwiseTraffic, 2.0);
  EXPECT_EQ(eager.exposedDpShare, 0.55);
  EXPECT_EQ(eager.hostFloor, 0.8e-3);
  EXPECT_TRUE(eager.layoutCopies);
  EXPECT_EQ(eager.tpOverlapYield, 0.6);
  EXPECT_FALSE(eager.extrapolated);
  EXPECT_EQ(stackProfile(Stack::fused, Generation::ampere).perOwner, 2.75e-3);
  EXPECT_EQ(stackProfile(Stack::megatron, Generation::volta).hostFloor, 0.8e-3);
  EXPECT_EQ(stackProfile(Stack::megatron, Generation::blackwell).hostFloor, 1.7e-3);
  EXPECT_EQ(stackProfile(Stack::legacy, Generation::ampere).gemm, 0.92);
}

TEST(StackProfile, MissingGenerationTakesTheNearestNewerElseOlder) {
  const auto bridge = stackProfile(Stack::bridge, Generation::ampere);  // newer: Hopper
  EXPECT_TRUE(bridge.extrapolated);
  EXPECT_EQ(bridge.hostFloor, 0.5e-3);
  EXPECT_EQ(stackProfile(Stack::megatron, Generation::ada).hostFloor, 1.7e-3);  // Hopper, not Ampere
  const auto eager = stackProfile(Stack::eager, Generation::blackwell);         // nothing newer: Hopper
  EXPECT_TRUE(eager.extrapolated);
  EXPECT_EQ(eager.attention, 0.36);
  EXPECT_EQ(stackProfile(Stack::eager, Generation::volta).attention, 0.56);  // Ampere
  EXPECT_EQ(stackProfile(Stack::legacy, Generation::hopper).gemm, 0.92);     // Ampere, not Volta
}

TEST(StackProfile, MoePassByGeneration) {
  EXPECT_DOUBLE_EQ(stackProfile(Stack::megatron, Generation::hopper).moePass, 1.30e-3);
  EXPECT_DOUBLE_EQ(stackProfile(Stack::eager, Generation::blackwell).moePass, 0.86e-3);
  EXPECT_DOUBLE_EQ(stackProfile(Stack::graphs, Generation::hopper).moePass, 0.33e-3);
  EXPECT_DOUBLE_EQ(stackProfile(Stack::graphs, Generation::blackwell).moePass, 0.22e-3);
}

TEST(StackProfile, EveryStackHasALineForEveryGeneration) {
  for (std::size_t stack = 0; stack < EnumWords<Stack>::words.size(); ++stack)
    for (std::size_t generation = 0; generation < EnumWords<Generation>::words.size(); ++generation) {
      const auto profile = stackProfile(static_cast<Stack>(stack), static_cast<Generation>(generation));
      EXPECT_GT(profile.moePass, 0) << stack << ' ' << generation;  // a default-made profile has none
    }
}

}  // namespace
}  // namespace shardscope
