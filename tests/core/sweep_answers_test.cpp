// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/answers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "core/sweep/candidate_cost.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

using namespace test;

Scenario design() {
  auto s = scenarioOf(llama3_70b(), 64, 8192);
  s.workload.globalBatch = 128;
  s.parallel.tp = 8;
  s.parallel.pp = 4;
  return s;
}

SweepOptions withMap() {
  SweepOptions options;
  options.x = SweepAxis{Dim::pp};
  options.y = SweepAxis{Dim::tp};
  return options;
}

// The chapter's sweep: TP, PP ∈ {1, 2, 4, 8} at a fixed total. 16 combinations; none exceeds 64 GPUs.
TEST(Sweep, TheChaptersGridIsCompleteAndNamesWhatItSkips) {
  auto s = design();
  s.cluster.nodes.reset();
  s.cluster.gpus = 32;
  s.workload.globalBatch = 128;
  auto space = fixedSpace(s);
  space.of(Dim::tp) = space.of(Dim::pp) = {1, 2, 4, 8};
  const auto result = runSweep(space, withMap());
  EXPECT_EQ(result.total, 16U);
  EXPECT_EQ(result.cells.size(), 16U);
  // 8 × 8 = 64 > 32.
  EXPECT_EQ(result.counts.refused[static_cast<std::size_t>(RuleId::W1)], 1U);
  EXPECT_EQ(decidingRefusal(result.cells.back().counts), RuleId::W1);
}

TEST(SweepAnswers, TheNearestRunningCellIsFewestStepsAway) {
  const auto space = [] {
    auto made = fixedSpace(design());
    freeDim(made, Dim::tp);
    freeDim(made, Dim::pp);
    return made;
  }();
  const auto options = withMap();
  const auto result = runSweep(space, options);
  const auto columns = static_cast<std::int64_t>(result.xs.size());
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    const auto near = nearestRunningCell(space, options, result, i);
    ASSERT_GE(near, 0);
    ASSERT_TRUE(result.cells[static_cast<std::size_t>(near)].hasBest);
    if (result.cells[i].hasBest) {
      EXPECT_EQ(near, static_cast<std::int64_t>(i));
    }
    const auto steps = [&](std::int64_t cell) {
      const auto at = static_cast<std::int64_t>(i);
      return std::abs(cell % columns - at % columns) + std::abs(cell / columns - at / columns);
    };
    for (std::size_t j = 0; j < result.cells.size(); ++j)
      if (result.cells[j].hasBest) {
        EXPECT_LE(steps(near), steps(static_cast<std::int64_t>(j)));
      }
  }
}

// By hand: the slow network is the scenario with 0.8 of its NIC rate.
TEST(SweepAnswers, RegretIsAgainstTheBestOfTheRowsInEachWorld) {
  const auto space = fullSpace(design());
  SweepOptions options;
  options.top = 6;
  const auto rows = runSweep(space, options).top;
  const auto robust = robustness(space, rows, Metric::step);
  ASSERT_EQ(robust.size(), rows.size());
  std::vector<double> usual, slow;
  for (const auto& row : rows) {
    auto scenario = scenarioOf(space, row);
    usual.push_back(evaluate(scenario).time.step.count());
    scenario.cluster.nicBytesPerS = 0.8 * nicBytesPerS(scenario.cluster);
    slow.push_back(evaluate(scenario).time.step.count());
  }
  const double bestUsual = *std::min_element(usual.begin(), usual.end());
  const double bestSlow = *std::min_element(slow.begin(), slow.end());
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_DOUBLE_EQ(robust[i].worstRegret, std::max(usual[i] / bestUsual, slow[i] / bestSlow) - 1);
  EXPECT_TRUE(robustness(space, {}, Metric::step).empty());
}

TEST(SweepAnswers, MoreLoadOnExpertsNeverHelps) {
  auto s = scenarioOf(mixtral_8x7b(), 64, 4096);
  s.workload.globalBatch = 256;
  const auto space = fullSpace(s);
  SweepOptions options;
  options.top = 20;
  const auto rows = runSweep(space, options).top;
  ASSERT_FALSE(rows.empty());
  for (const auto& r : robustness(space, rows, Metric::mfu)) EXPECT_GE(r.worstRegret, 0);
}

// The memory of a layout does not depend on the network: regret in memory is the ratio of peaks.
TEST(SweepAnswers, RegretIsInTheMetricOfTheRanking) {
  const auto space = fullSpace(design());
  SweepOptions options;
  options.metric = Metric::memory;
  options.top = 50;
  const auto rows = runSweep(space, options).top;
  const auto robust = robustness(space, rows, Metric::memory);
  ASSERT_EQ(rows.size(), 50U);
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_DOUBLE_EQ(robust[i].worstRegret, static_cast<double>(rows[i].peak) / static_cast<double>(rows[0].peak) - 1);
}

