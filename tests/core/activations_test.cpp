// SPDX-License-Identifier: Apache-2.0
#include "core/cost/activations.hpp"

#include <gtest/gtest.h>

#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

Scenario gpt175(std::int64_t tp, bool sp, Recompute recompute = Recompute::none) {
  auto s = test::scenarioOf(test::gpt175b(), tp, 2048);
  s.workload.flashAttention = false;
  s.workload.recompute = recompute;
  s.parallel.tp = tp;
  s.parallel.sp = sp;
  return s;
}

constexpr double kSbh = 2048.0 * 12288;             // s·b·h of the 175B model
constexpr double kRatio = 5.0 * 96 * 2048 / 12288;  // 5as/h = 80

TEST(Activations, KorthikantiEquations) {
  EXPECT_DOUBLE_EQ(layerActivations(gpt175(1, false), false).full, kSbh * (34 + kRatio));                 // eq. 1
  EXPECT_DOUBLE_EQ(layerActivations(gpt175(8, false), false).full, kSbh * (10 + 24 / 8.0 + kRatio / 8));  // eq. 2
  EXPECT_DOUBLE_EQ(layerActivations(gpt175(8, true), false).full, kSbh / 8 * (34 + kRatio));              // eq. 4
  EXPECT_DOUBLE_EQ(layerActivations(gpt175(8, true, Recompute::selective), false).stored, kSbh / 8 * 34);
  EXPECT_DOUBLE_EQ(layerActivations(gpt175(8, true, Recompute::full), false).stored, kSbh / 8 * 2);
  EXPECT_DOUBLE_EQ(layerActivations(gpt175(8, false, Recompute::full), false).stored, kSbh * 2);
}

TEST(Activations, WithoutDropoutTheMasksGo) {
  auto s = gpt175(1, false);
  s.workload.dropout = false;
  EXPECT_DOUBLE_EQ(layerActivations(s, false).full, kSbh * (32 + kRatio * 2 / 5));
}

TEST(Activations, RecomputedSegmentsShareOneInput) {
  auto s = gpt175(1, false, Recompute::full);
  s.workload.recomputeLayers = 4;
  const auto layer = layerActivations(s, false);
  EXPECT_DOUBLE_EQ(layer.stored, kSbh * 2 / 4);
  EXPECT_DOUBLE_EQ(layer.repeated, layer.full);
}

TEST(Activations, FlashAttentionLeavesTheLogSumExp) {
  auto s = gpt175(8, true);
  s.workload.flashAttention = true;
  const auto layer = layerActivations(s, false);
  EXPECT_DOUBLE_EQ(layer.core, 4 * 2048.0 * 96 / 8);
  EXPECT_DOUBLE_EQ(layer.full, kSbh / 8 * 34 + layer.core);
  s.workload.recompute = Recompute::selective;  // nothing left to drop
  EXPECT_EQ(layerActivations(s, false).stored, layer.full);
  EXPECT_EQ(layerActivations(s, false).repeated, 0);
}

TEST(Activations, Llama3LayerByHand) {
  // s = 4096: 33.53 s·b·h = 1.125·10⁹ bytes.
  auto s = test::scenarioOf(test::llama3_70b(), 1, 4096);
  const double n = 4096, h = 8192;
  const double byHand = 8 * n * h + 2 * n * (64 * 128 + 2 * 8 * 128) + 2 * n * 8192 + 4 * n * 64 + 6 * n * 28672;
  EXPECT_DOUBLE_EQ(layerActivations(s, false).full, byHand);
  EXPECT_NEAR(byHand / (n * h), 33.53, 0.005);
  EXPECT_NEAR(byHand, 1.125e9, 1e6);
}

TEST(Activations, ContextParallelSplitsTheTokens) {
  auto s = test::scenarioOf(test::llama3_70b(), 4, 8192);
  const double whole = layerActivations(s, false).full;
  s.parallel.cp = 4;
  EXPECT_DOUBLE_EQ(tokensPerRank(s), 2048);
  EXPECT_DOUBLE_EQ(layerActivations(s, false).full, whole / 4);
}

