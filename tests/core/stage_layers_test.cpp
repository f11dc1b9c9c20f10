// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stage_layers.hpp"

#include <gtest/gtest.h>

#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

using V = std::vector<std::int64_t>;

V moeOf(const ModelShape& model, std::int64_t pp, std::int64_t vpp, V explicitLayers = {}) {
  auto s = test::scenarioOf(model, 64, 4096);
  s.parallel.pp = pp;
  s.parallel.vpp = vpp;
  s.parallel.stageLayers = std::move(explicitLayers);
  std::vector<StageMemory> stages;
  fillStageLayers(s, stages);
  V out;
  for (const auto& stage : stages) out.push_back(stage.moeLayers);
  return out;
}

TEST(StageLayers, LeadingDenseLayersSitOnTheFirstStages) {
  // DeepSeek-V3: 61 layers on 8 stages, three dense ones first: 7 + 8·6 … stage 0 and the last hold 7.
  EXPECT_EQ(moeOf(test::deepseekV3(), 8, 1), V({4, 8, 8, 8, 8, 8, 7, 7}));
}

TEST(StageLayers, InterleavingSpreadsThem) {
  auto model = test::deepseekV3();
  model.layers = 16;
  // Eight chunks of two: dense layers 0–2 are chunk 0 (stage 0) and half of chunk 1 (stage 1).
  EXPECT_EQ(moeOf(model, 4, 2), V({2, 3, 4, 4}));
}

TEST(StageLayers, EveryOtherLayer) {
  auto model = test::mixtral_8x7b();
  model.moeEvery = 2;
  EXPECT_EQ(moeOf(model, 4, 1), V({4, 4, 4, 4}));
  model.layers = 12;
  EXPECT_EQ(moeOf(model, 4, 1), V({1, 2, 1, 2}));  // MoE layers are the odd ones
}

TEST(StageLayers, OneKindNeedsNoOrder) {
  EXPECT_EQ(moeOf(test::llama2_7b(), 4, 2), V({0, 0, 0, 0}));
  EXPECT_EQ(moeOf(test::mixtral_8x7b(), 4, 2, {7, 9, 9, 7}), V({7, 9, 9, 7}));
}

TEST(StageLayers, UnevenChunksStillAddUp) {
  auto model = test::deepseekV3();
  model.layers = 22;
  const auto moe = moeOf(model, 4, 3, {5, 6, 6, 5});
  EXPECT_EQ(moe[0] + moe[1] + moe[2] + moe[3], 19);
}

}  // namespace
}  // namespace shardscope
