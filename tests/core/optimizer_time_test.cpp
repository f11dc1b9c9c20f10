// SPDX-License-Identifier: Apache-2.0
#include "core/cost/optimizer_time.hpp"

#include <gtest/gtest.h>

#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

double secondsOf(const Scenario& s, RankParameters held) {
  return optimizerSeconds(s, layerInputs(s, 1), replicaGroups(s), held);
}

TEST(OptimizerTime, StatesPassThroughMemoryOnce) {
  // Megatron bf16: 2·12 + 4 + 2 and 2·4 for the norm, 38 bytes a parameter; ZeRO-1 spreads them over 64 ranks.
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama2_7b(), 64, 4096);
  EXPECT_NEAR(secondsOf(s, {6.738e9, 0}), 38 * 6.738e9 / 64 / (3.35e12 * 0.80) + 6e-6, 1e-12);
  s.parallel.zero = 0;
  EXPECT_NEAR(secondsOf(s, {6.738e9, 0}), 38 * 6.738e9 / (3.35e12 * 0.80) + 6e-6, 1e-12);
}

TEST(OptimizerTime, ExpertsAreSpreadOverTheirOwnReplicas) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 64, 4096);
  s.parallel.ep = 8;
  EXPECT_NEAR(secondsOf(s, {64e6, 8e6}), 38 * (1e6 + 1e6) / (3.35e12 * 0.80) + 6e-6, 1e-12);
  s.parallel.shardGroup = 16;
  EXPECT_NEAR(secondsOf(s, {64e6, 8e6}), 38 * (4e6 + 4e6) / (3.35e12 * 0.80) + 6e-6, 1e-12);
}

TEST(OptimizerTime, FrozenWeightsAreNotUpdated) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama2_7b(), 64, 4096);
  s.workload.adapter = Adapter::lora;
  EXPECT_EQ(secondsOf(s, {6.738e9, 0}), 0);
}

}  // namespace
}  // namespace shardscope
