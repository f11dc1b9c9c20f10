// SPDX-License-Identifier: Apache-2.0
#include "core/cost/flops.hpp"

#include <gtest/gtest.h>

#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

double perTokenGiga(const ModelShape& model, std::int64_t sequence, FlopConvention convention) {
  return modelFlops(model, 1, sequence, convention).count() / 1e9;
}

TEST(ModelFlops, PublishedTablesTellTheConvention) {
  // NeMo 24.07: 738 TFLOP/s at 1533 token/s; Megatron-Bridge 25.11: 719 at 1602. GFLOP per token of Llama-3-70B at 8k.
  EXPECT_NEAR(perTokenGiga(test::llama3_70b(), 8192, FlopConvention::full), 481.43, 0.005);
  EXPECT_NEAR(perTokenGiga(test::llama3_70b(), 8192, FlopConvention::causal), 449.22, 0.005);
}

TEST(ModelFlops, NarayananEquation3) {
  // 96·B·s·L·h²·(1 + s/6h + V/16Lh)
  const double L = 96, h = 12288, s = 2048, V = 51200, B = 1536;
  const double byHand = 96 * B * s * L * h * h * (1 + s / (6 * h) + V / (16 * L * h));
  EXPECT_NEAR(modelFlops(test::gpt175b(), B * s, 2048, FlopConvention::paper2021).count() / byHand, 1, 1e-14);
}

TEST(ModelFlops, KorthikantiEquation7) {
  const double L = 48, h = 6144, s = 2048, V = 51200, B = 4;
  const double byHand = 72 * B * s * L * h * h * (1 + s / (6 * h) + V / (12 * L * h));
  EXPECT_NEAR(modelFlops(test::gpt22b(), B * s, 2048, FlopConvention::full).count() / byHand, 1, 1e-14);
}

TEST(ModelFlops, SixNTakesTheActiveParameters) {
  EXPECT_DOUBLE_EQ(modelFlops(test::mixtral_8x7b(), 10, 4096, FlopConvention::sixN).count(), 60 * 12'879'925'248.0);
}

TEST(ModelFlops, TheRouterIsAQuarterPercentOfDeepSeekV3) {
  const double all = modelFlops(test::deepseekV3(), 1, 4096, FlopConvention::causal).count();
  const double routers = 3.0 * 58 * 2 * 7168 * 256;
  EXPECT_NEAR(all / (all - routers) - 1, 0.0026, 0.0001);
}

TEST(ForwardFlops, MlaLayerByHand) {
  auto model = test::deepseekV3();
  model.layers = model.denseLayers = 1;
  const auto forward = forwardFlopsPerToken(model, 2048);
  const double matrices = 7168.0 * 1536 + 1536.0 * 128 * 192 + 7168.0 * 576 + 512.0 * 128 * 256 + 128.0 * 128 * 7168;
  EXPECT_DOUBLE_EQ(forward.linear, 2 * (matrices + 3.0 * 7168 * 18432));
  EXPECT_DOUBLE_EQ(forward.core, 2.0 * 2048 * 128 * (192 + 128));
  EXPECT_DOUBLE_EQ(forward.logits, 2.0 * 7168 * 129280);
}

TEST(ExecutedKeys, AWindowShortensItsShareOfTheLayers) {
  auto model = test::llama2_7b();
  EXPECT_EQ(executedKeys(model, 8192), 4096);
  model.window = 128;
  model.windowShare = 0.5;
  EXPECT_DOUBLE_EQ(executedKeys(model, 8192), 0.5 * 4096 + 0.5 * 128);
  EXPECT_EQ(executedKeys(model, 128), 64);  // shorter than the window
}

Scenario job(const ModelShape& model, std::int64_t sequence, Recompute recompute) {
  auto s = test::scenarioOf(model, 8, sequence);
  s.workload.globalBatch = 2;
  s.workload.recompute = recompute;
  return s;
}

TEST(HardwareFlops, FlashAttentionRepeatsTheScores) {
  const auto s = job(test::llama2_7b(), 4096, Recompute::none);
  const auto f = forwardFlopsPerToken(test::llama2_7b(), 2048);
  EXPECT_DOUBLE_EQ(hardwareFlops(s).count(), 8192 * (3 * (f.linear + f.logits) + 3.5 * f.core));
}

TEST(HardwareFlops, RecomputeAddsWhatItRepeats) {
  const auto f = forwardFlopsPerToken(test::llama2_7b(), 2048);
  const double none = hardwareFlops(job(test::llama2_7b(), 4096, Recompute::none)).count();
  const auto added = [&](Recompute r) {
    return (hardwareFlops(job(test::llama2_7b(), 4096, r)).count() - none) / 8192;
  };
  EXPECT_NEAR(added(Recompute::full) / (f.linear + f.core), 1, 1e-12);
  EXPECT_NEAR(added(Recompute::ops) / (f.linear / 2), 1, 1e-12);
  EXPECT_EQ(added(Recompute::selective), 0);
}

TEST(HardwareFlops, PlainAttentionComputesTheMaskedHalf) {
  auto s = job(test::gpt22b(), 2048, Recompute::selective);
  s.workload.flashAttention = false;
  const auto f = forwardFlopsPerToken(test::gpt22b(), 2048);
  EXPECT_DOUBLE_EQ(hardwareFlops(s).count(), 4096 * (3 * f.total() + f.core));
}

TEST(HardwareFlops, UnderTheFullConventionTheCoreStaysFull) {
  auto s = job(test::llama2_7b(), 4096, Recompute::full);
  s.conventions.flops = FlopConvention::full;
  const auto f = forwardFlopsPerToken(test::llama2_7b(), 4096);
  EXPECT_DOUBLE_EQ(hardwareFlops(s).count(), 8192 * (4 * (f.linear + f.core) + 3 * f.logits));
  // …which is what 2104.04473 eq. 3 counts as the model's own.
  s.conventions.flops = FlopConvention::paper2021;
  EXPECT_NEAR(hardwareFlops(s).count() / modelFlops(test::llama2_7b(), 8192, 4096, FlopConvention::paper2021).count(),
              1, 1e-14);
}

TEST(HardwareFlops, FrozenWeightsNeedNoWeightGradient) {
  auto s = job(test::llama2_7b(), 4096, Recompute::none);
  s.workload.adapter = Adapter::lora;
  const auto f = forwardFlopsPerToken(test::llama2_7b(), 2048);
  EXPECT_DOUBLE_EQ(hardwareFlops(s).count(), 8192 * (2 * (f.linear + f.logits) + 3.5 * f.core));
}

// Frozen weights: 2 of 3 linear passes are done, while every convention counts 3; the attention core makes up for part.
TEST(HardwareFlops, AdaptersDoLessThanTheConventionCounts) {
  Scenario scenario;
  scenario.model.shape = test::llama2_7b();
  scenario.workload.sequenceLength = 4096;
  scenario.workload.globalBatch = 1;
  scenario.workload.adapter = Adapter::lora;
  const auto forward = forwardFlopsPerToken(scenario.model.shape, 2048);
  const double done = hardwareFlops(scenario).count(),
               counted = modelFlops(scenario.model.shape, 4096, 4096, FlopConvention::causal).count();
  EXPECT_DOUBLE_EQ(done, 4096 * (2 * (forward.linear + forward.logits) + 3.5 * forward.core));
  EXPECT_LT(done, counted);
  EXPECT_LT(counted / done, 1.5);
}

}  // namespace
}  // namespace shardscope
