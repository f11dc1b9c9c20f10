// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/space.hpp"

#include <gtest/gtest.h>

#include "core/cost/evaluate.hpp"
#include "core/sweep/answers.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

using namespace test;
using Values = std::vector<std::int64_t>;

Scenario dense(std::int64_t batch) {
  auto s = scenarioOf(llama(32, 4096, 32, 8, 14336, 128256), 8, 512);
  s.workload.globalBatch = batch;
  return s;
}

TEST(SweepSpace, MicroBatchesAreAllDivisorsOfTheGlobalBatch) {
  EXPECT_EQ(allValues(dense(4096), Dim::microBatch), (Values{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096}));
  EXPECT_EQ(allValues(dense(96), Dim::microBatch), (Values{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 96}));
  EXPECT_EQ(allValues(dense(97), Dim::microBatch), (Values{1, 97}));
  // No more than the field can hold: 4,000,000 = 2^8 · 5^6.
  EXPECT_EQ(allValues(dense(4'000'000), Dim::microBatch).back(), 1'000'000);
}

// Hybrid sharding takes a node, several of them, or the part of a node that TP or CP leaves.
TEST(SweepSpace, ShardGroupsAreHalvesAndMultiplesOfANode) {
  auto s = dense(64);
  s.cluster.nodes.reset();
  s.cluster.gpus = 64;
  EXPECT_EQ(allValues(s, Dim::shardGroup), (Values{0, 2, 4, 8, 16, 32}));
  s.cluster.gpus = 8;
  EXPECT_EQ(allValues(s, Dim::shardGroup), (Values{0, 2, 4}));
  s.cluster.gpusPerNode = 6;
  s.cluster.gpus = 24;
  EXPECT_EQ(allValues(s, Dim::shardGroup), (Values{0, 3, 6, 12}));
  s.cluster.gpusPerNode = 1;
  s.cluster.gpus = 8;
  EXPECT_EQ(allValues(s, Dim::shardGroup), (Values{0, 2, 4}));
  s.cluster.gpus = 4096;
  EXPECT_EQ(allValues(s, Dim::shardGroup), (Values{0, 2, 4}));
  s.cluster.gpus = 1;
  EXPECT_EQ(allValues(s, Dim::shardGroup), (Values{0}));
}

TEST(SweepSpace, ZeroTwoIsNotSweptUnderAPipeline) {
  auto space = fixedSpace(dense(64));
  freeDim(space, Dim::zero);
  space.of(Dim::pp) = {1, 2};
  // 4 levels without a pipeline, 3 with.
  EXPECT_EQ(candidateCount(space), 7U);
  SweepOptions options;
  options.top = 100;
  options.keepInfeasible = true;
  const auto result = runSweep(space, options);
  EXPECT_EQ(result.counts.tried, 7U);
  for (const auto& row : result.top) {
    EXPECT_FALSE(valueOf(space, row, Dim::pp) == 2 && valueOf(space, row, Dim::zero) == 2);
  }
}

TEST(SweepSpace, TheOnlyLevelIsSweptAsItIs) {
  auto space = fixedSpace(dense(64));
  space.of(Dim::zero) = {2};
  space.of(Dim::pp) = {1, 2};
  EXPECT_EQ(candidateCount(space), 2U);
}

TEST(SweepSpace, WithoutAPipelineTheDefaultScheduleStandsForAll) {
  auto space = fixedSpace(dense(64));
  freeDim(space, Dim::schedule);
  EXPECT_EQ(candidateCount(space), 1U);
  SweepOptions options;
  options.keepInfeasible = true;
  const auto result = runSweep(space, options);
  ASSERT_EQ(result.top.size(), 1U);
  EXPECT_EQ(valueOf(space, result.top[0], Dim::schedule), static_cast<std::int64_t>(Schedule::oneFOneB));
  EXPECT_FALSE(scenarioOf(space, result.top[0]).parallel.schedule);
}

