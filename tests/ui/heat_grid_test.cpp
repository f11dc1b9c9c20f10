// SPDX-License-Identifier: Apache-2.0
// The range of a map's colours and the breaking of its reasons into lines.
#include <gtest/gtest.h>

#include <QApplication>
#include <limits>

#include "tests/support/ui_support.hpp"
#include "tests/ui/heatmap_grid.hpp"
#include "ui/charts/heat_cells.hpp"

namespace shardscope::ui {
namespace {

using namespace uitest;

TEST(HeatScale, RunsFromTheSecondToTheNinetyEighthPercentileOfFeasibleCells) {
  HeatGrid grid;
  grid.metric = Metric::mfu;
  for (int i = 0; i <= 100; ++i) {
    HeatCell cell;
    cell.verdict = Verdict::fits;
    cell.value = i;
    grid.cells.push_back(cell);
  }
  HeatCell outlier;
  outlier.verdict = Verdict::doesNotFit;
  outlier.value = 1e6;
  grid.cells.push_back(outlier);
  const HeatScale scale = heatScale(grid);
  EXPECT_DOUBLE_EQ(scale.low, 2);
  EXPECT_DOUBLE_EQ(scale.high, 98);
  EXPECT_TRUE(scale.clipsLow);
  EXPECT_TRUE(scale.clipsHigh);
  EXPECT_DOUBLE_EQ(scale.benefit(0), 0);
  EXPECT_DOUBLE_EQ(scale.benefit(50), 0.5);
  EXPECT_DOUBLE_EQ(scale.benefit(100), 1);
}

TEST(HeatScale, LessIsBrighterWhereLessIsBetter) {
  HeatGrid grid = sampleGrid(Metric::memory);
  const HeatScale scale = heatScale(grid);
  EXPECT_TRUE(scale.smallerIsBetter);
  EXPECT_DOUBLE_EQ(scale.benefit(scale.low), 1);
  EXPECT_DOUBLE_EQ(scale.benefit(scale.high), 0);
}

TEST(HeatScale, EqualCellsAreAllBestAndNoCellsAreNoTrouble) {
  HeatGrid grid;
  EXPECT_DOUBLE_EQ(heatScale(grid).benefit(3), 1);
  HeatCell cell;
  cell.verdict = Verdict::fits;
  cell.value = 5;
  grid.cells = {cell, cell};
  EXPECT_DOUBLE_EQ(heatScale(grid).benefit(5), 1);
  cell.value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(isFeasible(cell));
  grid.cells.push_back(cell);
  EXPECT_DOUBLE_EQ(heatScale(grid).low, 5);
}

TEST(HeatWrap, BreaksAtSpacesAndElidesTheRest) {
  const QFontMetricsF metrics(QApplication::font());
  const double word = metrics.horizontalAdvance(QStringLiteral("layers"));
  EXPECT_EQ(wrapped(QStringLiteral("32 ∤ 80 layers"), metrics, 1000, 2), QStringList(QStringLiteral("32 ∤ 80 layers")));
  const QStringList two = wrapped(QStringLiteral("layers layers"), metrics, word + 2, 2);
  EXPECT_EQ(two, (QStringList{QStringLiteral("layers"), QStringLiteral("layers")}));
  const QStringList cut = wrapped(QStringLiteral("layers layers layers"), metrics, word + 2, 2);
  ASSERT_EQ(cut.size(), 2);
  EXPECT_TRUE(cut[1].endsWith(u'…'));
  EXPECT_LE(metrics.horizontalAdvance(cut[1]), word + 2);
  EXPECT_TRUE(wrapped(QStringLiteral("50 ∤ 64 heads"), metrics, word * 0.8, 1).isEmpty())
      << "the beginning alone would be another reason";
  EXPECT_TRUE(wrapped(QStringLiteral("layers"), metrics, 4, 1).isEmpty()) << "a lone dot tells nothing";
}

}  // namespace
}  // namespace shardscope::ui
