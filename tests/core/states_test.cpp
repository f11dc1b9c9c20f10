// SPDX-License-Identifier: Apache-2.0
#include "core/cost/states.hpp"

#include <gtest/gtest.h>

#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

TEST(StateBytes, Llama2OnOneAndEightNodes) {
  const RankParameters held{6'738'415'616.0, 0};
  const StateRecipe recipe{2, 2, 12};
  EXPECT_NEAR(stateBytes(recipe, 2, held, {64, 64}).total() / kGb, 14.95, 0.005);
  EXPECT_NEAR(stateBytes(recipe, 2, held, {8, 8}).total() / kGb, 25.3, 0.05);
  EXPECT_NEAR(stateBytes(recipe, 0, held, {8, 8}).total() / kGb, 107.8, 0.05);
  EXPECT_NEAR(stateBytes(recipe, 3, held, {8, 8}).total() / kGb, 13.5, 0.05);
}

TEST(StateBytes, MegatronDistributedOptimizerIsSixPlusTwelveOverD) {
  // Megatron-LM docs: bf16 with fp32 main gradients.
  EXPECT_DOUBLE_EQ(stateBytes({2, 4, 12}, 1, {1e9, 0}, {16, 16}).total(), (6 + 12.0 / 16) * 1e9);
  EXPECT_DOUBLE_EQ(stateBytes({2, 4, 12}, 2, {1e9, 0}, {16, 16}).total(), (2 + 16.0 / 16) * 1e9);
  EXPECT_DOUBLE_EQ(stateBytes({2, 4, 12}, 3, {1e9, 0}, {16, 16}).total(), 18.0 / 16 * 1e9);
}

TEST(StateBytes, ExpertsAreSpreadOverTheirOwnDataGroup) {
  const auto bytes = stateBytes({2, 4, 12}, 1, {1000, 800}, {10, 2});
  EXPECT_DOUBLE_EQ(bytes.parameters, 3600);
  EXPECT_DOUBLE_EQ(bytes.gradients, 7200);
  EXPECT_DOUBLE_EQ(bytes.optimizer, 12 * (100 + 400));
}

Scenario layout(std::int64_t tp, std::int64_t cp, std::int64_t dp, std::int64_t ep, std::int64_t etp) {
  auto s = test::scenarioOf(test::mixtral_8x7b(), tp * cp * dp, 4096);
  s.parallel.tp = tp;
  s.parallel.cp = cp;
  s.parallel.ep = ep;
  s.parallel.etp = etp;
  return s;
}

TEST(ShardDegrees, ContextRanksCountAsDataRanks) {
  const auto degrees = shardDegrees(layout(2, 4, 8, 8, 1));
  EXPECT_EQ(degrees.dense, 32);
  EXPECT_EQ(degrees.experts, 8);  // 2·4·8 / 8
}

TEST(ShardDegrees, ExpertTensorParallelTakesItsShare) {
  EXPECT_EQ(shardDegrees(layout(4, 1, 8, 4, 4)).experts, 2);
  EXPECT_EQ(shardDegrees(layout(1, 1, 8, 8, 1)).experts, 1);
}

TEST(ShardDegrees, AShardGroupIsABlockOfNeighbours) {
  auto s = layout(2, 1, 32, 8, 1);
  s.parallel.shardGroup = 8;  // 16 neighbouring ranks: 2 per expert
  EXPECT_EQ(shardDegrees(s).dense, 8);
  EXPECT_EQ(shardDegrees(s).experts, 2);
  s.parallel.shardGroup = 2;  // 4 ranks hold different experts
  EXPECT_EQ(shardDegrees(s).experts, 1);
  s.parallel.shardGroup = 1000;
  EXPECT_EQ(shardDegrees(s).dense, 32);
  EXPECT_EQ(shardDegrees(s).experts, 8);
}

TEST(OptimizerExtra, NoneForAdamAndForExplicitBytes) {
  auto s = layout(1, 1, 8, 1, 1);
  EXPECT_EQ(layerOptimizerExtra(s, true).total(), 0);
  s.workload.optimizer = Optimizer::adafactor;
  EXPECT_GT(layerOptimizerExtra(s, true).total(), 0);
  EXPECT_GT(embeddingOptimizerExtra(s) + headOptimizerExtra(s), 0);
  s.workload.optimizerBytes = 4;
  EXPECT_EQ(layerOptimizerExtra(s, true).total() + embeddingOptimizerExtra(s) + headOptimizerExtra(s), 0);
}

TEST(OptimizerExtra, AdafactorKeepsRowsColumnsAndWholeVectors) {
  auto s = test::scenarioOf(test::llama2_7b(), 8, 4096);
  s.workload.optimizer = Optimizer::adafactor;
  // Four attention matrices h×h, two h×f and one f×h, two norms of h.
  EXPECT_DOUBLE_EQ(layerOptimizerExtra(s, false).dense, 4.0 * (4 * 8192 + 3 * (4096 + 11008) + 2 * 4096));
  EXPECT_DOUBLE_EQ(embeddingOptimizerExtra(s), 4.0 * (32000 + 4096));
  EXPECT_DOUBLE_EQ(headOptimizerExtra(s), 4.0 * (32000 + 4096 + 4096));
}

TEST(OptimizerExtra, MuonLeavesEverythingButHiddenMatricesToAdam) {
  auto s = layout(1, 1, 8, 8, 1);
  s.workload.optimizer = Optimizer::muon;
  const auto extra = layerOptimizerExtra(s, true);
  EXPECT_DOUBLE_EQ(extra.dense, 4.0 * 2 * 4096);  // the norms
  EXPECT_DOUBLE_EQ(extra.experts, 0);
  EXPECT_DOUBLE_EQ(embeddingOptimizerExtra(s), 4.0 * 32000 * 4096);
  EXPECT_DOUBLE_EQ(headOptimizerExtra(s), 4.0 * (32000.0 * 4096 + 4096));
}

TEST(OptimizerExtra, BiasesAndMlaNormsAreVectors) {
  auto gpt = test::scenarioOf(test::gpt22b(), 8, 2048);
  gpt.workload.optimizer = Optimizer::muon;
  EXPECT_DOUBLE_EQ(layerOptimizerExtra(gpt, false).dense, 4.0 * 13 * 6144);
  EXPECT_DOUBLE_EQ(headOptimizerExtra(gpt), 4.0 * 2 * 6144);  // tied: only the final norm
  auto mla = test::scenarioOf(test::deepseekV3(), 8, 4096);
  mla.workload.optimizer = Optimizer::muon;
  EXPECT_DOUBLE_EQ(layerOptimizerExtra(mla, true).dense, 4.0 * (1536 + 512 + 2 * 7168 + 256));
}

}  // namespace
}  // namespace shardscope
