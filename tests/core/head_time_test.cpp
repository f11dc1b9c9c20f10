// SPDX-License-Identifier: Apache-2.0
#include "core/cost/head_time.hpp"

#include <gtest/gtest.h>

#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

TEST(HeadTime, Llama70bByHand) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 8, 8192);
  s.parallel.tp = 8;
  const auto in = layerInputs(s, 1);
  const double n = 8192, h = 8192, v = 129024 / 8.0;  // padded vocabulary per rank
  EXPECT_EQ(in.width.vocab, v);
  const double rate = 3.35e12 * 0.80;
  const double collective = allGatherSeconds(in.fabric, in.tpPlace, 2 * n * h);
  const auto time = headSeconds(in);
  EXPECT_NEAR(time.forward, gemmSeconds(in.gemm, n, v, h) + 12 * n * v / rate + 3e-6 + collective, 1e-12);
  EXPECT_NEAR(time.backward, 2 * gemmSeconds(in.gemm, n, h, v) + 6 * n * v / rate + 3e-6 + collective, 1e-12);
}

TEST(HeadTime, StaysBf16UnderFp8) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 8, 8192);
  const auto bf16 = headSeconds(layerInputs(s, 1));
  s.workload.precision = Precision::fp8;
  EXPECT_EQ(headSeconds(layerInputs(s, 1)).forward, bf16.forward);
}

TEST(HeadTime, FusedLossAndAdapters) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 8, 8192);
  const auto in = layerInputs(s, 1);
  const auto plain = headSeconds(in);
  s.workload.crossEntropy = CrossEntropy::fused;
  const double logits = 8192.0 * 128256;
  EXPECT_NEAR(plain.forward - headSeconds(layerInputs(s, 1)).forward, 10 * logits / (3.35e12 * 0.80), 1e-12);
  s.workload.crossEntropy = CrossEntropy::unfused;
  s.workload.adapter = Adapter::lora;  // no gradient of the frozen matrix
  EXPECT_NEAR(plain.backward - headSeconds(layerInputs(s, 1)).backward, gemmSeconds(in.gemm, 8192, 8192, 128256),
              1e-12);
}

TEST(HeadTime, EmbeddingReadsAndWritesItsOutput) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 8, 8192);
  EXPECT_NEAR(embeddingSeconds(layerInputs(s, 1)), 8.0 * 8192 * 8192 / (3.35e12 * 0.80) + 3e-6, 1e-12);
  s.parallel.tp = 8;
  EXPECT_NEAR(embeddingSeconds(layerInputs(s, 1)), 8192.0 * 8192 / (3.35e12 * 0.80) + 3e-6, 1e-12);
}

}  // namespace
}  // namespace shardscope
