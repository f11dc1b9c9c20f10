// SPDX-License-Identifier: Apache-2.0
// The split of plain dimensions: what a file with the same dimensions counts, part by part.
#include "core/cost/parameter_breakdown.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/flops_per_token.hpp"
#include "core/cost/parameters.hpp"
#include "tests/support/core_hf_configs.hpp"

namespace shardscope {
namespace {

std::int64_t sum(const std::vector<std::int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
}

std::int64_t sum(const KindBreakdown& kinds) {
  return kinds.attention + kinds.mlp + kinds.experts + kinds.sharedExperts + kinds.router + kinds.norms;
}

TEST(ParameterBreakdown, isThatOfTheFileWhereDimensionsSayEverything) {
  int compared = 0;
  for (const auto& config : test::hfConfigs()) {
    if (config.model.shape.parametersExact) continue;
    auto expected = config.model.parameters;
    expected.multiTokenPrediction = 0;  // no dimension says it
    const auto found = parameterBreakdown(config.model.shape);
    EXPECT_EQ(found.perKind, expected.perKind) << config.name;
    EXPECT_EQ(found, expected) << config.name;
    ++compared;
  }
  EXPECT_GT(compared, 30);
}

TEST(ParameterBreakdown, partsAddUp) {
  for (const auto& entry : catalogue().models()) {
    auto shape = entry.shape;
    shape.parametersExact.reset();
    shape.parametersActiveExact.reset();
    for (const bool tied : {false, true}) {
      shape.tied = tied;
      const auto parts = parameterBreakdown(shape);
      EXPECT_EQ(parts.perLayer.size(), static_cast<std::size_t>(shape.layers)) << entry.id;
      EXPECT_EQ(sum(parts.perLayer), sum(parts.perKind)) << entry.id;
      EXPECT_EQ(parts.total, totalParameters(shape)) << entry.id;
      EXPECT_EQ(parts.total, parts.embedding + parts.positions + parts.head + parts.rest + sum(parts.perLayer))
          << entry.id;
      EXPECT_EQ(parts.activeWithBothTables, activeParameters(shape)) << entry.id;
      EXPECT_EQ(parts.activeWithBothTables - parts.activeWithoutInputTable, tied ? 0 : shape.vocab * shape.hidden);
    }
  }
}

// The work of dimensions alone is that of the file: to the last digit where they say everything, nearly elsewhere.
TEST(FlopsPerToken, ofDimensionsIsThatOfTheFile) {
  for (const auto& config : test::hfConfigs()) {
    const auto& shape = config.model.shape;
    if (config.model.parameters.embedding != shape.vocab * shape.hidden)
      continue;  // a narrow table: no dimension says it
    const bool inBlocks = !config.model.attention.empty() && config.model.attention.back().inBlocks;
    const bool isExact = !shape.parametersExact && !inBlocks;
    for (const std::int64_t tokens : {100, 4096, 131072}) {
      const auto expected = flopsPerToken(config.model, tokens), found = flopsPerToken(shape, tokens);
      const double slack = isExact ? 1e-12 : 0.03;
      EXPECT_NEAR(found.forwardCausal / expected.forwardCausal, 1, slack) << config.name << ' ' << tokens;
      EXPECT_NEAR(found.forwardFull / expected.forwardFull, 1, slack) << config.name << ' ' << tokens;
      EXPECT_EQ(found.trainingCausal, 3 * found.forwardCausal);
      EXPECT_EQ(found.trainingFull, 3 * found.forwardFull);
    }
  }
}

// Published: GPT-2 small at 128 tokens, every score computed, 251.78 MFLOP a token; causally 249.44.
TEST(FlopsPerToken, gpt2Small) {
  ModelShape shape;
  shape.layers = 12, shape.hidden = 768, shape.heads = 12, shape.ffn = 3072, shape.vocab = 50257;
  shape.gated = false, shape.norm = Norm::layer, shape.bias = true, shape.tied = true, shape.learnedPositions = 1024;
  const auto work = flopsPerToken(shape, 128);
  EXPECT_NEAR(work.forwardFull, 251.78e6, 0.01e6);
  EXPECT_NEAR(work.forwardCausal, 249.44e6, 0.01e6);
}

// By hand, 4 keys of 6: tokens see 1, 2, 3, 4, 4, 4 of them.
TEST(FlopsPerToken, keysOfAWindow) {
  EXPECT_DOUBLE_EQ(causalKeys(4, 6), 18.0 / 6);
  EXPECT_DOUBLE_EQ(causalKeys(0, 6), 21.0 / 6);
  EXPECT_DOUBLE_EQ(causalKeys(6, 6), 21.0 / 6);
  EXPECT_DOUBLE_EQ(causalKeys(1, 6), 1);
}

}  // namespace
}  // namespace shardscope