TEST(SweepSpace, ASpaceWithoutTheDefaultScheduleKeepsOne) {
  auto space = fixedSpace(dense(64));
  space.of(Dim::schedule) = {static_cast<std::int64_t>(Schedule::gpipe), static_cast<std::int64_t>(Schedule::zbV)};
  space.of(Dim::pp) = {1, 2};
  EXPECT_EQ(candidateCount(space), 3U);
}

TEST(SweepSpace, BoundsTakeWhatLiesBetween) {
  auto s = dense(96);
  EXPECT_EQ(valuesBetween(s, Dim::microBatch, 3, 16), (Values{3, 4, 6, 8, 12, 16}));
  EXPECT_EQ(valuesBetween(s, Dim::tp, 2, 4), (Values{2, 4}));
  EXPECT_TRUE(valuesBetween(s, Dim::tp, 9, 100).empty());
  // Three doublings around without bounds, as many as it takes with them.
  EXPECT_EQ(allValues(s, Dim::gpus), (Values{1, 2, 4, 8, 16, 32, 64}));
  EXPECT_EQ(valuesBetween(s, Dim::gpus, 16, 512), (Values{16, 32, 64, 128, 256, 512}));
}

TEST(SweepSpace, OwnValuesOfChunksFreeTheDefaultSchedule) {
  auto space = fixedSpace(dense(64));
  setValues(space, Dim::vpp, {1, 2});
  EXPECT_EQ(space.of(Dim::schedule),
            (Values{static_cast<std::int64_t>(Schedule::oneFOneB), static_cast<std::int64_t>(Schedule::interleaved)}));
}

TEST(SweepSpace, ExplicitStagesStayOnlyWherePpStays) {
  auto s = dense(64);
  s.parallel.pp = 2;
  s.parallel.stageLayers = {15, 17};
  auto space = fixedSpace(s);
  setValues(space, Dim::pp, {2});
  EXPECT_EQ(space.base.parallel.stageLayers, s.parallel.stageLayers);
  setValues(space, Dim::pp, {1, 2});
  EXPECT_TRUE(space.base.parallel.stageLayers.empty());
}

// The last stage of a pipeline holds the table of a tied head, which no single stage does; under ZB-V it is the
// fullest.
TEST(Sweep, ATiedHeadIsCountedInEveryPipeline) {
  auto s = scenarioOf(gpt22b(), 64, 2048);
  s.workload.globalBatch = 64;
  s.parallel.tp = 2;
  auto space = fixedSpace(s);
  space.of(Dim::pp) = {1, 16};
  space.of(Dim::schedule) = {static_cast<std::int64_t>(Schedule::oneFOneB), static_cast<std::int64_t>(Schedule::zbV)};
  SweepOptions options;
  options.keepInfeasible = true;
  const auto rows = runSweep(space, options).top;
  ASSERT_EQ(rows.size(), 3U);
  for (const auto& row : rows) EXPECT_EQ(row.peak, evaluate(scenarioOf(space, row)).memory.peak.count());
}

// s = 8191 is odd and 8 does not divide B = 7. On the cell pp 1, tp 1 chunks break P-8 and context parallelism S-4;
// what is left is dp 8, and only B-1 keeps it from running.
TEST(SweepAnswers, TheRuleThatEmptiesACellIsTheOneReachedLast) {
  auto s = scenarioOf(llama(32, 4096, 32, 8, 14336, 128256), 8, 8191);
  s.workload.globalBatch = 7;
  const auto space = fullSpace(s);
  SweepOptions options;
  options.x = SweepAxis{Dim::pp};
  options.y = SweepAxis{Dim::tp};
  const auto result = runSweep(space, options);
  const auto& counts = result.cells.front().counts;
  EXPECT_GT(counts.refused[static_cast<std::size_t>(RuleId::P8)], counts.refused[static_cast<std::size_t>(RuleId::B1)]);
  EXPECT_EQ(decidingRefusal(counts), RuleId::B1);
  EXPECT_FALSE(decidingRefusal(SweepCounts{}));
}

}  // namespace
}  // namespace shardscope
