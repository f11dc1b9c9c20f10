// SPDX-License-Identifier: Apache-2.0
#include "core/cost/pointwise_time.hpp"

#include <gtest/gtest.h>

#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

constexpr double kRate = 3.35e12 * 0.80;  // H100

PointwiseTime timeOf(const Scenario& s, bool moe = false) { return pointwiseSeconds(layerInputs(s, 1), moe); }

TEST(PointwiseTime, LlamaLayerByHand) {
  // t = 8 with SP, n = 8192, h = 8192: norms 8nh/8, residuals 12nh/8, activation 6n·28672/8, rotary 4n(64+8)·128/8.
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 8, 8192);
  s.parallel.tp = 8;
  const double n = 8192, nh = n * 8192 / 8;
  const double norms = 20 * nh, activation = 6 * n * 3584, rotary = 4 * n * 9 * 128;
  EXPECT_NEAR(timeOf(s).forward, (norms + activation + rotary) / kRate + 6 * 3e-6, 1e-12);
  EXPECT_NEAR(timeOf(s).backward, (1.75 * norms + 1.6 * activation + rotary) / kRate + 9 * 3e-6, 1e-12);
  s.parallel.sp = false;  // norms and residuals are not split then
  EXPECT_NEAR(timeOf(s).forward, (8 * norms + activation + rotary) / kRate + 6 * 3e-6, 1e-12);
}

TEST(PointwiseTime, GptLayerHasDropoutAndNoRotaryEmbedding) {
  auto s = test::scenarioOn("a100-sxm-80gb", test::gpt22b(), 8, 2048);
  const double n = 2048, h = 6144;
  EXPECT_NEAR(timeOf(s).forward, ((8 + 14) * n * h + 4 * n * 4 * h) / (2039e9 * 0.82) + 18e-6, 1e-12);
}

TEST(PointwiseTime, CastsOfFp8AreNotPartOfTheStacksTraffic) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 8, 8192);
  s.parallel.tp = 8;
  s.stack = Stack::eager;  // twice the traffic
  const auto plain = timeOf(s);
  s.workload.precision = Precision::fp8;
  // 3 bytes of 2h + (a+2g)·d_h/t + f/t elements a token, once more a launch; half as much again backward.
  const double casts = 3.0 * 8192 * (2 * 8192 + 10 * 128 + 3584) / kRate;
  EXPECT_NEAR(timeOf(s).forward - plain.forward, casts + 3e-6, 1e-12);
  EXPECT_NEAR(timeOf(s).backward - plain.backward, 1.5 * casts + 3e-6, 1e-12);
}

TEST(PointwiseTime, MoeLayerByHand) {
  // Mixtral on one rank, n = 4096: T_r = 8192 copies; permutation 2·T_r·h·4, router 16·n·8, activation 6·n·2·14336.
  auto s = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 8, 4096);
  const double n = 4096, h = 4096;
  const double norms = 20 * n * h, activation = 6 * n * 2 * 14336, rotary = 4 * n * 40 * 128;
  const double permutation = 2 * 2 * n * h * 4, router = 16 * n * 8;
  EXPECT_NEAR(timeOf(s, true).forward,
              (norms + activation + rotary + permutation + router) / kRate + 7 * 3e-6 + 1.30e-3, 1e-12);
  EXPECT_NEAR(timeOf(s, true).backward,
              (1.75 * norms + 1.6 * activation + rotary + permutation) / kRate + 10 * 3e-6 + 1.30e-3, 1e-12);
}

TEST(PointwiseTime, DeduplicationCopiesEveryDistinctRankOnce) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 8, 4096);
  s.parallel.ep = 8;
  const auto plain = timeOf(s, true);
  s.overlap.epDeduplicate = true;
  // D/K with 8 ranks and K = 2: 8·(1 − (7/8)²)/2 = .9375, so 3.875 copies instead of 4.
  const double saved = 2.0 * 8192 * 4096 * 0.125 / kRate;
  EXPECT_NEAR(plain.forward - timeOf(s, true).forward, saved, 1e-12);
}

}  // namespace
}  // namespace shardscope
