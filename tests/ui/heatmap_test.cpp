// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/heatmap.hpp"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QTest>

#include "tests/support/ui_support.hpp"
#include "tests/ui/heatmap_grid.hpp"

namespace shardscope::ui {
namespace {

using namespace uitest;

QColor fillOf(const Heatmap& map, int cell) {
  const QRectF rect = map.cellRect(cell);
  for (const SceneFill& fill : map.scene().fills)
    if (fill.rect == rect) return fill.color;
  return {};
}

bool hasMark(const Heatmap& map, int cell, Mark mark) {
  const QRectF rect = map.cellRect(cell);
  const auto& marks = map.scene().marks;
  return std::any_of(marks.begin(), marks.end(),
                     [&](const SceneMark& m) { return m.mark == mark && rect.contains(m.rect); });
}

TEST(HeatmapWidget, LargerTpIsOnTopAndLargerPpOnTheRight) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  EXPECT_LT(map.cellRect(9).bottom(), map.cellRect(6).top());  // TP 8 above TP 4
  EXPECT_LT(map.cellRect(0).right(), map.cellRect(1).left());
  EXPECT_NEAR(map.cellRect(1).left() - map.cellRect(0).right(), 2, 0.01) << "a gap of two pixels";
  EXPECT_EQ(map.cellRect(12), QRectF());
  EXPECT_EQ(map.cellRect(-1), QRectF());
  uitest::keepPicture(map, QStringLiteral("heatmap"));
}

TEST(HeatmapWidget, BetterIsBrighterWhateverTheMetric) {
  Heatmap map;
  present(map, kPanel);
  const auto brightness = [&](int cell) { return contrast(fillOf(map, cell), Qt::black); };
  show(map, Metric::mfu);
  EXPECT_GT(brightness(kBest), brightness(1));
  show(map, Metric::step);
  EXPECT_LT(brightness(kBest), brightness(1)) << "now the smallest value is best";
}

TEST(HeatmapWidget, InfeasibleIsHatchedWithItsReason) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  for (int cell : {kInvalid, kOom}) {
    const QRectF rect = map.cellRect(cell);
    const auto& fills = map.scene().fills;
    const auto found = std::find_if(fills.begin(), fills.end(), [&](const SceneFill& f) { return f.rect == rect; });
    ASSERT_NE(found, fills.end());
    EXPECT_NE(found->hatch, Hatch::none);
  }
  EXPECT_EQ(textIn(map, kOom), QStringLiteral("OOM"));
  EXPECT_EQ(textIn(map, kInvalid).replace(u'|', u' '), QStringLiteral("> 64 GPU"));
}

TEST(HeatmapWidget, StarTriangleAlertAndOutlineAreWhereTheyBelong) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  for (int cell = 0; cell < 12; ++cell) {
    EXPECT_EQ(hasMark(map, cell, Mark::star), cell == kBest) << cell;
    EXPECT_EQ(hasMark(map, cell, Mark::alert), cell == kTight) << cell;
    EXPECT_EQ(hasMark(map, cell, Mark::triangle), cell == 1) << cell;  // 32 %; the tight cell (34 %) warns already
  }
  int around = 0;
  for (const SceneOutline& outline : map.scene().outlines)
    around += map.cellRect(kCurrent).adjusted(-4, -4, 4, 4).contains(outline.rect) ? 1 : 0;
  EXPECT_EQ(around, 2) << "a double outline";
  show(map, Metric::memory);
  EXPECT_FALSE(hasMark(map, 1, Mark::triangle)) << "the 35 % mark belongs to MFU";
}

TEST(HeatmapWidget, LegendExplainsOnlyWhatOccurs) {
  Heatmap map;
  HeatGrid grid = sampleGrid();
  present(map, QSize(800, 340));
  map.render(grid, sampleTexts(grid));
  const auto says = [&](const char* text) {
    const auto& texts = map.scene().texts;
    return std::any_of(texts.begin(), texts.end(),
                       [&](const SceneText& t) { return t.text == QString::fromUtf8(text); });
  };
  for (const char* text : {"best", "current", "infeasible", "tight", "MFU < 35 %"}) EXPECT_TRUE(says(text)) << text;
  for (HeatCell& cell : grid.cells) {
    cell.verdict = Verdict::fits;
    cell.mfu = 0.5;
  }
  grid.current = -1;
  HeatmapTexts texts = sampleTexts(grid);
  texts.scaleLow = QStringLiteral("30");
  texts.scaleHigh = QStringLiteral("52 %");
  map.render(grid, texts);
  for (const char* text : {"current", "infeasible", "tight", "MFU < 35 %"}) EXPECT_FALSE(says(text)) << text;
  EXPECT_TRUE(says("≤ 30"));
  EXPECT_TRUE(says("52 %")) << "two cells share the best value: nothing lies beyond";
}

