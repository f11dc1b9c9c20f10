// SPDX-License-Identifier: Apache-2.0
// Bars, rows and axes without a window.
#include <gtest/gtest.h>

#include "tests/ui/memory_chart_reports.hpp"
#include "ui/charts/bar_geometry.hpp"
#include "ui/charts/memory_scene.hpp"

namespace shardscope::ui {
namespace {

using uitest::memoryReport;

TEST(MemoryBars, OneStageIsOneBarWithPartsInGib) {
  const Report report = memoryReport({20}, 79.6, 73.4);
  const std::vector<MemoryBar> bars = memoryBars(report.memory);
  ASSERT_EQ(bars.size(), 1U);
  EXPECT_NEAR(bars[0].total, 20 + uitest::kFixedGib, 1e-6);
  EXPECT_DOUBLE_EQ(bars[0].parts[static_cast<std::size_t>(MemoryPart::activations)], 20);
  // logits 0.25 + transient 0.5
  EXPECT_DOUBLE_EQ(bars[0].parts[static_cast<std::size_t>(MemoryPart::temporary)], 0.75);
  double sum = 0;
  for (double part : bars[0].parts) sum += part;
  EXPECT_NEAR(sum, bars[0].total, 1e-9);
  EXPECT_TRUE(bars[0].fullest);
  EXPECT_FALSE(bars[0].overFitLimit);
  EXPECT_EQ(bars[0].overCapacity, 0);
}

TEST(MemoryBars, KnowsTightAndOver) {
  const double fixed = uitest::kFixedGib;
  const std::vector<MemoryBar> bars = memoryBars(memoryReport({75 - fixed, 85 - fixed, 20}, 80, 72).memory);
  ASSERT_EQ(bars.size(), 3U);
  EXPECT_TRUE(bars[0].overFitLimit);
  EXPECT_EQ(bars[0].overCapacity, 0);
  EXPECT_TRUE(bars[1].fullest);
  EXPECT_NEAR(bars[1].overCapacity, 5, 1e-6);
  EXPECT_FALSE(bars[2].overFitLimit);
}

TEST(MemoryBars, UpToSixteenStagesNothingMerges) {
  EXPECT_EQ(memoryBars(memoryReport(std::vector<double>(16, 10), 80, 72).memory).size(), 16U);
}

TEST(MemoryBars, AboveSixteenEqualNeighboursMergeButFullestAndLastStay) {
  std::vector<double> activations(20, 10);
  activations[2] = 30;  // fullest, amid equals
  const std::vector<MemoryBar> bars = memoryBars(memoryReport(activations, 80, 72).memory);
  ASSERT_EQ(bars.size(), 4U);
  EXPECT_EQ(bars[0].firstStage, 0);
  EXPECT_EQ(bars[0].lastStage, 1);
  EXPECT_EQ(bars[1].firstStage, 2);
  EXPECT_EQ(bars[1].lastStage, 2);
  EXPECT_EQ(bars[2].firstStage, 3);
  EXPECT_EQ(bars[2].lastStage, 18);
  EXPECT_FALSE(bars[2].approximate);
  EXPECT_EQ(bars[3].firstStage, 19);
}

TEST(MemoryBars, EveryStageIsInExactlyOneBar) {
  std::vector<double> activations;
  for (int stage = 0; stage < 64; ++stage) activations.push_back(64 - stage / 3);
  const std::vector<MemoryBar> all = memoryBars(memoryReport(activations, 80, 72).memory);
  for (std::size_t most : {64U, 20U, 5U, 3U, 1U}) {
    std::int64_t next = 0;
    for (const MemoryBar& bar : condensed(all, most)) {
      EXPECT_EQ(bar.firstStage, next);
      EXPECT_LE(bar.firstStage, bar.drawnStage);
      EXPECT_LE(bar.drawnStage, bar.lastStage);
      next = bar.lastStage + 1;
    }
    EXPECT_EQ(next, 64);
  }
}

TEST(MemoryBars, CondensedRunsShowTheirFullestStage) {
  const double fixed = uitest::kFixedGib;
  // Stage 0 is fullest, 4 is last; 1–3 become one run drawn as stage 2.
  const auto bars = condensed(memoryBars(memoryReport({50, 10, 12, 11, 5}, 80, 72).memory), 3);
  ASSERT_EQ(bars.size(), 3U);
  EXPECT_EQ(bars[1].firstStage, 1);
  EXPECT_EQ(bars[1].lastStage, 3);
  EXPECT_EQ(bars[1].drawnStage, 2);
  EXPECT_NEAR(bars[1].total, 12 + fixed, 1e-6);
  EXPECT_TRUE(bars[1].approximate);
  // Fullest and last are never swallowed, whatever is asked.
  EXPECT_EQ(condensed(memoryBars(memoryReport({50, 10, 5}, 80, 72).memory), 1).size(), 3U);
}

TEST(MemoryLabels, RoundingNeverChangesAVerdict) {
  MemoryBar bar;
  bar.total = 79.64;
  bar.overCapacity = 0.04;
  bar.overFitLimit = true;
  const MemoryLabels over = memoryLabels(bar, gibToBytes(79.60));
  EXPECT_EQ(over.total, QStringLiteral("79.64"));
  EXPECT_EQ(over.share, QStringLiteral("+0.04 GiB"));
  EXPECT_EQ(over.mark, Mark::cross);
  EXPECT_EQ(over.tone, Token::bad);
  bar.total = 79.4;
  bar.overCapacity = 0;
  const MemoryLabels tight = memoryLabels(bar, gibToBytes(79.60));
  EXPECT_EQ(tight.share, QStringLiteral("99.7 %"));
  EXPECT_EQ(tight.mark, Mark::triangle);
  bar.total = 48.5;
  bar.overFitLimit = false;
  const MemoryLabels fits = memoryLabels(bar, gibToBytes(79.60));
  EXPECT_EQ(fits.total, QStringLiteral("48.5"));
  EXPECT_EQ(fits.share, QStringLiteral("61 %"));
  EXPECT_EQ(fits.mark, Mark::check);
}

TEST(RowSlots, FillTheRoomAndNeverOverlap) {
  for (int count : {1, 2, 4, 8, 16, 64}) {
    const std::vector<RowSlot> rows = rowSlots(count, 40, 190, RowRule{});
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(count));
    EXPECT_GE(rows.front().middle - rows.front().height / 2, 40 - 1e-9);
    EXPECT_LE(rows.back().middle + rows.back().height / 2, 190 + 1e-9);
    for (std::size_t i = 1; i < rows.size(); ++i)
      EXPECT_GT(rows[i].middle - rows[i].height / 2, rows[i - 1].middle + rows[i - 1].height / 2);
  }
  EXPECT_TRUE(rowSlots(0, 0, 100, RowRule{}).empty());
}

TEST(RowSlots, SpareRoomIsOnBothSides) {
  const std::vector<RowSlot> rows = rowSlots(1, 0, 100, RowRule{});
  EXPECT_DOUBLE_EQ(rows[0].middle, 50);
  EXPECT_LE(rows[0].height, 28);
}

TEST(RowSlots, AThickFirstRowTakesItsSurplusAsBar) {
  RowRule rule;
  rule.firstWeight = 1.5;
  rule.maxPitch = 20;
  rule.maxBar = 14;
  rule.fill = 0.7;
  const std::vector<RowSlot> rows = rowSlots(3, 0, 1000, rule);
  EXPECT_DOUBLE_EQ(rows[0].height, 14 + 10);
  EXPECT_DOUBLE_EQ(rows[1].height, 14);
  EXPECT_DOUBLE_EQ(rows[1].middle - rows[0].middle, 25);
}

TEST(LabelledRows, ImportantRowsComeFirstAndNoneCollide) {
  const std::vector<RowSlot> rows = rowSlots(20, 0, 100, RowRule{});  // 5 px apart
  const std::vector<bool> labelled = labelledRows(rows, 12, {7, 19});
  EXPECT_TRUE(labelled[7]);
  EXPECT_TRUE(labelled[19]);
  double last = -1000;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!labelled[i]) continue;
    EXPECT_GE(rows[i].middle - last, 12);
    last = rows[i].middle;
  }
}

