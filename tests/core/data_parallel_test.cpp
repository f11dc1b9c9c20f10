// SPDX-License-Identifier: Apache-2.0
#include "core/cost/data_parallel.hpp"

#include <gtest/gtest.h>

#include "core/scenario/derived.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

constexpr double kHeld = 1e9;        // parameters on the rank
constexpr double kMicroBatch = 0.1;  // seconds

// 64 ranks at stride 1 on nodes of 8 H100: 8 NICs of 42.5 GB/s, four latency steps of 60 µs.
Scenario pure() {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama2_7b(), 64, 4096);
  s.workload.globalBatch = 256;  // M = 4
  return s;
}

DataParallelTime timeOf(const Scenario& s, RankParameters held = {kHeld, 0}) {
  return dataParallelSeconds(s, layerInputs(s, 1), replicaGroups(s), held, static_cast<double>(microBatches(s)),
                             kMicroBatch);
}

double half(double bytes) { return 63.0 / 64 * bytes / 340e9 + 240e-6; }

TEST(DataParallel, VolumesOfTheStages) {
  auto s = pure();
  s.parallel.zero = 0;
  EXPECT_NEAR(timeOf(s).total, 2 * half(4e9), 1e-9);
  EXPECT_NEAR(timeOf(s).bytes, 2 * 63.0 / 64 * 4e9, 1);
  EXPECT_EQ(timeOf(s).calls, 1);
  s.parallel.zero = 1;  // gradients scattered in 4 bytes, weights gathered in 2
  EXPECT_NEAR(timeOf(s).total, half(4e9) + half(2e9), 1e-9);
  EXPECT_EQ(timeOf(s).calls, 2);
  s.parallel.zero = 3;  // per micro-batch: two gathers, one scatter
  EXPECT_NEAR(timeOf(s).total, 4 * (2 * half(2e9) + half(4e9)), 1e-9);
  EXPECT_EQ(timeOf(s).calls, 12);
}

TEST(DataParallel, OverlapWindows) {
  auto s = pure();
  s.parallel.zero = 1;
  const double total = half(4e9) + half(2e9);  // 17.9 ms, inside 0.8 · 100 ms
  EXPECT_NEAR(timeOf(s).exposed, 0.10 * total, 1e-9);
  EXPECT_NEAR(timeOf(s).hidden, 0.90 * total, 1e-9);
  s.overlap.dp = false;
  EXPECT_NEAR(timeOf(s).exposed, total, 1e-9);
  EXPECT_EQ(timeOf(s).hidden, 0);
  s.overlap.dp = true;
  const double big = half(4e10) + half(2e10);  // 179 ms: the window of 80 ms is full
  EXPECT_NEAR(timeOf(s, {10 * kHeld, 0}).exposed, big - 0.08 + 0.10 * 0.08, 1e-9);
  s.parallel.zero = 3;  // 0.9 of all compute, 0.36 s
  s.stack = Stack::eager;
  const double sharded = 4 * (2 * half(2e10) + half(4e10));
  EXPECT_NEAR(timeOf(s, {10 * kHeld, 0}).exposed, sharded - 0.36 + 0.55 * 0.36, 1e-9);
}

TEST(DataParallel, AdaptersGatherButDoNotReduce) {
  auto s = pure();
  s.workload.adapter = Adapter::lora;
  s.parallel.zero = 1;
  EXPECT_EQ(timeOf(s).total, 0);
  s.parallel.zero = 3;
  EXPECT_NEAR(timeOf(s).total, 4 * 2 * half(2e9), 1e-9);
}

TEST(DataParallel, HybridShardStaysInTheNodeAndReducesAcross) {
  auto s = pure();
  s.parallel.zero = 3;
  s.parallel.shardGroup = 8;
  // Inside: W = 450·.81·S/(S + 12 MB), 8 µs. Across: 8 replicas, one NIC a rank, an eighth of the gradient.
  const auto inside = [](double bytes) { return 7.0 / 8 * (bytes + 12e6) / (450e9 * 0.81) + 8e-6; };
  const double across = 2 * (7.0 / 8 * 0.5e9 / 42.5e9 + 240e-6);
  EXPECT_NEAR(timeOf(s).total, 4 * (2 * inside(2e9) + inside(4e9) + across), 1e-9);
}

TEST(DataParallel, OwnersOfTheFusedStackAreNeverHidden) {
  auto s = test::scenarioOn("a100-sxm-80gb", test::llama2_7b(), 64, 4096);
  s.stack = Stack::fused;
  s.workload.globalBatch = 256;
  const auto time = timeOf(s);
  EXPECT_NEAR(time.owner, 64 * 2.75e-3, 1e-12);
  EXPECT_NEAR(time.exposed + time.hidden, time.total + time.owner, 1e-12);
  s.parallel.shardGroup = 8;
  EXPECT_NEAR(timeOf(s).owner, 8 * 2.75e-3, 1e-12);
  s.parallel.shardGroup = 1;  // every rank owns all: nobody waits for a broadcast
  EXPECT_EQ(timeOf(s).owner, 0);
}

TEST(DataParallel, ExpertsReduceInTheirOwnGroup) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 64, 4096);
  s.workload.globalBatch = 256;
  s.parallel.ep = 8;
  s.parallel.zero = 0;
  // 8 replicas at stride 8: one NIC each.
  const double experts = 2 * (7.0 / 8 * 4e9 / 42.5e9 + 240e-6);
  EXPECT_NEAR(timeOf(s, {kHeld, kHeld}).total, 2 * half(4e9) + experts, 1e-9);
  s.parallel.ep = 1;
  EXPECT_NEAR(timeOf(s, {kHeld, kHeld}).total, 4 * half(4e9), 1e-9);
}

TEST(DataParallel, FlatNetworkPaysOneNicAndEveryRankALatency) {
  auto s = pure();
  s.parallel.zero = 0;
  s.overlap.flatNetwork = true;
  EXPECT_NEAR(timeOf(s).total, 2 * (63.0 / 64 * 4e9 / 42.5e9 + 60e-6 * 7), 1e-9);
}

}  // namespace
}  // namespace shardscope
