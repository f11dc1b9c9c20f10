// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/cost/evaluate.hpp"
#include "tests/core/rules_scenarios.hpp"

namespace shardscope {
namespace {

using namespace test;
using testing::ElementsAre;

const GridCell& at(const Grid& grid, std::int64_t x, std::int64_t y) {
  static const GridCell none;
  for (const auto& cell : grid.cells)
    if (cell.x == x && cell.y == y) return cell;
  ADD_FAILURE() << "no cell " << x << ", " << y;
  return none;
}

TEST(Grid, axesArePowersOfTwoWithinReach) {
  const auto grid = layoutGrid(denseScenario(), {}, Knob::pp, Knob::tp, Metric::memory);
  EXPECT_THAT(grid.xs, ElementsAre(1, 2, 4, 8, 16, 32, 64));  // 80 layers
  EXPECT_THAT(grid.ys, ElementsAre(1, 2, 4, 8, 16));          // twice the domain of 8
  ASSERT_EQ(grid.cells.size(), 35U);
  EXPECT_EQ(grid.cells[static_cast<std::size_t>(grid.current)].x, 4);
  EXPECT_EQ(grid.cells[static_cast<std::size_t>(grid.current)].y, 8);
  EXPECT_EQ(grid.cells[1 * 7 + 2].x, 4);  // row-major
  EXPECT_EQ(grid.cells[1 * 7 + 2].y, 2);
}

TEST(Grid, axesHoldTheCurrentValue) {
  auto s = denseScenario();
  s.cluster.nodes = 10;
  s.parallel.pp = 5;
  const auto grid = layoutGrid(s, {}, Knob::pp, Knob::tp, Metric::memory);
  EXPECT_THAT(grid.xs, ElementsAre(1, 2, 4, 5, 8, 16, 32, 64));
  EXPECT_GE(grid.current, 0);
  EXPECT_THAT(layoutGrid(s, {}, Knob::microBatch, Knob::vpp, Metric::memory).xs, testing::Contains(1));
}

TEST(Grid, cellsAreWholeEvaluations) {
  const auto s = denseScenario();
  const auto grid = layoutGrid(s, {}, Knob::pp, Knob::tp, Metric::memory);
  for (const auto& cell : grid.cells) {
    if (cell.verdict == Verdict::invalid) {
      EXPECT_TRUE(cell.edit.empty());
      EXPECT_EQ(cell.reason.severity, Severity::error);
      continue;
    }
    const auto report = evaluate(applied(s, cell.edit));
    EXPECT_EQ(cell.verdict, report.verdict);
    EXPECT_EQ(cell.peak, report.memory.peak);
    EXPECT_EQ(cell.value, static_cast<double>(report.memory.peak.count()));
    EXPECT_EQ(cell.missing.count() > 0, report.verdict == Verdict::doesNotFit);
  }
  EXPECT_EQ(at(grid, 64, 16).reason.rule, RuleId::W1);
  EXPECT_EQ(at(grid, 1, 1).verdict, Verdict::doesNotFit);  // 70B on one rank
  EXPECT_TRUE(at(grid, 4, 8).edit.empty());                // the scenario itself
}

TEST(Grid, aCellDoesNotDependOnTheWayThere) {
  const auto s = denseScenario();
  const auto grid = layoutGrid(s, {}, Knob::pp, Knob::tp, Metric::memory);
  const auto turned = layoutGrid(s, {}, Knob::tp, Knob::pp, Metric::memory);
  for (const auto& cell : grid.cells) {
    const auto& same = at(turned, cell.y, cell.x);
    EXPECT_EQ(cell.verdict, same.verdict);
    EXPECT_EQ(cell.edit, same.edit);
  }
  EXPECT_NE(at(grid, 16, 2).verdict, Verdict::invalid);  // one knob at a time would pass through 128 GPUs
}

TEST(Grid, bestIsTheBestThatFits) {
  const auto grid = layoutGrid(denseScenario(), {}, Knob::pp, Knob::tp, Metric::memory);
  ASSERT_GE(grid.best, 0);
  const auto& best = grid.cells[static_cast<std::size_t>(grid.best)];
  EXPECT_EQ(best.verdict, Verdict::fits);
  for (const auto& cell : grid.cells)
    if (cell.verdict == Verdict::fits) {
      EXPECT_GE(cell.value, best.value);
    }
}

TEST(Grid, anImpossibleMapHasNoBest) {
  auto s = denseScenario();
  s.model.shape.layers = 1000;  // 800 B parameters on 64 GPUs
  const auto grid = layoutGrid(s, {}, Knob::pp, Knob::tp, Metric::memory);
  EXPECT_EQ(grid.best, -1);
  s.parallel.tp = 0;
  const auto broken = layoutGrid(s, {}, Knob::pp, Knob::cp, Metric::memory);
  EXPECT_EQ(broken.best, -1);
  for (const auto& cell : broken.cells) EXPECT_EQ(cell.verdict, Verdict::invalid);
}

TEST(Grid, metricsKnowTheirDirection) {
  EXPECT_TRUE(smallerIsBetter(Metric::step));
  EXPECT_TRUE(smallerIsBetter(Metric::memory));
  EXPECT_TRUE(smallerIsBetter(Metric::bubble));
  EXPECT_TRUE(smallerIsBetter(Metric::gpuHours));
  EXPECT_FALSE(smallerIsBetter(Metric::mfu));
  EXPECT_FALSE(smallerIsBetter(Metric::tokens));
}

}  // namespace
}  // namespace shardscope