TEST(Activations, MoreRanksThanKvHeadsCopyThem) {
  auto s = test::scenarioOf(test::llama3_70b(), 16, 4096);
  s.parallel.tp = 16;  // 8 KV heads
  const double n = 4096;
  const double perRank = 8 * n * 8192 / 16 + 2 * n * (512 + 2 * 128) + 2 * n * 512 + 4 * n * 4 + 6 * n * 1792;
  EXPECT_DOUBLE_EQ(layerActivations(s, false).full, perRank);
}

TEST(Activations, MixtralLayerByHand) {
  auto s = test::scenarioOf(test::mixtral_8x7b(), 8, 4096);
  s.parallel.ep = 8;
  const double n = 4096, h = 4096, copies = 2 * n;
  const double attention = 8 * n * h + 2 * n * (h + 2 * 1024) + 2 * n * h + 4 * n * 32;
  const double experts = 2 * copies * h + 6 * copies * 14336 + 8 * n * 8;
  EXPECT_DOUBLE_EQ(layerActivations(s, true).full, attention + experts);
  EXPECT_DOUBLE_EQ(layerActivations(s, true).mlpWidth, 2 * 14336);
  // A hot expert with .9 of the tokens: x = .45, the rank holds 3.6 times its share.
  s.moe.hotTokenShare = 0.9;
  EXPECT_DOUBLE_EQ(layerActivations(s, true).full, attention + 3.6 * (experts - 64 * n) + 64 * n);
}

TEST(Activations, ExpertTensorParallelGathersCopiesAndSplitsWidths) {
  auto s = test::scenarioOf(test::mixtral_8x7b(), 8, 4096);
  s.parallel.tp = s.parallel.etp = 2;
  const double tokens = 4096.0 / 2;  // SP; T_r = tokens·τ·K
  const double copies = tokens * 2 * 2;
  const double attention = 8 * tokens * 4096 + 2 * 4096.0 * (2048 + 2 * 512) + 2 * 4096.0 * 2048 + 4 * 4096.0 * 16;
  EXPECT_DOUBLE_EQ(layerActivations(s, true).full,
                   attention + 2 * copies * 4096 + 6 * copies * 14336 / 2 + 8 * tokens * 8);
}

TEST(Activations, MlaLayerByHand) {
  auto s = test::scenarioOf(test::deepseekV3(), 8, 4096);
  s.parallel.tp = 8;
  s.parallel.sp = true;
  const double n = 4096, h = 7168;
  const double attention = 2 * n * (2 * 1536 + 576 + 512) + 2 * n * (2 * 128 * 192 + 128 * 128) / 8 +
                           2 * n * 128 * 128 / 8 + 4 * n * 128 / 8;
  EXPECT_DOUBLE_EQ(layerActivations(s, false).full, 8 * n * h / 8 + attention + 6 * n * 18432 / 8);
}

TEST(Activations, OpLevelRecomputeByHand) {
  auto s = test::scenarioOf(test::llama3_70b(), 1, 8192);
  s.workload.recompute = Recompute::ops;
  const double n = 8192, h = 8192;
  const double kept = 2 * n * h + 2 * n * 8192 + 4 * n * 64 + n * (8192 + 2 * 1024 + 2 * h + 2 * 28672);
  const auto layer = layerActivations(s, false);
  EXPECT_DOUBLE_EQ(layer.stored, kept);
  EXPECT_DOUBLE_EQ(layer.repeated, layer.full - kept);
}

TEST(Activations, Fp32DoublesTheElements) {
  auto s = test::scenarioOf(test::llama3_70b(), 1, 4096);
  const auto half = layerActivations(s, false);
  s.workload.precision = Precision::fp32;
  EXPECT_DOUBLE_EQ(layerActivations(s, false).full, 2 * half.full - half.core);  // the log-sum-exp is fp32 already
  EXPECT_EQ(activationBytes(Precision::fp8), 2);
}

}  // namespace
}  // namespace shardscope
