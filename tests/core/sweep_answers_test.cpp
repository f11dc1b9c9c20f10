// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/answers.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
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
  const auto robust = robustness(space, rows);
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
  EXPECT_TRUE(robustness(space, {}).empty());
}

TEST(SweepAnswers, MoreLoadOnExpertsNeverHelps) {
  auto s = scenarioOf(mixtral_8x7b(), 64, 4096);
  s.workload.globalBatch = 256;
  const auto space = fullSpace(s);
  SweepOptions options;
  options.top = 20;
  const auto rows = runSweep(space, options).top;
  ASSERT_FALSE(rows.empty());
  for (const auto& r : robustness(space, rows)) EXPECT_GE(r.worstRegret, 0);
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
