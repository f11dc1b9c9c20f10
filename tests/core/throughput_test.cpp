// SPDX-License-Identifier: Apache-2.0
#include "core/cost/throughput.hpp"

#include <gtest/gtest.h>

#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

Report oneSecondOn64() {
  Report report;
  report.batch = {16, 128, 128 * 8192, 64};
  report.flops.model = Flops(64 * 400e12);
  report.flops.hardware = Flops(64 * 500e12);
  report.time.step = Seconds(2);
  return report;
}

TEST(Throughput, RatesByHand) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 64, 8192);
  s.workload.precision = Precision::fp8;
  auto report = oneSecondOn64();
  fillThroughput(s, report);
  EXPECT_DOUBLE_EQ(report.throughput.tokensPerS, 524288);
  EXPECT_DOUBLE_EQ(report.throughput.tokensPerSPerGpu, 8192);
  EXPECT_DOUBLE_EQ(report.throughput.tflopsPerGpu, 200);
  EXPECT_NEAR(report.throughput.mfu, 200 / 989.0, 1e-12);
  EXPECT_NEAR(report.throughput.hfu, 250 / 989.0, 1e-12);
  EXPECT_NEAR(report.throughput.mfuOwnPrecision, 200 / 1979.0, 1e-12);
  EXPECT_FALSE(report.train.has_value());
}

TEST(Throughput, TimeAndCostToTrain) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 64, 8192);
  s.workload.trainTokens = 524288.0 * 86400 * 3;
  auto report = oneSecondOn64();
  fillThroughput(s, report);
  ASSERT_TRUE(report.train.has_value());
  EXPECT_NEAR(report.train->days, 3, 1e-9);
  EXPECT_NEAR(report.train->gpuHours, 3 * 24 * 64, 1e-6);
  EXPECT_FALSE(report.train->cost.has_value());
  s.cluster.pricePerGpuHour = 2.5;
  fillThroughput(s, report);
  EXPECT_NEAR(*report.train->cost, 2.5 * 3 * 24 * 64, 1e-6);
}

}  // namespace
}  // namespace shardscope