TEST(Axis, StepsAreOneTwoFive) {
  EXPECT_DOUBLE_EQ(niceStep(88.4, 5), 20);
  EXPECT_DOUBLE_EQ(niceStep(100, 5), 20);
  EXPECT_DOUBLE_EQ(niceStep(24, 6), 5);
  EXPECT_DOUBLE_EQ(niceStep(0.9, 5), 0.2);
  EXPECT_DOUBLE_EQ(niceStep(0, 5), 1);
  EXPECT_EQ(decimalsOf(20), 0);
  EXPECT_EQ(decimalsOf(0.2), 1);
  EXPECT_EQ(decimalsOf(0.05), 2);
}

TEST(Axis, EndFollowsCapacityUntilABarComesNear) {
  EXPECT_DOUBLE_EQ(axisUpper(40, 80), 88.8);
  EXPECT_DOUBLE_EQ(axisUpper(70, 80), 88.8);
  EXPECT_GE(axisUpper(90, 80), 90 * 1.06);
  EXPECT_LE(axisUpper(90, 80), 90 * 1.15);
  // Small changes leave the axis where it is.
  EXPECT_DOUBLE_EQ(axisUpper(90, 80), axisUpper(90.3, 80));
  EXPECT_GT(axisUpper(0, 0), 0);
}

TEST(Axis, HeldRangeGrowsAtOnceAndShrinksOnRelease) {
  RangeHold range;
  EXPECT_EQ(range.update(100), 100);
  range.hold(true);
  EXPECT_EQ(range.update(150), 150);
  EXPECT_EQ(range.update(90), 150);
  range.hold(false);
  EXPECT_EQ(range.update(90), 90);
}

}  // namespace
}  // namespace shardscope::ui
