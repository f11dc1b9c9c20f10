// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/heatmap.hpp"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <limits>

#include "tests/support/ui_support.hpp"
#include "tests/ui/heatmap_grid.hpp"
#include "ui/charts/heat_scene.hpp"

namespace shardscope::ui {
namespace {

using namespace uitest;

const QSize kPanel(403, 340);

void show(Heatmap& map, Metric metric = Metric::mfu) {
  const HeatGrid grid = sampleGrid(metric);
  map.render(grid, sampleTexts(grid));
}

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

QString textIn(const Heatmap& map, int cell) {
  QStringList found;
  for (const SceneText& text : map.scene().texts)
    if (map.cellRect(cell).contains(text.rect.center())) found << text.text;
  return found.join(u'|');
}

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

TEST(HeatmapWidget, ClickAppliesCtrlClickPins) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  QWidget* surface = map.findChild<QWidget*>();
  QSignalSpy applied(&map, &Heatmap::applyRequested), pinned(&map, &Heatmap::pinRequested);
  QTest::mouseClick(surface, Qt::LeftButton, {}, map.cellRect(7).center().toPoint());
  ASSERT_EQ(applied.count(), 1);
  EXPECT_EQ(applied[0][0].toInt(), 7);
  EXPECT_EQ(map.focusedCell(), 7);
  QTest::mouseClick(surface, Qt::LeftButton, Qt::ControlModifier, map.cellRect(3).center().toPoint());
  ASSERT_EQ(pinned.count(), 1);
  EXPECT_EQ(pinned[0][0].toInt(), 3);
  QTest::mouseClick(surface, Qt::LeftButton, {}, map.cellRect(kTight).center().toPoint());
  EXPECT_EQ(applied.count(), 2);
  QTest::mouseClick(surface, Qt::RightButton, {}, map.cellRect(7).center().toPoint());
  EXPECT_EQ(applied.count(), 2);
}

TEST(HeatmapWidget, CellsThatCannotRunTellWhyInsteadOfApplying) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  QSignalSpy applied(&map, &Heatmap::applyRequested), pinned(&map, &Heatmap::pinRequested);
  for (const int cell : {kInvalid, kOom}) {
    QTest::mouseClick(map.findChild<QWidget*>(), Qt::LeftButton, {}, map.cellRect(cell).center().toPoint());
    EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("story of cell %1").arg(cell)));
    EXPECT_FALSE(QToolTip::text().contains(QStringLiteral("applies")));
    QTest::mouseClick(map.findChild<QWidget*>(), Qt::LeftButton, Qt::ControlModifier,
                      map.cellRect(cell).center().toPoint());
  }
  EXPECT_EQ(applied.count(), 0);
  EXPECT_EQ(pinned.count(), 0);
  QToolTip::hideText();
}

TEST(HeatmapWidget, ArrowsMoveEnterAndAApplyCtrlEnterPins) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  map.setFocus(Qt::TabFocusReason);
  QSignalSpy applied(&map, &Heatmap::applyRequested), pinned(&map, &Heatmap::pinRequested);
  EXPECT_EQ(map.focusedCell(), kCurrent) << "the keyboard starts where the user is";
  QTest::keyClick(&map, Qt::Key_Up);
  EXPECT_EQ(map.focusedCell(), 7);
  EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("story of cell 7")));
  QTest::keyClick(&map, Qt::Key_Left);
  EXPECT_EQ(map.focusedCell(), 6);
  QTest::keyClick(&map, Qt::Key_Left);
  EXPECT_EQ(map.focusedCell(), 6) << "the edge is the edge";
  QTest::keyClick(&map, Qt::Key_Return);
  QTest::keyClick(&map, Qt::Key_End);
  QTest::keyClick(&map, Qt::Key_A);
  ASSERT_EQ(applied.count(), 2);
  EXPECT_EQ(applied[0][0].toInt(), 6);
  EXPECT_EQ(applied[1][0].toInt(), 8);
  QTest::keyClick(&map, Qt::Key_Down);
  QTest::keyClick(&map, Qt::Key_Return, Qt::ControlModifier);
  ASSERT_EQ(pinned.count(), 1);
  EXPECT_EQ(pinned[0][0].toInt(), 5);
  const QColor accent = Theme::of(ThemeName::light).color(Token::accent);
  EXPECT_GT(pixelsOf(map.grab().toImage(), accent, map.cellRect(5).adjusted(-4, -4, 4, 4)), 60) << "a visible ring";
  QToolTip::hideText();
}

TEST(HeatmapWidget, HoverIsTold) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  QWidget* surface = map.findChild<QWidget*>();
  QSignalSpy hovered(&map, &Heatmap::hovered);
  QTest::mouseMove(surface, map.cellRect(5).center().toPoint());
  QTest::mouseMove(surface, QPoint(2, 2));
  ASSERT_EQ(hovered.count(), 2);
  EXPECT_EQ(hovered[0][0].toInt(), 5);
  EXPECT_EQ(hovered[1][0].toInt(), -1);
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

TEST(HeatmapWidget, TextShowsOnlyWhereItFits) {
  Heatmap map;
  show(map);
  present(map, QSize(220, 160));
  for (int cell = 0; cell < 12; ++cell)
    for (const SceneText& text : map.scene().texts)
      if (map.cellRect(cell).contains(text.rect.center())) {
        EXPECT_GE(text.rect.left(), map.cellRect(cell).left()) << cell;
        EXPECT_LE(text.rect.right(), map.cellRect(cell).right()) << cell;
      }
}

TEST(HeatmapWidget, ALargeCellShowsTheRecipeBelowTheValue) {
  Heatmap map;
  const HeatGrid grid = sampleGrid();
  HeatmapTexts texts = sampleTexts(grid);
  texts.cell[7] = QStringLiteral("44.0\n61.1 GiB · 17.7 s\nDP4 V10");
  map.render(grid, texts);
  present(map, QSize(700, 400));
  EXPECT_EQ(textIn(map, 7), QStringLiteral("44.0|61.1 GiB · 17.7 s|DP4 V10"));
  map.resize(320, 330);
  EXPECT_EQ(textIn(map, 7), QStringLiteral("44.0|DP4 V10")) << "the recipe outlives the figures";
  map.resize(300, 200);
  EXPECT_EQ(textIn(map, 7), QStringLiteral("44.0"));
}

TEST(HeatmapWidget, ChineseAxisTitleIsNeverTurned) {
  Heatmap map;
  const HeatGrid grid = sampleGrid();
  HeatmapTexts texts = sampleTexts(grid);
  texts.yLabel = QStringLiteral("张量并行（卡数）");
  map.render(grid, texts);
  present(map, kPanel);
  for (const SceneText& text : map.scene().texts) EXPECT_FALSE(text.rotated) << text.text.toStdString();
  texts.yLabel = QStringLiteral("context parallelism (CP)");
  map.render(grid, texts);
  const auto& all = map.scene().texts;
  EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const SceneText& t) { return t.rotated; }), 1);
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

TEST(HeatmapWidget, WordsOnTheAxesReachTableAndSummary) {
  Heatmap map;
  HeatGrid grid = sampleGrid();
  HeatmapTexts texts = sampleTexts(grid);
  texts.xTicks = {QStringLiteral("none"), QStringLiteral("selective"), QStringLiteral("full")};
  map.render(grid, texts);
  EXPECT_EQ(map.table().columns, QStringList(texts.xTicks.begin(), texts.xTicks.end()));
  EXPECT_TRUE(map.summary().contains(QStringLiteral("full")));
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
