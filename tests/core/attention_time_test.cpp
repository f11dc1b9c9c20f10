// SPDX-License-Identifier: Apache-2.0
#include "core/cost/attention_time.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

AttentionTime coreOf(const Scenario& s) { return attentionSeconds(layerInputs(s, 1)); }

TEST(AttentionTime, FusedCoreByHand) {
  // Llama-3-70B, s = 8192, t = 8: 8 heads of 128, 64 query tiles: 512/132 fill the chip, no penalty; ramp 1 at 8,192.
  // Forward 4·s·n·(a/t)·d_h/2 = 4·8192²·8·128/2 FLOP at 989e12·.55; backward 2.5 times as much at ·.45.
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 8, 8192);
  s.parallel.tp = 8;
  const double work = 4.0 * 8192 * 8192 * 8 * 128 / 2;
  EXPECT_NEAR(coreOf(s).forward, work / (989e12 * 0.55) + 3e-6, 1e-12);
  EXPECT_NEAR(coreOf(s).backward, 2.5 * work / (989e12 * 0.45) + 3e-6, 1e-12);
}

TEST(AttentionTime, ShortSequencesRunSlower) {
  EXPECT_DOUBLE_EQ(sequenceRamp(8192), 1);
  EXPECT_NEAR(sequenceRamp(2048), 0.89, 0.005);
  EXPECT_NEAR(sequenceRamp(1024), 0.777, 0.005);
  EXPECT_NEAR(sequenceRamp(131072), 1.04, 0.005);
}

TEST(AttentionTime, FewHeadsUnderfillTheChip) {
  // B200 forward kernels, relative to 64 heads: 16 heads .67, 8 heads .36 measured; the law gives (148/(8·32))^... at
  // s = 4096: 8 heads · 32 tiles = 256 > 148 full; at s = 1024: 64 blocks, (64/148)^.35 = .7457.
  auto s = test::scenarioOn("b200-sxm-180gb", test::llama3_70b(), 8, 1024);
  s.parallel.tp = 8;
  const auto in = layerInputs(s, 1);
  EXPECT_NEAR(in.attentionForward, 2250e12 * 0.42 * sequenceRamp(1024) * std::pow(64.0 / 148, 0.35), 1e3);
}

TEST(AttentionTime, NarrowHeadsCostTheirExponentials) {
  auto model = test::llama3_70b();
  model.heads = 128;
  model.kvHeads = 16;
  model.headDim = 64;
  auto s = test::scenarioOn("h100-sxm-80gb", model, 8, 8192);
  EXPECT_NEAR(layerInputs(s, 1).attentionForward, 989e12 * 0.55 * 0.60, 1e3);
  s.model.shape.headDim = 96;  // .60^log2(128/96)
  EXPECT_NEAR(layerInputs(s, 1).attentionForward, 989e12 * 0.55 * std::pow(0.60, std::log2(128.0 / 96)), 1e3);
  s.model.shape.headDim = 256;
  EXPECT_NEAR(layerInputs(s, 1).attentionForward, 989e12 * 0.55, 1e3);
}

TEST(AttentionTime, WindowShortensItsShareOfTheLayers) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 8, 8192);
  const auto full = layerInputs(s, 1).attendedTokens;
  s.model.shape.window = 128;
  s.model.shape.windowShare = 0.5;
  EXPECT_DOUBLE_EQ(full, 4096);
  EXPECT_DOUBLE_EQ(layerInputs(s, 1).attendedTokens, 0.5 * 4096 + 0.5 * 128);
  s.model.shape.window = 100'000;  // wider than half the sequence: no effect
  EXPECT_DOUBLE_EQ(layerInputs(s, 1).attendedTokens, 4096);
}

TEST(AttentionTime, ContextParallelismSplitsTheCoreNotTheRamp) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 8, 32768);
  const double whole = coreOf(s).forward - 3e-6;
  s.parallel.cp = 4;
  EXPECT_NEAR(coreOf(s).forward - 3e-6, whole / 4, 1e-9 * whole);
}

TEST(AttentionTime, UnfusedCoreByHand) {
  // GPT 22B, s = 2048, t = 8, b = 4 on A100 with dropout: two products over all scores, 9 and 11 bytes a score.
  auto s = test::scenarioOn("a100-sxm-80gb", test::gpt22b(), 8, 2048);
  s.parallel.tp = 8;
  s.workload.microBatch = 4;
  s.workload.flashAttention = false;
  const auto in = layerInputs(s, 1);
  const double products = gemmSeconds(in.gemmBf16, 2048, 2048, 96, 32) + gemmSeconds(in.gemmBf16, 2048, 96, 2048, 32);
  const double scores = 32.0 * 2048 * 2048, rate = 2039e9 * 0.82;
  EXPECT_NEAR(coreOf(s).forward, products + 9 * scores / rate + 3e-6, 1e-12);
  EXPECT_NEAR(coreOf(s).backward, 2 * products + 11 * scores / rate + 3e-6, 1e-12);
}

}  // namespace
}  // namespace shardscope
