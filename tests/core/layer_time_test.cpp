// SPDX-License-Identifier: Apache-2.0
#include "core/cost/layer_time.hpp"

#include <gtest/gtest.h>

#include "core/cost/attention_time.hpp"
#include "core/cost/traffic.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

LayerTime dense(const Scenario& s) { return layerTimes(layerInputs(s, 1), true, false).dense; }
LayerTime moe(const Scenario& s, double load = 1) { return layerTimes(layerInputs(s, load), false, true).moe; }

Scenario llama() {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 8, 8192);
  s.parallel.tp = 8;
  return s;
}

TEST(LayerTime, ProductsOfALlamaLayer) {
  const auto s = llama();
  const auto r = layerInputs(s, 1).gemm;
  const double n = 8192;
  // QKV 8192 → 10·128, projection 1024 → 8192, gate and up 8192 → 7168, down 3584 → 8192.
  EXPECT_NEAR(dense(s).forward.gemm,
              gemmSeconds(r, n, 1280, 8192) + gemmSeconds(r, n, 8192, 1024) + gemmSeconds(r, n, 7168, 8192) +
                  gemmSeconds(r, n, 8192, 3584),
              1e-12);
  const double inputs = gemmSeconds(r, n, 8192, 1280) + gemmSeconds(r, n, 1024, 8192) + gemmSeconds(r, n, 8192, 7168) +
                        gemmSeconds(r, n, 3584, 8192);
  const double weights = gemmSeconds(r, 8192, 1280, n) + gemmSeconds(r, 1024, 8192, n) + gemmSeconds(r, 8192, 7168, n) +
                         gemmSeconds(r, 3584, 8192, n);
  EXPECT_NEAR(dense(s).backward.gemm, inputs + weights, 1e-12);
  auto frozen = s;
  frozen.workload.adapter = Adapter::lora;
  EXPECT_NEAR(dense(frozen).backward.gemm, inputs, 1e-12);
}

TEST(LayerTime, TensorParallelCollectives) {
  auto s = llama();
  // §6.4: gather and scatter 718 µs, two pairs a pass; a quarter more backward.
  EXPECT_NEAR(dense(s).forward.tp, 2 * 718e-6, 1e-6);
  EXPECT_NEAR(dense(s).backward.tp, 1.25 * dense(s).forward.tp, 1e-12);
  const auto bare = dense(s).forward.tp;
  s.overlap.tp = 0.6;
  EXPECT_NEAR(dense(s).forward.tp, 0.4 * bare, 1e-12);
  EXPECT_NEAR(dense(s).forward.hiddenTp, 0.6 * bare, 1e-12);
  s.stack = Stack::eager;  // reaches .6 of the overlap and copies 4 tensors of 134 MB in and out
  const double copies = 4 * 2 * (2.0 * 8192 * 8192) / (3.35e12 * 0.80);
  EXPECT_NEAR(dense(s).forward.tp, (1 - 0.36) * bare + copies, 1e-12);
  EXPECT_NEAR(dense(s).backward.tp, (1 - 0.36) * 1.25 * bare + copies, 1e-12);
}

TEST(LayerTime, RecomputeModes) {
  auto s = llama();
  const auto plain = dense(s);
  EXPECT_EQ(plain.repeated.total(), 0);
  s.workload.recompute = Recompute::selective;
  EXPECT_EQ(dense(s).repeated.total(), 0);  // a fused core recomputes its scores anyway
  s.workload.flashAttention = false;
  EXPECT_EQ(dense(s).repeated.total(), dense(s).forward.attention);
  s.workload.flashAttention = true;
  s.workload.recompute = Recompute::ops;
  EXPECT_DOUBLE_EQ(dense(s).repeated.total(), plain.forward.gemm / 2 + plain.forward.pointwise);
  s.workload.recompute = Recompute::full;
  EXPECT_DOUBLE_EQ(dense(s).repeated.total(), plain.forward.total());
}

TEST(LayerTime, HostFloor) {
  // A tiny layer: the host needs 1.7 ms to issue a pass, twice that backward, and as much again to repeat it.
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama(4, 1024, 8, 8, 2816, 32000), 8, 512);
  s.workload.recompute = Recompute::full;
  const auto time = dense(s);
  EXPECT_DOUBLE_EQ(time.forward.total(), 1.7e-3);
  EXPECT_DOUBLE_EQ(time.backward.total(), 3.4e-3);
  EXPECT_DOUBLE_EQ(time.repeated.total(), 1.7e-3);
  s.stack = Stack::graphs;
  EXPECT_EQ(dense(s).forward.floor, 0);
}