TEST(HeatmapWidget, AxesOfOneValueWork) {
  HeatGrid grid;
  grid.metric = Metric::mfu;
  grid.xs = {4};
  grid.ys = {8};
  HeatCell cell;
  cell.verdict = Verdict::fits;
  cell.value = 40;
  cell.mfu = 0.4;
  grid.cells = {cell};
  grid.best = grid.current = 0;
  Heatmap map;
  map.render(grid, sampleTexts(grid));
  present(map, kPanel);
  EXPECT_GT(map.cellRect(0).width(), 200);
  EXPECT_GT(map.cellRect(0).height(), 150);
  EXPECT_TRUE(textIn(map, 0).contains(QStringLiteral("40.0")));
  QTest::keyClick(&map, Qt::Key_Up);
  EXPECT_EQ(map.focusedCell(), 0);
}

TEST(HeatmapWidget, EmptyOrBrokenGridIsASentence) {
  Heatmap map;
  HeatGrid grid = sampleGrid();
  grid.cells.pop_back();  // not rows × columns
  map.render(grid, sampleTexts(grid));
  present(map, kPanel);
  EXPECT_EQ(map.focusedCell(), -1);
  EXPECT_TRUE(map.scene().items.empty());
  EXPECT_FALSE(map.scene().texts.empty());
  QTest::keyClick(&map, Qt::Key_Return);
  QTest::keyClick(&map, Qt::Key_Right);
}

TEST(HeatmapWidget, SpeaksAsAGridWithReasons) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&map);
  ASSERT_NE(accessible, nullptr);
  ASSERT_NE(accessible->tableInterface(), nullptr);
  EXPECT_EQ(accessible->tableInterface()->rowCount(), 4);
  EXPECT_EQ(accessible->tableInterface()->columnCount(), 3);
  QAccessibleInterface* impossible = accessible->tableInterface()->cellAt(0, 2);  // top right
  ASSERT_NE(impossible, nullptr);
  EXPECT_EQ(impossible->text(QAccessible::Value), QStringLiteral("> 64 GPU"));
  EXPECT_EQ(impossible->text(QAccessible::Description), QStringLiteral("story of cell 11"));
  EXPECT_TRUE(accessible->text(QAccessible::Description).contains(QStringLiteral("10 of 12 cells can run")));
  map.setFocus(Qt::TabFocusReason);
  QAccessibleInterface* focused = accessible->focusChild();
  ASSERT_NE(focused, nullptr);
  EXPECT_EQ(map.cellOf({focused->tableCellInterface()->rowIndex(), focused->tableCellInterface()->columnIndex()}),
            kCurrent);
}

TEST(HeatmapWidget, CellsFillInPlace) {
  Heatmap map;
  HeatGrid grid = sampleGrid();
  grid.cells[7].age = HeatAge::old;
  grid.cells[kInvalid].age = HeatAge::pending;
  map.render(grid, sampleTexts(grid));
  present(map, kPanel);
  const QColor now = fillOf(map, kBest), panel = Theme::of(ThemeName::light).color(Token::panel);
  EXPECT_NE(fillOf(map, 7), panel);
  EXPECT_GT(contrast(fillOf(map, 7), now), 1) << "an old cell is faded";
  EXPECT_EQ(textIn(map, kInvalid), QString()) << "not searched yet is no verdict";
  for (const SceneFill& fill : map.scene().fills)
    if (fill.rect == map.cellRect(kInvalid)) {
      EXPECT_EQ(fill.hatch, Hatch::none);
    }
}

TEST(HeatmapWidget, OldSweepFadesToFortyPercent) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  const QColor full = fillOf(map, kBest), panel = Theme::of(ThemeName::light).color(Token::panel);
  map.setStale(true);
  const QColor faded = fillOf(map, kBest);
  EXPECT_NEAR(faded.red(), panel.red() + 0.4 * (full.red() - panel.red()), 1);
  EXPECT_NEAR(faded.blue(), panel.blue() + 0.4 * (full.blue() - panel.blue()), 1);
  map.setStale(false);
  EXPECT_EQ(fillOf(map, kBest), full);
}

}  // namespace
}  // namespace shardscope::ui
