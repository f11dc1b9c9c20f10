// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/memory_chart.hpp"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QTranslator>

#include "tests/support/ui_support.hpp"
#include "tests/ui/memory_chart_reports.hpp"

namespace shardscope::ui {
namespace {

using uitest::memoryReport;
using uitest::present;

constexpr int kActivations = static_cast<int>(MemoryPart::activations);
const QSize kPanel(798, 214);

Report fourStages() { return memoryReport({21, 15, 10, 5}, 79.6, 73.4); }

bool says(const MemoryChart& chart, const QString& text) {
  const auto& texts = chart.scene().texts;
  return std::any_of(texts.begin(), texts.end(), [&](const SceneText& t) { return t.text == text; });
}

// The plot is the child that gets the mouse.
QWidget* surface(MemoryChart& chart) { return chart.findChild<QWidget*>(); }

TEST(MemoryChartWidget, StageZeroIsOnTopAndSegmentsFollowEachOther) {
  MemoryChart chart;
  chart.render(fourStages());
  present(chart, kPanel);
  for (int row = 1; row < 4; ++row) EXPECT_GT(chart.itemRect({row, 0}).top(), chart.itemRect({row - 1, 0}).bottom());
  for (int part = 1; part < 7; ++part)
    EXPECT_NEAR(chart.itemRect({0, part}).left(), chart.itemRect({0, part - 1}).right(), 1e-9);
  EXPECT_TRUE(says(chart, QStringLiteral("Stage 0")));
  EXPECT_TRUE(says(chart, QStringLiteral("capacity 79.6")));
  EXPECT_TRUE(says(chart, QStringLiteral("fit limit 73.4")));
  EXPECT_TRUE(says(chart, QStringLiteral("21.0")));
  uitest::keepPicture(chart, QStringLiteral("memory-fits"));
}

TEST(MemoryChartWidget, OnlyWideSegmentsCarryTheirValue) {
  MemoryChart chart;
  chart.render(memoryReport({21, 15, 10, 1}, 79.6, 73.4));
  present(chart, kPanel);
  EXPECT_GT(chart.itemRect({0, kActivations}).width(), 27);
  EXPECT_LT(chart.itemRect({3, kActivations}).width(), 27);
  EXPECT_TRUE(says(chart, QStringLiteral("15.0")));
  EXPECT_FALSE(says(chart, QStringLiteral("1.0")));
}

TEST(MemoryChartWidget, ClickOnASegmentExplainsIt) {
  MemoryChart chart;
  chart.render(fourStages());
  present(chart, kPanel);
  QSignalSpy spy(&chart, &MemoryChart::explainRequested);
  QTest::mouseClick(surface(chart), Qt::LeftButton, {}, chart.itemRect({1, kActivations}).center().toPoint());
  ASSERT_EQ(spy.count(), 1);
  EXPECT_EQ(spy[0][0].toInt(), 1);
  EXPECT_EQ(spy[0][1].value<MemoryPart>(), MemoryPart::activations);
  QTest::mouseClick(surface(chart), Qt::LeftButton, {}, QPoint(4, 4));
  EXPECT_EQ(spy.count(), 1) << "the title is no figure";
}

TEST(MemoryChartWidget, ReleaseElsewhereIsNoClick) {
  MemoryChart chart;
  chart.render(fourStages());
  present(chart, kPanel);
  QSignalSpy spy(&chart, &MemoryChart::explainRequested);
  QTest::mousePress(surface(chart), Qt::LeftButton, {}, chart.itemRect({0, 1}).center().toPoint());
  QTest::mouseRelease(surface(chart), Qt::LeftButton, {}, chart.itemRect({2, 1}).center().toPoint());
  EXPECT_EQ(spy.count(), 0);
}

TEST(MemoryChartWidget, ArrowsWalkOverSegmentsAndEnterExplains) {
  MemoryChart chart;
  chart.render(fourStages());
  present(chart, kPanel);
  chart.setFocus(Qt::TabFocusReason);
  EXPECT_EQ(chart.focusedItem(), (ChartItem{0, 0}));
  QTest::keyClick(&chart, Qt::Key_Right);
  QTest::keyClick(&chart, Qt::Key_Down);
  EXPECT_EQ(chart.focusedItem(), (ChartItem{1, 1}));
  QTest::keyClick(&chart, Qt::Key_End);
  EXPECT_EQ(chart.focusedItem(), (ChartItem{1, 6}));
  QTest::keyClick(&chart, Qt::Key_Right);
  EXPECT_EQ(chart.focusedItem(), (ChartItem{1, 6})) << "the end is the end";
  QTest::keyClick(&chart, Qt::Key_Home);
  QTest::keyClick(&chart, Qt::Key_Up);
  QTest::keyClick(&chart, Qt::Key_Up);
  EXPECT_EQ(chart.focusedItem(), (ChartItem{0, 0}));
  QSignalSpy spy(&chart, &MemoryChart::explainRequested);
  QTest::keyClick(&chart, Qt::Key_Return);
  ASSERT_EQ(spy.count(), 1);
  EXPECT_EQ(spy[0][1].value<MemoryPart>(), MemoryPart::parameters);
}

TEST(MemoryChartWidget, FocusRingIsVisibleFromTheKeyboardOnly) {
  MemoryChart chart;
  chart.render(fourStages());
  present(chart, kPanel);
  const QColor accent = Theme::of(ThemeName::light).color(Token::accent);
  const QRectF around = chart.itemRect({0, 1}).adjusted(-4, -4, 4, 4);
  QTest::mouseClick(surface(chart), Qt::LeftButton, {}, chart.itemRect({0, 1}).center().toPoint());
  EXPECT_TRUE(chart.hasFocus());
  EXPECT_EQ(uitest::pixelsOf(chart.grab().toImage(), accent, around), 0);
  QTest::keyClick(&chart, Qt::Key_Left);
  QTest::keyClick(&chart, Qt::Key_Right);
  EXPECT_GT(uitest::pixelsOf(chart.grab().toImage(), accent, around), 100);
}

TEST(MemoryChartWidget, HoverMarksTheSegmentAndTellsItsShare) {
  MemoryChart chart;
  chart.render(fourStages());
  present(chart, kPanel);
  QTest::mouseMove(surface(chart), chart.itemRect({2, 2}).center().toPoint());
  EXPECT_EQ(chart.hoveredItem(), (ChartItem{2, 2}));
  const QString story = chart.toolTipFor({0, kActivations});
  EXPECT_TRUE(story.contains(QStringLiteral("Stage 0")));
  EXPECT_TRUE(story.contains(QStringLiteral("Activations")));
  EXPECT_TRUE(story.contains(QStringLiteral("21.0 GiB")));
  EXPECT_TRUE(story.contains(QStringLiteral("44.2 %")));  // 21 of 47.5
  for (const QString& line : story.split(u'\n')) EXPECT_LE(line.size(), 44) << line.toStdString();
  QTest::mouseMove(surface(chart), QPoint(3, 3));
  EXPECT_FALSE(chart.hoveredItem().isSet());
}

TEST(MemoryChartWidget, OverCapacityIsSaidAndDrawnInRed) {
  MemoryChart chart;
  chart.render(memoryReport({60, 20}, 79.6, 73.4));  // 86.5: 6.9 too much
  present(chart, kPanel);
  EXPECT_TRUE(says(chart, QStringLiteral("86.5")));
  EXPECT_TRUE(says(chart, QStringLiteral("+6.9 GiB")));
  EXPECT_TRUE(chart.summary().startsWith(QStringLiteral("Does not fit")));
  const auto& fills = chart.scene().fills;
  const auto red =
      std::find_if(fills.begin(), fills.end(), [](const SceneFill& f) { return f.color == Theme::overCapacity(); });
  ASSERT_NE(red, fills.end());
  EXPECT_EQ(red->hatch, Hatch::falling);
  EXPECT_NEAR(red->rect.right(), chart.itemRect({0, 6}).right(), 1);
  uitest::keepPicture(chart, QStringLiteral("memory-over"));
}

TEST(MemoryChartWidget, TightEndIsAmberBetweenTheLines) {
  MemoryChart chart;
  chart.render(memoryReport({50, 20}, 79.6, 73.4));  // 76.5
  present(chart, kPanel);
  EXPECT_TRUE(chart.summary().startsWith(QStringLiteral("Tight")));
  const QColor amber = Theme::of(ThemeName::light).color(Token::warnFill);
  const auto& fills = chart.scene().fills;
  const auto end = std::find_if(fills.begin(), fills.end(), [&](const SceneFill& f) { return f.color == amber; });
  ASSERT_NE(end, fills.end());
  const double perGib = chart.itemRect({0, kActivations}).width() / 50;
  EXPECT_NEAR(end->rect.width(), (76.5 - 73.4) * perGib, 1.5);
  uitest::keepPicture(chart, QStringLiteral("memory-tight"));
}

TEST(MemoryChartWidget, InvalidReportLeavesOneSentence) {
  MemoryChart chart;
  chart.setPlaceholder(QStringLiteral("8 × 5 does not divide 64 GPUs."));
  chart.render(fourStages());
  chart.render(Report{});
  present(chart, kPanel);
  EXPECT_TRUE(chart.scene().items.empty());
  EXPECT_TRUE(says(chart, QStringLiteral("8 × 5 does not divide 64 GPUs.")));
  EXPECT_EQ(chart.summary(), QStringLiteral("8 × 5 does not divide 64 GPUs."));
}

TEST(MemoryChartWidget, HeldAxisKeepsBarsWhereTheyAre) {
  MemoryChart chart;
  present(chart, kPanel);
  chart.render(memoryReport({80}, 79.6, 73.4));
  const double before = chart.itemRect({0, 0}).width();
  chart.holdRange(true);
  chart.render(memoryReport({10}, 79.6, 73.4));
  EXPECT_DOUBLE_EQ(chart.itemRect({0, 0}).width(), before);
  chart.render(memoryReport({200}, 79.6, 73.4));
  EXPECT_LT(chart.itemRect({0, 0}).width(), before);
  chart.render(memoryReport({10}, 79.6, 73.4));
  chart.holdRange(false);
  EXPECT_GT(chart.itemRect({0, 0}).width(), before);
}

TEST(MemoryChartWidget, LeftEdgeOfTheBarsIsTheSameForAllStageCounts) {
  MemoryChart chart;
  present(chart, kPanel);
  chart.render(memoryReport({10}, 79.6, 73.4));
  const double left = chart.itemRect({0, 0}).left();
  for (std::size_t stages : {2U, 8U, 16U}) {
    chart.render(memoryReport(std::vector<double>(stages, 20), 79.6, 73.4));
    EXPECT_DOUBLE_EQ(chart.itemRect({0, 0}).left(), left);
  }
}

TEST(MemoryChartWidget, SixtyFourDifferentStagesFitWithoutScrolling) {
  std::vector<double> activations;
  for (int stage = 0; stage < 64; ++stage) activations.push_back(64 - stage);
  MemoryChart chart;
  chart.render(memoryReport(activations, 79.6, 73.4));
  present(chart, QSize(798, 400));
  EXPECT_EQ(std::count_if(chart.scene().items.begin(), chart.scene().items.end(),
                          [](const SceneItem& i) { return i.column == 0; }),
            64);
  for (const SceneItem& item : chart.scene().items) EXPECT_TRUE(QRectF(chart.rect()).contains(item.rect));
  chart.resize(798, 150);  // too low: runs of neighbours, all still inside
  const auto rows = std::count_if(chart.scene().items.begin(), chart.scene().items.end(),
                                  [](const SceneItem& i) { return i.column == 0; });
  EXPECT_LT(rows, 64);
  EXPECT_GT(rows, 10);
  for (const SceneItem& item : chart.scene().items) EXPECT_TRUE(QRectF(chart.rect()).contains(item.rect));
  EXPECT_TRUE(says(chart, QStringLiteral("Stage 0"))) << "the fullest keeps its label";
  EXPECT_TRUE(says(chart, QStringLiteral("Stage 63"))) << "and so does the last";
  EXPECT_EQ(chart.table().rowCount(), 64) << "the table leaves nothing out";
}

TEST(MemoryChartWidget, TableSpeaksAndCopies) {
  MemoryChart chart;
  chart.render(fourStages());
  present(chart, kPanel);
  const ChartTable table = chart.table();
  EXPECT_EQ(table.rowCount(), 4);
  EXPECT_EQ(table.columnCount(), 9);
  EXPECT_EQ(table.cell(0, kActivations), QStringLiteral("21.00"));
  EXPECT_EQ(table.cell(0, 8), QStringLiteral("59.7 %"));  // 47.5 of 79.6
  QTest::keyClick(&chart, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text(), table.toCsv());
}

TEST(MemoryChartWidget, ScreenReadersSeeATable) {
  MemoryChart chart;
  chart.render(fourStages());
  present(chart, kPanel);
  QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&chart);
  ASSERT_NE(accessible, nullptr);
  EXPECT_EQ(accessible->role(), QAccessible::Table);
  EXPECT_EQ(accessible->text(QAccessible::Name), chart.title());
  EXPECT_EQ(accessible->text(QAccessible::Description), chart.summary());
  EXPECT_TRUE(chart.accessibleDescription().contains(QStringLiteral("47.5 of 79.6 GiB")));
  ASSERT_NE(accessible->tableInterface(), nullptr);
  EXPECT_EQ(accessible->tableInterface()->rowCount(), 4);
  QAccessibleInterface* cell = accessible->tableInterface()->cellAt(1, kActivations);
  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->text(QAccessible::Name), QStringLiteral("Stage 1, Activations, GiB: 15.00"));
  EXPECT_EQ(accessible->indexOfChild(cell), 9 + kActivations);
  EXPECT_EQ(accessible->child(9 + kActivations), cell);
  EXPECT_EQ(cell->rect().size(), chart.itemRect({1, kActivations}).toAlignedRect().size());
  EXPECT_EQ(accessible->child(9 * 4), nullptr);
  chart.render(memoryReport({21}, 79.6, 73.4));
  EXPECT_FALSE(cell->isValid()) << "the row is gone";
}

TEST(MemoryChartWidget, TranslatesAtRunTime) {
  class Chinese : public QTranslator {
   public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override {
      if (qstrcmp(source, "Stage %1") == 0) return QStringLiteral("阶段 %1");
      if (qstrcmp(source, "Memory per GPU by stage") == 0) return QStringLiteral("各流水线阶段的单卡显存");
      return {};
    }
  } chinese;
  MemoryChart chart;
  chart.render(fourStages());
  present(chart, kPanel);
  EXPECT_TRUE(says(chart, QStringLiteral("Stage 0")));
  QCoreApplication::installTranslator(&chinese);
  QCoreApplication::processEvents();
  EXPECT_TRUE(says(chart, QStringLiteral("阶段 0")));
  EXPECT_TRUE(says(chart, QStringLiteral("各流水线阶段的单卡显存")));
  EXPECT_EQ(chart.accessibleName(), QStringLiteral("各流水线阶段的单卡显存"));
  QCoreApplication::removeTranslator(&chinese);
  QCoreApplication::processEvents();
  EXPECT_TRUE(says(chart, QStringLiteral("Stage 0")));
}

}  // namespace
}  // namespace shardscope::ui