TEST(LayerTime, FloorIsTwiceAsHighForMoeAndOnceMoreForMla) {
  auto model = test::deepseekV3();
  model.hidden = 256;
  model.heads = 2;
  model.kvHeads = 2;
  auto s = test::scenarioOn("h100-sxm-80gb", model, 8, 512);
  s.parallel.ep = 8;
  s.stack = Stack::eager;
  const auto times = layerTimes(layerInputs(s, 1), true, true);
  EXPECT_DOUBLE_EQ(times.dense.forward.total(), 2 * 0.8e-3);
  EXPECT_DOUBLE_EQ(times.moe.forward.total(), 3 * 0.8e-3);
}

TEST(LayerTime, GroupedExpertsRunAtTheirDepth) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 8, 4096);
  s.parallel.ep = 4;  // two experts a rank, T_r = 8192 copies, 4096 tokens each
  auto r = layerInputs(s, 1).gemm;
  const auto attention = gemmSeconds(r, 4096, 6144, 4096) + gemmSeconds(r, 4096, 4096, 4096);
  r.halfDepth += 1600;
  const auto experts = gemmSeconds(r, 4096, 28672, 4096, 2) + gemmSeconds(r, 4096, 4096, 14336, 2);
  EXPECT_NEAR(moe(s).forward.gemm, attention + experts, 1e-12);
  s.parallel.ep = 8;  // one expert: an ordinary product
  r.halfDepth -= 1600;
  EXPECT_NEAR(moe(s).forward.gemm, attention + gemmSeconds(r, 8192, 28672, 4096) + gemmSeconds(r, 8192, 4096, 14336),
              1e-12);
}

TEST(LayerTime, ExpertExchangeAndItsOverlap) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 8, 4096);
  s.parallel.ep = 8;
  const auto in = layerInputs(s, 1);
  const double raw = 2 * allToAllSeconds(in.fabric, in.epPlace, 2.0 * 4096 * 2 * 4096);
  EXPECT_NEAR(moe(s).forward.ep, raw, 1e-12);
  EXPECT_NEAR(moe(s).backward.ep, raw, 1e-12);
  s.overlap.ep = 0.6;
  EXPECT_NEAR(moe(s).forward.ep, 0.4 * raw, 1e-12);
  EXPECT_NEAR(moe(s).forward.hiddenEp, 0.6 * raw, 1e-12);
  s.workload.precision = Precision::fp8;  // copies travel in bf16
  EXPECT_NEAR(moe(s).forward.ep, 0.4 * raw, 1e-12);
}

TEST(LayerTime, RingHidesBehindTheCore) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama2_7b(), 32, 4096);
  s.parallel.cp = 8;
  const auto in = layerInputs(s, 1);
  const auto core = attentionSeconds(in);
  const double hop = 2.0 * 512 * 32 * 256;  // K and V of 512 tokens
  const double forward = 7 * pointToPointSeconds(in.fabric, in.cpPlace, hop);
  const double backward = 7 * pointToPointSeconds(in.fabric, in.cpPlace, 2 * hop);
  EXPECT_NEAR(dense(s).forward.cp, std::max(0.0, forward - core.forward * 7 / 8), 1e-12);
  EXPECT_NEAR(dense(s).backward.cp, std::max(0.0, backward - core.backward * 7 / 8), 1e-12);
  EXPECT_GT(dense(s).forward.cp, 0);
  EXPECT_NEAR(dense(s).forward.cp + dense(s).forward.hiddenCp, forward, 1e-12);
  s.workload.sequenceLength = 131072;  // the core grows with the square: nothing left
  EXPECT_EQ(dense(s).forward.cp, 0);
  s.parallel.cpKind = CpKind::allToAll;
  const auto ulysses = layerInputs(s, 1);
  EXPECT_NEAR(dense(s).forward.cp, 4 * allToAllSeconds(ulysses.fabric, ulysses.cpPlace, headExchangeBytes(ulysses)),
              1e-12);
}

TEST(LayerTime, LatentAttentionHasFiveProducts) {
  auto model = test::deepseekV3();
  auto s = test::scenarioOn("h100-sxm-80gb", model, 64, 4096);
  s.parallel.tp = 2;
  const auto r = layerInputs(s, 1).gemm;
  const double n = 4096, local = 2048;
  const double attention = gemmSeconds(r, local, 1536, 7168) + gemmSeconds(r, n, 64 * 192, 1536) +
                           gemmSeconds(r, local, 576, 7168) + gemmSeconds(r, n, 64 * 256, 512) +
                           gemmSeconds(r, n, 7168, 64 * 128);
  const double mlp = gemmSeconds(r, n, 18432, 7168) + gemmSeconds(r, n, 7168, 9216);
  EXPECT_NEAR(dense(s).forward.gemm, attention + mlp, 1e-12);
  s.model.shape.qRank = 0;  // one query product on all tokens
  const double direct = attention - gemmSeconds(r, local, 1536, 7168) - gemmSeconds(r, n, 64 * 192, 1536) +
                        gemmSeconds(r, n, 64 * 192, 7168);
  EXPECT_NEAR(dense(s).forward.gemm, direct + mlp, 1e-12);
}

}  // namespace
}  // namespace shardscope