// Twice the batch takes about twice the time: no regret of its own.
TEST(SweepAnswers, RowsOfOtherWorkAreNotComparedWith) {
  auto space = fixedSpace(design());
  space.of(Dim::globalBatch) = {128, 256};
  space.of(Dim::recompute) = {static_cast<std::int64_t>(Recompute::selective),
                              static_cast<std::int64_t>(Recompute::full)};
  SweepOptions options;
  options.metric = Metric::step;
  options.keepInfeasible = true;
  const auto rows = runSweep(space, options).top;
  ASSERT_EQ(rows.size(), 4U);
  const auto robust = robustness(space, rows, Metric::step);
  EXPECT_EQ(std::count_if(robust.begin(), robust.end(), [](const Robustness& r) { return r.worstRegret == 0; }), 2);
  for (const auto& r : robust) EXPECT_LT(r.worstRegret, 0.5);
}

// A capacity just above the bound of what fits: 20 % more copies of tokens on the fullest rank make it tight.
TEST(SweepAnswers, FullerExpertsTakeMemoryInTheWorseWorld) {
  auto s = scenarioOf(mixtral_8x7b(), 64, 4096);
  s.workload.globalBatch = 256;
  s.parallel.ep = 8;
  s.parallel.zero = 1;
  const auto space = fixedSpace(s);
  Report report;
  CandidateCost usual, fuller;
  usual.plan(s);
  usual.price(s, report);
  EXPECT_EQ(report.memory.peak, evaluate(s).memory.peak);
  const auto peak = report.memory.peak;
  fuller.plan(s, kMoreLoad);
  fuller.price(s, report);
  ASSERT_GT(report.memory.peak, peak);
  auto tightly = space;
  tightly.base.cluster.device.memory = Bytes((peak.count() + report.memory.peak.count()) / 2);
  SweepRow row;
  EXPECT_GT(robustness(tightly, std::span(&row, 1), Metric::mfu).front().verdict, evaluate(tightly.base).verdict);
  // On one rank there is no fullest one.
  s.parallel.ep = 1;
  const auto alone = evaluate(s).memory.peak;
  fuller.plan(s, kMoreLoad);
  fuller.price(s, report);
  EXPECT_EQ(report.memory.peak, alone);
}

TEST(SweepAnswers, RowsAreRankedByTheirWorstCase) {
  const auto space = fullSpace(design());
  SweepOptions options;
  options.top = 200;
  const auto rows = runSweep(space, options).top;
  const auto robust = robustness(space, rows, options.metric);
  std::vector<std::size_t> ranks;
  for (const auto& each : robust) ranks.push_back(each.rank);
  std::sort(ranks.begin(), ranks.end());
  for (std::size_t i = 0; i < ranks.size(); ++i) EXPECT_EQ(ranks[i], i + 1);
  for (std::size_t i = 0; i < robust.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (robust[i].verdict == robust[j].verdict && robust[i].worstRegret < robust[j].worstRegret) {
        EXPECT_LT(robust[i].rank, robust[j].rank);
      }
}

TEST(SweepAnswers, TheRegretAsStatedIsTheDistanceToTheBest) {
  const auto space = fullSpace(design());
  SweepOptions options;
  options.metric = Metric::step;
  const auto rows = runSweep(space, options).top;
  const auto robust = robustness(space, rows, options.metric);
  double best = rows.front().step;
  for (const auto& row : rows) best = std::min(best, row.step);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_DOUBLE_EQ(robust[i].statedRegret, rows[i].step / best - 1);
    EXPECT_GE(robust[i].worstRegret, robust[i].statedRegret);
  }
}

TEST(Sweep, AHundredThousandRowsAreKeptInOrder) {
  auto space = fullSpace(scenarioOf(deepseekV3(), 512, 4096));
  SweepOptions options, few;
  options.top = 100'000;
  few.top = 100;
  const auto many = runSweep(space, options).top;
  const auto best = runSweep(space, few).top;
  ASSERT_GT(many.size(), best.size());
  EXPECT_TRUE(std::equal(best.begin(), best.end(), many.begin()));
  const RankOrder order(space, options.metric);
  EXPECT_TRUE(
      std::is_sorted(many.begin(), many.end(), [&](const auto& a, const auto& b) { return order.isBetter(a, b); }));
}

TEST(Sweep, AStoppedSweepEndsAndSaysSo) {
  const auto space = fullSpace(scenarioOf(deepseekV3(), 2048, 4096));
  std::stop_source source;
  int reports = 0;
  const auto result = runSweep(space, withMap(), source.get_token(), [&](const SweepResult& partial) {
    EXPECT_LE(partial.counts.tried, partial.total);
    ++reports;
    source.request_stop();
  });
  EXPECT_EQ(reports, 1);
  EXPECT_FALSE(result.complete);
  EXPECT_LT(result.counts.tried, result.total);
}

TEST(Sweep, TwoSweepsAtOnceDoNotDisturbEachOther) {
  const auto space = fullSpace(design());
  const auto alone = runSweep(space, {});
  SweepResult first, second;
  {
    std::jthread a([&] { first = runSweep(space, {}); });
    std::jthread b([&] { second = runSweep(space, {}); });
  }
  EXPECT_EQ(first.top, alone.top);
  EXPECT_EQ(second.top, alone.top);
  EXPECT_EQ(second.counts, alone.counts);
}

}  // namespace
}  // namespace shardscope
