// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/derived.hpp"

#include <gtest/gtest.h>

#include "core/scenario/fields.hpp"

namespace shardscope {
namespace {

Device hopper() {
  Device device;
  device.gpusPerNode = 8;
  device.linkDomain = 8;
  device.nic = BytesPerSecond(50e9);
  return device;
}

Scenario cluster64() {
  Scenario s;
  s.cluster.device = hopper();
  s.cluster.nodes = 8;
  s.parallel.tp = 8;
  s.parallel.pp = 4;
  return s;
}

TEST(Cluster, gpusAreNodesTimesGpusPerNodeOrAsGiven) {
  auto s = cluster64();
  EXPECT_EQ(gpuCount(s.cluster), 64);
  s.cluster.gpusPerNode = 4;
  EXPECT_EQ(gpuCount(s.cluster), 32);
  s.cluster.nodes.reset();
  s.cluster.gpus = 20;  // the last node is partial
  EXPECT_EQ(gpuCount(s.cluster), 20);
  EXPECT_EQ(gpusPerNode(s.cluster), 4);
  s.cluster = Cluster{.device = hopper(), .gpusPerNode = 64, .nodes = 1'000'000};
  EXPECT_EQ(gpuCount(s.cluster), 64'000'000);
}

TEST(Cluster, fastDomainFollowsTheNodeUnlessTheDeviceHasItsOwn) {
  Cluster cluster{.device = hopper()};
  EXPECT_EQ(nvlinkDomain(cluster), 8);
  cluster.gpusPerNode = 4;
  EXPECT_EQ(nvlinkDomain(cluster), 4);
  cluster.device.linkDomain = 72;  // NVL72: the rack, not the host
  EXPECT_EQ(nvlinkDomain(cluster), 72);
  cluster.nvlinkDomain = 36;
  EXPECT_EQ(nvlinkDomain(cluster), 36);
}

TEST(Cluster, networkRateIsTheDevicesUnlessGiven) {
  Cluster cluster{.device = hopper()};
  EXPECT_EQ(nicBytesPerS(cluster), 50e9);
  cluster.nicBytesPerS = 25e9;
  EXPECT_EQ(nicBytesPerS(cluster), 25e9);
}

TEST(Layout, sequenceParallelNeedsTensorParallel) {
  Parallel p;
  EXPECT_FALSE(sequenceParallel(p));
  p.tp = 2;
  EXPECT_TRUE(sequenceParallel(p));
  p.sp = false;
  EXPECT_FALSE(sequenceParallel(p));
  p.tp = 1, p.sp = true;
  EXPECT_FALSE(sequenceParallel(p));
}

TEST(Layout, scheduleFollowsTheVirtualStages) {
  Parallel p;
  EXPECT_EQ(schedule(p), Schedule::oneFOneB);
  p.vpp = 2;
  EXPECT_EQ(schedule(p), Schedule::interleaved);
  p.vpp = 1, p.schedule = Schedule::zbV;
  EXPECT_EQ(schedule(p), Schedule::zbV);
}

TEST(Layout, dataParallelTakesTheRest) {
  auto s = cluster64();
  EXPECT_EQ(dataParallel(s), 2);  // 64 / (8·4)
  s.parallel.cp = 2;
  EXPECT_EQ(dataParallel(s), 1);
  s.parallel.cp = 3;
  EXPECT_EQ(dataParallel(s), 0);
  s.parallel.cp = 4;  // 128 ranks asked of 64
  EXPECT_EQ(dataParallel(s), 0);
  s.parallel.dp = 5;
  EXPECT_EQ(dataParallel(s), 5);
}

TEST(Layout, degreesThatWouldOverflowAProductGiveNone) {
  auto s = cluster64();
  s.parallel.tp = s.parallel.pp = s.parallel.cp = 1'000'000;
  EXPECT_EQ(dataParallel(s), 0);
}

TEST(Layout, microBatchesDivideTheGlobalBatch) {
  auto s = cluster64();
  s.workload.globalBatch = 128;
  s.workload.microBatch = 2;
  EXPECT_EQ(microBatches(s), 32);  // 128 / (2·2)
  s.workload.globalBatch = 130;
  EXPECT_EQ(microBatches(s), 0);
  s.workload.globalBatch = 2;  // less than one micro-batch per replica
  EXPECT_EQ(microBatches(s), 0);
  s.parallel.cp = 3;
  EXPECT_EQ(microBatches(s), 0);
}

TEST(Layout, zeroTwoUnderPipelineCountsAsOne) {
  Parallel p;
  p.zero = 2;
  EXPECT_EQ(effectiveZero(p), 2);
  p.pp = 2;
  EXPECT_EQ(effectiveZero(p), 1);
  p.zero = 3;
  EXPECT_EQ(effectiveZero(p), 3);
}

TEST(Habits, dropoutIsTheFamilysUnlessGiven) {
  Scenario s;
  EXPECT_FALSE(usesDropout(s));
  s.model.shape.dropout = true;
  EXPECT_TRUE(usesDropout(s));
  s.workload.dropout = false;
  EXPECT_FALSE(usesDropout(s));
}

TEST(Habits, weightGradientCacheBelongsToTheMegatronStacks) {
  Scenario s;
  for (std::size_t i = 0; i < EnumWords<Stack>::words.size(); ++i) {
    s.stack = static_cast<Stack>(i);
    const bool expected =
        s.stack == Stack::megatron || s.stack == Stack::bridge || s.stack == Stack::graphs || s.stack == Stack::legacy;
    EXPECT_EQ(cachesWeightGradients(s), expected) << word(s.stack);
  }
  s.workload.weightGradientCache = true;
  EXPECT_TRUE(cachesWeightGradients(s));
}

// Bytes per parameter: weights, gradients, optimizer state, in the order of the words (cost model §2.1).
TEST(StateRecipe, everyOptimizer) {
  const StateRecipe expected[] = {{2, 4, 12}, {2, 2, 16}, {4, 4, 8}, {4, 4, 8}, {2, 4, 8},
                                  {2, 2, 4},  {2, 4, 6},  {2, 4, 8}, {2, 4, 4}, {2, 4, 8}};
  static_assert(std::size(expected) == EnumWords<Optimizer>::words.size());
  for (std::size_t i = 0; i < std::size(expected); ++i)
    EXPECT_EQ(stateRecipe(Workload{.optimizer = static_cast<Optimizer>(i)}), expected[i])
        << EnumWords<Optimizer>::words[i];
}

TEST(StateRecipe, explicitValuesWinAndZeroIsLegal) {
  Workload w;
  w.weightBytes = 0;
  w.optimizerBytes = 1.5;
  EXPECT_EQ(stateRecipe(w), (StateRecipe{0, 4, 1.5}));
}

TEST(WithDefaults, writesOutWhatFollowsAndStaysThereThen) {
  auto s = cluster64();
  s.parallel.vpp = 2;
  const auto full = withDefaults(s);
  EXPECT_EQ(full.cluster.gpusPerNode, 8);
  EXPECT_EQ(full.cluster.nvlinkDomain, 8);
  EXPECT_EQ(full.cluster.nicBytesPerS, 50e9);
  EXPECT_EQ(full.workload.weightBytes, 2);
  EXPECT_EQ(full.workload.gradientBytes, 4);
  EXPECT_EQ(full.workload.optimizerBytes, 12);
  EXPECT_EQ(full.workload.dropout, false);
  EXPECT_EQ(full.workload.weightGradientCache, true);
  EXPECT_EQ(full.parallel.sp, true);
  EXPECT_EQ(full.parallel.schedule, Schedule::interleaved);
  EXPECT_EQ(full.parallel.dp, 2);
  EXPECT_EQ(full.cluster.nodes, 8);
  EXPECT_EQ(full.cluster.gpus, std::nullopt);
  EXPECT_EQ(withDefaults(full), full);
}

TEST(WithDefaults, leavesStatesThatFollowTheMatricesToTheirOptimizer) {
  auto s = cluster64();
  for (const auto optimizer : {Optimizer::adafactor, Optimizer::muon}) {
    s.workload.optimizer = optimizer;
    s.workload.optimizerBytes.reset();
    EXPECT_EQ(withDefaults(s).workload.optimizerBytes, std::nullopt);
    EXPECT_EQ(withDefaults(s).workload.gradientBytes, 4);
    s.workload.optimizerBytes = 3;
    EXPECT_EQ(withDefaults(s).workload.optimizerBytes, 3);
  }
}

TEST(WithDefaults, leavesOnlyChoicesWithoutADefaultEmpty) {
  const auto full = withDefaults(cluster64());
  std::vector<std::string_view> empty;
  for (const auto& f : scenarioFields())
    if (f.read(full) == Value{}) empty.push_back(f.name);
  EXPECT_EQ(empty, (std::vector<std::string_view>{"cluster.gpus", "cluster.price_per_gpu_hour", "workload.train_tokens",
                                                  "limits.global_batch_tokens_min", "limits.global_batch_tokens_max"}));
}

TEST(WithDefaults, inventsNoDataParallelDegreeThatIsNotWhole) {
  auto s = cluster64();
  s.parallel.cp = 3;
  EXPECT_EQ(withDefaults(s).parallel.dp, std::nullopt);
}

}  // namespace
}  // namespace shardscope
