// SPDX-License-Identifier: Apache-2.0
// The texts of the map: lines in cells, ticks and titles of the axes.
#include <gtest/gtest.h>

#include <QTest>
#include <set>

#include "tests/support/ui_support.hpp"
#include "tests/ui/heatmap_grid.hpp"
#include "ui/charts/heat_cells.hpp"

namespace shardscope::ui {
namespace {

using namespace uitest;

TEST(HeatmapText, TextShowsOnlyWhereItFits) {
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

TEST(HeatmapText, ALargeCellShowsTheRecipeBelowTheValue) {
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

TEST(HeatmapText, ChineseAxisTitleIsNeverTurned) {
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

TEST(HeatmapText, WordsOnTheAxesReachTableAndSummary) {
  Heatmap map;
  HeatGrid grid = sampleGrid();
  HeatmapTexts texts = sampleTexts(grid);
  texts.xTicks = {QStringLiteral("none"), QStringLiteral("selective"), QStringLiteral("full")};
  map.render(grid, texts);
  EXPECT_EQ(map.table().columns, QStringList(texts.xTicks.begin(), texts.xTicks.end()));
  EXPECT_TRUE(map.summary().contains(QStringLiteral("full")));
}

// A map of n × n cells of three lines each, all of which run.
HeatGrid squareGrid(int n) {
  HeatGrid grid;
  grid.metric = Metric::mfu;
  for (int i = 0; i < n; ++i) {
    grid.xs.push_back(1 << i);
    grid.ys.push_back(1 << i);
  }
  for (int i = 0; i < n * n; ++i) {
    HeatCell cell;
    cell.x = grid.xs[static_cast<std::size_t>(i % n)];
    cell.y = grid.ys[static_cast<std::size_t>(i / n)];
    cell.verdict = Verdict::fits;
    cell.value = 40 + i % n;
    cell.mfu = cell.value / 100;
    grid.cells.push_back(cell);
  }
  return grid;
}

HeatmapTexts threeLines(const HeatGrid& grid) {
  HeatmapTexts texts = sampleTexts(grid);
  for (auto& text : texts.cell) text += QStringLiteral("\n71.7 GiB · 22.2 s\nDP4 V10");
  return texts;
}

// The size that the window of the design gives the map.
TEST(HeatmapText, SevenBySevenKeepsPeakAndStepOfEachCell) {
  Heatmap map;
  HeatGrid grid = squareGrid(7);
  grid.current = 24;
  map.render(grid, threeLines(grid));
  present(map, QSize(722, 378));
  for (const SceneOutline& outline : map.scene().outlines) {
    if (!outline.rect.intersects(map.cellRect(24))) continue;  // of the legend
    const double half = outline.width / 2;
    const QRectF inside = outline.rect.adjusted(half, half, -half, -half);
    for (const SceneText& text : map.scene().texts) {
      if (!map.cellRect(24).contains(text.rect.center())) continue;
      EXPECT_TRUE(text.rect.left() >= inside.left() && text.rect.right() <= inside.right()) << "clear of the outline";
    }
  }
  for (int cell = 0; cell < 49; ++cell) {
    ASSERT_EQ(textIn(map, cell).count(u'|'), 2) << cell << ": " << textIn(map, cell).toStdString();
    const QRectF rect = map.cellRect(cell);
    double below = rect.top();
    for (const SceneText& text : map.scene().texts) {
      if (!rect.contains(text.rect.center())) continue;
      const double cap = QFontMetricsF(map.font()).capHeight() * 0.9;
      EXPECT_GE(text.baseline.y() - cap, below) << "letters do not touch the line above";
      EXPECT_LE(text.baseline.y(), rect.bottom() - 1);
      EXPECT_TRUE(text.rect.left() >= rect.left() && text.rect.right() <= rect.right());
      below = text.baseline.y();
    }
  }
  keepPicture(map, QStringLiteral("heatmap-7"));
  map.resize(722, 330);
  EXPECT_EQ(textIn(map, 0).count(u'|'), 1) << "one line less where there is no room";
  map.resize(722, 240);
  EXPECT_EQ(textIn(map, 0).count(u'|'), 0);
}

// Recipes are of many widths. Whatever room there is, a line is shown in all cells of a map or in none.
TEST(HeatmapText, EveryCellOfAMapShowsTheSameLines) {
  Heatmap map;
  HeatGrid grid = squareGrid(6);
  for (const std::size_t i : {std::size_t{5}, std::size_t{11}}) grid.cells[i].verdict = Verdict::doesNotFit;
  HeatmapTexts texts = sampleTexts(grid);
  for (std::size_t i = 0; i < texts.cell.size(); ++i)
    if (isFeasible(grid.cells[i]))
      texts.cell[i] +=
          QStringLiteral("\n71.7 GiB · 22.2 s\nDP4") + QStringLiteral(" V10").repeated(static_cast<int>(i % 4));
  map.render(grid, texts);
  present(map, QSize(700, 400));
  std::set<qsizetype> seen;
  for (int width = 240; width <= 900; width += 22)
    for (const int height : {200, 260, 330, 420}) {
      map.resize(width, height);
      std::set<qsizetype> counts;
      for (int cell = 0; cell < 36; ++cell)
        if (isFeasible(grid.cells[static_cast<std::size_t>(cell)]) && cell != grid.best)
          if (const QString text = textIn(map, cell); !text.isEmpty()) counts.insert(text.count(u'|'));
      EXPECT_LE(counts.size(), 1u) << width << " × " << height;
      seen.insert(counts.begin(), counts.end());
    }
  EXPECT_EQ(seen.size(), 3u) << "one, two and three lines";
}

std::vector<SceneText> ticksLeftOf(const Heatmap& map) {
  std::vector<SceneText> ticks;
  for (const SceneText& text : map.scene().texts)
    if (text.rect.right() < map.cellRect(0).left() && !text.rotated && text.text != QStringLiteral("TP"))
      ticks.push_back(text);
  return ticks;
}

std::vector<SceneText> ticksBelow(const Heatmap& map) {
  std::vector<SceneText> ticks;
  for (const SceneText& text : map.scene().texts)
    if (text.rect.top() > map.cellRect(0).bottom() && text.text.at(0).isDigit()) ticks.push_back(text);
  return ticks;
}

// Axes with more values than there is room for ticks: whatever cell is current, its row and column can be read.
TEST(HeatmapText, TheTicksOfTheCurrentCellStandInBoldOnEveryAxis) {
  Heatmap map;
  present(map, QSize(300, 220));
  const int n = 40;
  HeatGrid grid = squareGrid(n);
  for (int i = 0; i < n; ++i) grid.xs[static_cast<std::size_t>(i)] = grid.ys[static_cast<std::size_t>(i)] = 100 + i;
  for (int i = 0; i < n; ++i) {
    grid.current = i * n + (i * 7) % n;
    map.render(grid, sampleTexts(grid));
    const auto row = QString::number(100 + i), column = QString::number(100 + (i * 7) % n);
    for (const auto& [ticks, wanted] : {std::pair(ticksLeftOf(map), row), std::pair(ticksBelow(map), column)}) {
      EXPECT_LT(ticks.size(), std::size_t{n}) << "there is no room for all";
      EXPECT_GT(ticks.size(), std::size_t{3});
      int bold = 0;
      for (std::size_t a = 0; a < ticks.size(); ++a) {
        if (ticks[a].face == Face::bold) {
          ++bold;
          EXPECT_EQ(ticks[a].text, wanted);
        }
        for (std::size_t b = 0; b < a; ++b) {
          const double high = std::abs(ticks[a].baseline.y() - ticks[b].baseline.y());
          const bool apart = high > QFontMetricsF(map.font()).capHeight() || !ticks[a].rect.intersects(ticks[b].rect);
          EXPECT_TRUE(apart) << ticks[a].text.toStdString() << " on " << ticks[b].text.toStdString();
        }
      }
      EXPECT_EQ(bold, 1) << wanted.toStdString();
    }
  }
  keepPicture(map, QStringLiteral("heatmap-40"));
  grid.current = -1;
  map.render(grid, sampleTexts(grid));
  for (const auto& tick : ticksLeftOf(map)) EXPECT_NE(tick.face, Face::bold);
}

}  // namespace
}  // namespace shardscope::ui
