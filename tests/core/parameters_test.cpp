// SPDX-License-Identifier: Apache-2.0
#include "core/cost/parameters.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

using test::deepseekV3;

TEST(Parameters, LlamaLayerByHand) {
  // Attention 8192·(64+16)·128 + 64·128·8192, MLP 3·8192·28672, two RMSNorms of 8192.
  const auto layer = denseLayerParameters(test::llama3_70b());
  EXPECT_EQ(layer.sharded, 83'886'080 + 67'108'864 + 704'643'072);
  EXPECT_EQ(layer.replicated, 16'384);
  EXPECT_EQ(layer.experts, 0);
}

TEST(Parameters, GptLayerIsTwelveHSquaredPlusThirteenH) {
  // 2104.04473 eq. 2: 12h² + 13h with biases and LayerNorm.
  const auto layer = denseLayerParameters(test::gpt175b());
  EXPECT_EQ(layer.total(), 12LL * 12288 * 12288 + 13LL * 12288);
  EXPECT_EQ(layer.replicated, 6LL * 12288);  // two LayerNorms of 2h, two row biases of h
}

TEST(Parameters, MlaLayerByHand) {
  const auto layer = moeLayerParameters(deepseekV3());
  // 1536·128·192 + 512·128·256 + 128·128·7168, shared expert 3·7168·2048.
  EXPECT_EQ(layer.sharded, 37'748'736 + 16'777'216 + 117'440'512 + 44'040'192);
  // Down projections with their norms, two RMSNorms, router and its correction bias.
  EXPECT_EQ(layer.replicated, 7168 * 1536 + 1536 + 7168 * 576 + 512 + 2 * 7168 + 7168 * 256 + 256);
  EXPECT_EQ(layer.experts, 256LL * 44'040'192);
  EXPECT_EQ(expertParameters(deepseekV3()), 3LL * 7168 * 2048);
}

TEST(Parameters, WithoutQueryRankTheQueryIsOneMatrix) {
  auto model = deepseekV3();
  const auto before = denseLayerParameters(model);
  model.qRank = 0;
  const auto after = denseLayerParameters(model);
  EXPECT_EQ(after.sharded - before.sharded, (7168LL - 1536) * 128 * 192);
  EXPECT_EQ(before.replicated - after.replicated, 7168LL * 1536 + 1536);
}

TEST(Parameters, ActiveLeavesOutTheIdleExperts) {
  EXPECT_EQ(activeParameters(test::mixtral_8x7b()), 12'879'925'248);
  EXPECT_EQ(activeParameters(test::llama2_7b()), 6'738'415'616);
}

TEST(Parameters, AnImportedCountWins) {
  auto model = test::mixtral_8x7b();
  model.parametersExact = totalParameters(model) + 1000;
  EXPECT_EQ(totalParameters(model), 46'702'793'704);
  EXPECT_EQ(activeParameters(model), 12'879'926'248);
  model.parametersActiveExact = 7;
  EXPECT_EQ(activeParameters(model), 7);
}

TEST(Parameters, ApproximateEqualsExactWithoutAnImportedCount) {
  for (const auto& model : {test::llama3_405b(), test::mixtral_8x7b(), deepseekV3(), test::gpt1t()})
    EXPECT_DOUBLE_EQ(approximateParameters(model), static_cast<double>(totalParameters(model)));
}

TEST(Parameters, ApproximateSurvivesTheLargestShape) {
  ModelShape model = test::llama(100'000, 1 << 20, 1 << 20, 1 << 20, 1 << 24, 1 << 28);
  model.experts = model.topK = 1 << 20;
  model.expertFfn = model.sharedFfn = 1 << 24;
  EXPECT_GT(approximateParameters(model), 1e24);
}

TEST(Parameters, VocabularyIsPaddedToAMultipleOf128Tp) {
  EXPECT_EQ(paddedVocabulary(50257, 8), 51200);
  EXPECT_EQ(paddedVocabulary(128256, 8), 129024);
  EXPECT_EQ(paddedVocabulary(51200, 8), 51200);
  EXPECT_EQ(paddedVocabulary(1, 1), 128);
}

std::vector<std::int64_t> layersOfStages(const Scenario& s) {
  std::vector<std::int64_t> layers;
  for (std::int64_t stage = 0; stage < s.parallel.pp; ++stage) layers.push_back(layersOfStage(s, stage));
  return layers;
}

std::vector<std::int64_t> split(std::int64_t layers, std::int64_t pp) {
  Scenario s;
  s.model.shape.layers = layers;
  s.parallel.pp = pp;
  return layersOfStages(s);
}

TEST(LayersOfStage, RemainderGoesToInteriorStagesThenToTheFirst) {
  using V = std::vector<std::int64_t>;
  EXPECT_EQ(split(80, 8), V(8, 10));
  EXPECT_EQ(split(7, 1), V({7}));
  EXPECT_EQ(split(7, 2), V({4, 3}));
  EXPECT_EQ(split(9, 4), V({2, 3, 2, 2}));
  EXPECT_EQ(split(10, 4), V({2, 3, 3, 2}));
  EXPECT_EQ(split(11, 4), V({3, 3, 3, 2}));
  // Llama-3.1-405B: 7, 8, …, 8, 7.
  V llama(16, 8);
  llama.front() = llama.back() = 7;
  EXPECT_EQ(split(126, 16), llama);
}

TEST(LayersOfStage, AnExplicitListWinsAndIsReadDefensively) {
  Scenario s;
  s.model.shape.layers = 6;
  s.parallel.pp = 3;
  s.parallel.stageLayers = {1, 5};
  EXPECT_EQ(layersOfStages(s), std::vector<std::int64_t>({1, 5, 0}));
}

TEST(LayersOfStage, AddUpForEverySplit) {
  for (std::int64_t layers = 1; layers <= 40; ++layers)
    for (std::int64_t pp = 1; pp <= layers; ++pp) {
      const auto stages = split(layers, pp);
      EXPECT_EQ(std::accumulate(stages.begin(), stages.end(), std::int64_t{0}), layers) << pp;
    }
}

TEST(RankParameters, StageZeroOfLlama3OnEightByEight) {
  Parallel p;
  p.tp = p.pp = 8;
  const auto layer = layerOnRank(denseLayerParameters(test::llama3_70b()), p);
  EXPECT_EQ(layer.dense, 855'638'016.0 / 8 + 16'384);
  EXPECT_EQ(embeddingOnRank(test::llama3_70b(), p), 129'024.0 / 8 * 8192);
  EXPECT_EQ(headOnRank(test::llama3_70b(), p), 129'024.0 / 8 * 8192 + 8192);
}

TEST(RankParameters, ATiedHeadIsCopiedOnlyAcrossAPipeline) {
  Parallel p;
  EXPECT_EQ(headOnRank(test::gpt22b(), p), 2 * 6144);
  p.pp = 2;
  EXPECT_EQ(headOnRank(test::gpt22b(), p), 2 * 6144 + 51200.0 * 6144);
  EXPECT_EQ(embeddingOnRank(test::gpt22b(), p), (51200.0 + 2048) * 6144);
}

TEST(MoeLayersBefore, AgreesWithTheLayerByLayerRule) {
  auto model = deepseekV3();
  for (std::int64_t every : {1, 2, 3}) {
    model.moeEvery = every;
    std::int64_t count = 0;
    for (std::int64_t layer = 0; layer < model.layers; ++layer) {
      EXPECT_EQ(moeLayersBefore(model, layer), count);
      count += isMoeLayer(model, layer) ? 1 : 0;
    }
    EXPECT_EQ(moeLayersBefore(model, model.layers), moeLayers(model));
  }
}

}  // namespace
}  // namespace shardscope
