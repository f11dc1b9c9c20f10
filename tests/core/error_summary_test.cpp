// SPDX-License-Identifier: Apache-2.0
#include "core/validate/error_summary.hpp"

#include <gtest/gtest.h>

#include <array>

namespace shardscope {
namespace {

Residual residual(double predicted) { return {"r" + std::to_string(static_cast<int>(predicted)), 100, predicted}; }

TEST(ErrorSummary, MeanMedianBiasAndWorst) {
  const std::array residuals = {residual(110), residual(80), residual(102), residual(99)};  // +.10 −.20 +.02 −.01
  const auto summary = summarized(residuals, 2);
  EXPECT_EQ(summary.n, 4U);
  EXPECT_NEAR(summary.mape, 0.33 / 4, 1e-12);
  EXPECT_NEAR(summary.medianApe, (0.02 + 0.10) / 2, 1e-12);
  EXPECT_NEAR(summary.bias, -0.09 / 4, 1e-12);
  EXPECT_NEAR(summary.maxApe, 0.20, 1e-12);
  ASSERT_EQ(summary.worst.size(), 2U);
  EXPECT_EQ(summary.worst[0].id, "r80");
  EXPECT_EQ(summary.worst[1].id, "r110");
  EXPECT_NEAR(summarized(std::array{residual(110), residual(80), residual(102)}).medianApe, 0.10, 1e-12);
}

TEST(ErrorSummary, NothingIsAllZeros) {
  const auto summary = summarized({});
  EXPECT_EQ(summary.n, 0U);
  EXPECT_EQ(summary.mape, 0);
  EXPECT_TRUE(summary.worst.empty());
}

TEST(CoveringBound, IsTheRankThatCoversANewValueToo) {
  // n = 9, 90 %: rank ⌈10 · 0.9⌉ = 9, the largest. n = 10: rank ⌈9.9⌉ = 10. n = 19: rank 18.
  std::vector<double> values;
  for (int i = 1; i <= 9; ++i) values.push_back(i);
  EXPECT_EQ(coveringBound(values, 0.9), 9);
  EXPECT_EQ(coveringBound(values, 0.5), 5);
  values.push_back(10);
  EXPECT_EQ(coveringBound(values, 0.9), 10);
  for (int i = 11; i <= 19; ++i) values.insert(values.begin(), i);
  EXPECT_EQ(coveringBound(values, 0.9), 18);
  EXPECT_EQ(coveringBound({3, 1}, 0.9), 3);
  EXPECT_EQ(votesNeeded(0.9), 9U);
  EXPECT_EQ(votesNeeded(0.8), 4U);
}

}  // namespace
}  // namespace shardscope
