// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/step_time_chart.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <numeric>

#include "tests/support/ui_support.hpp"
#include "tests/ui/memory_chart_reports.hpp"
#include "ui/charts/step_time_scene.hpp"

namespace shardscope::ui {
namespace {

using uitest::present;
using uitest::timeReport;

constexpr int kCompute = static_cast<int>(TimePart::compute);
constexpr int kDp = static_cast<int>(TimePart::dpExposed);
const QSize kPanel(798, 134);

void show(StepTimeChart& chart, const std::vector<Report>& reports) {
  std::vector<StepTimeBar> bars;
  for (std::size_t i = 0; i < reports.size(); ++i) bars.push_back(stepTimeBar(static_cast<int>(i), reports[i]));
  chart.render(bars, reports);
}

bool says(const StepTimeChart& chart, const QString& text) {
  const auto& texts = chart.scene().texts;
  return std::any_of(texts.begin(), texts.end(), [&](const SceneText& t) { return t.text == text; });
}

TEST(StepTimeBars, PartsAddUpToTheStep) {
  const StepTimeBar bar = stepTimeBar(2, timeReport(1));
  EXPECT_EQ(bar.pin, 2);
  EXPECT_DOUBLE_EQ(bar.parts[kCompute], 12);  // gemm 8 + pointwise 3 + head 1
  EXPECT_DOUBLE_EQ(bar.parts[kDp], 0.25);
  EXPECT_DOUBLE_EQ(std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0), bar.step);
  EXPECT_FALSE(bar.cannotRun);
}

TEST(StepTimeBars, EveryTermHasAPlace) {
  Report report;
  report.verdict = Verdict::fits;
  double step = 0;
  for (std::size_t i = 0; i < report.time.breakdown.size(); ++i) {
    report.time.breakdown[i] = Seconds(std::pow(2, static_cast<double>(i)));
    step += report.time.breakdown[i].count();
  }
  report.time.step = Seconds(step);
  const StepTimeBar bar = stepTimeBar(0, report);
  EXPECT_DOUBLE_EQ(std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0), step);
}

TEST(StepTimeBars, WhatDoesNotFitOrIsInvalidCannotRun) {
  EXPECT_TRUE(stepTimeBar(0, timeReport(1, Verdict::doesNotFit)).cannotRun);
  EXPECT_DOUBLE_EQ(stepTimeBar(0, timeReport(1, Verdict::doesNotFit)).step, 20);
  EXPECT_TRUE(stepTimeBar(0, Report{}).cannotRun);
  EXPECT_DOUBLE_EQ(stepTimeBar(0, Report{}).step, 0);
  EXPECT_FALSE(stepTimeBar(0, timeReport(1, Verdict::tight)).cannotRun);
}

TEST(StepTimeNumbers, HaveThreeDigits) {
  EXPECT_EQ(threeDigits(12.44), QStringLiteral("12.4"));
  EXPECT_EQ(threeDigits(1.321), QStringLiteral("1.32"));
  EXPECT_EQ(threeDigits(0.0163), QStringLiteral("0.016"));
  EXPECT_EQ(threeDigits(9.996), QStringLiteral("10.0"));
  EXPECT_EQ(threeDigits(172.3), QStringLiteral("172"));
}

TEST(StepTimeChartWidget, PinsLieBelowOnTheSameAxis) {
  StepTimeChart chart;
  show(chart, {timeReport(1), timeReport(0.5)});
  present(chart, kPanel);
  EXPECT_LT(chart.itemRect({0, 0}).bottom(), chart.itemRect({1, 0}).top());
  EXPECT_GT(chart.itemRect({0, 0}).height(), chart.itemRect({1, 0}).height()) << "A is thicker";
  EXPECT_DOUBLE_EQ(chart.itemRect({0, 0}).left(), chart.itemRect({1, 0}).left());
  EXPECT_NEAR(chart.itemRect({0, 0}).width(), 2 * chart.itemRect({1, 0}).width(), 1.5);
  for (const char* text : {"A", "B", "20.00 s", "10.00 s", "baseline"})
    EXPECT_TRUE(says(chart, QString::fromLatin1(text))) << text;
  EXPECT_TRUE(says(chart, QStringLiteral("−50.0 %")));
  uitest::keepPicture(chart, QStringLiteral("step-time"));
}

TEST(StepTimeChartWidget, LegendNamesOnlyTermsThatOccur) {
  StepTimeChart chart;
  show(chart, {timeReport(1)});
  present(chart, kPanel);
  EXPECT_TRUE(says(chart, QStringLiteral("TP comm")));
  EXPECT_TRUE(says(chart, QStringLiteral("Bubble")));
  EXPECT_FALSE(says(chart, QStringLiteral("EP comm")));
  EXPECT_FALSE(says(chart, QStringLiteral("CP comm")));
}

TEST(StepTimeChartWidget, WhatCannotRunIsDimmedAndSaysIfItFitted) {
  StepTimeChart chart;
  show(chart, {timeReport(1, Verdict::doesNotFit), timeReport(1)});
  present(chart, kPanel);
  EXPECT_TRUE(says(chart, QStringLiteral("if it fitted")));
  const QImage picture = chart.grab().toImage();
  const QColor full = Theme::time(TimePart::compute);
  EXPECT_EQ(uitest::pixelsOf(picture, full, chart.itemRect({0, 0})), 0);
  EXPECT_GT(uitest::pixelsOf(picture, full, chart.itemRect({1, 0})), 500);
  EXPECT_TRUE(chart.summary().contains(QStringLiteral("if it fitted")));
}

TEST(StepTimeChartWidget, TooltipsSplitComputeAndTellWhatIsHidden) {
  StepTimeChart chart;
  show(chart, {timeReport(1)});
  const QString compute = chart.toolTipFor({0, kCompute});
  for (const char* part : {"GEMM 8.000 s", "pointwise 3.000 s", "head 1.000 s", "60.0 %", " · "})
    EXPECT_TRUE(compute.contains(QString::fromUtf8(part))) << part << " in " << compute.toStdString();
  EXPECT_FALSE(compute.contains(QStringLiteral("recompute"))) << "there is none";
  const QString dp = chart.toolTipFor({0, kDp});
  EXPECT_TRUE(dp.contains(QStringLiteral("2.000 s, of which 250 ms exposed"))) << dp.toStdString();
  for (const QString& line : (compute + u'\n' + dp).split(u'\n')) EXPECT_LE(line.size(), 44) << line.toStdString();
}

TEST(StepTimeChartWidget, HoverSplitsTheComputeSegment) {
  StepTimeChart chart;
  show(chart, {timeReport(1)});
  present(chart, kPanel);
  const QRectF compute = chart.itemRect({0, kCompute});
  // GEMM is 8 of the 12 seconds of compute; the panel shows at its border while hovered.
  const QPointF border(compute.left() + compute.width() * 8 / 12, compute.bottom() - 5);
  const QColor panel = Theme::of(ThemeName::light).color(Token::panel);
  const QRectF around(border.x() - 2, border.y() - 2, 4, 4);
  const auto lightness = [&] {
    const QImage picture = chart.grab().toImage();
    int lightest = 0;
    for (double x = around.left(); x < around.right(); ++x)
      lightest = std::max(lightest, uitest::colorAt(picture, {x, border.y()}).lightness());
    return lightest;
  };
  EXPECT_LT(lightness(), panel.lightness() - 60);
  QTest::mouseMove(chart.findChild<QWidget*>(), compute.center().toPoint());
  EXPECT_GT(lightness(), panel.lightness() - 60);
  QTest::mouseMove(chart.findChild<QWidget*>(), QPoint(2, 2));
  EXPECT_LT(lightness(), panel.lightness() - 60);
}

TEST(StepTimeChartWidget, ClickAndEnterExplain) {
  StepTimeChart chart;
  show(chart, {timeReport(1), timeReport(0.8)});
  present(chart, kPanel);
  EXPECT_TRUE(chart.clickHint({0, 0}).isEmpty()) << "nobody listens: no promise";
  QSignalSpy spy(&chart, &StepTimeChart::explainRequested);
  EXPECT_FALSE(chart.clickHint({0, 0}).isEmpty());
  QTest::mouseClick(chart.findChild<QWidget*>(), Qt::LeftButton, {}, chart.itemRect({1, 2}).center().toPoint());
  ASSERT_EQ(spy.count(), 1);
  EXPECT_EQ(spy[0][0].toInt(), 1);
  EXPECT_EQ(spy[0][1].value<TimePart>(), TimePart::tp);
  QTest::keyClick(&chart, Qt::Key_Up);
  QTest::keyClick(&chart, Qt::Key_Enter, Qt::KeypadModifier);
  ASSERT_EQ(spy.count(), 2);
  EXPECT_EQ(spy[1][0].toInt(), 0);
}

TEST(StepTimeChartWidget, ShortStepsAreInMilliseconds) {
  StepTimeChart chart;
  show(chart, {timeReport(0.01)});  // 200 ms
  present(chart, kPanel);
  EXPECT_TRUE(says(chart, QStringLiteral("200 ms")));
  EXPECT_TRUE(says(chart, QStringLiteral("ms")));
  EXPECT_TRUE(says(chart, QStringLiteral("120")));
}

TEST(StepTimeChartWidget, TableAndSummary) {
  StepTimeChart chart;
  show(chart, {timeReport(1), timeReport(1.1)});
  const ChartTable table = chart.table();
  EXPECT_EQ(table.rowHeaders, (QStringList{QStringLiteral("A"), QStringLiteral("B")}));
  EXPECT_EQ(table.cell(0, kCompute), QStringLiteral("12.0000"));
  EXPECT_EQ(table.cell(1, static_cast<int>(TimePart::count)), QStringLiteral("22.0000"));
  EXPECT_EQ(table.cell(1, static_cast<int>(TimePart::count) + 1), QStringLiteral("+10.0 %"));
  EXPECT_TRUE(chart.summary().contains(QStringLiteral("20.00 s")));
  EXPECT_TRUE(chart.summary().contains(QStringLiteral("Pin B: 22.00 s, +10.0 %")));
}

TEST(StepTimeChartWidget, NothingToShowIsASentence) {
  StepTimeChart chart;
  show(chart, {Report{}});
  present(chart, kPanel);
  EXPECT_TRUE(chart.scene().items.empty());
  EXPECT_FALSE(chart.scene().texts.empty());
  show(chart, {Report{}, timeReport(1)});  // an impossible A beside a pin that runs
  EXPECT_FALSE(chart.scene().items.empty());
  EXPECT_TRUE(says(chart, QStringLiteral("—")));
}

TEST(StepTimeChartWidget, HeldAxisKeepsBarsWhereTheyAre) {
  StepTimeChart chart;
  present(chart, kPanel);
  show(chart, {timeReport(1)});
  const double perSecond = chart.itemRect({0, kCompute}).width() / 12;
  chart.holdRange(true);
  show(chart, {timeReport(0.5)});
  EXPECT_NEAR(chart.itemRect({0, kCompute}).width() / 6, perSecond, 0.3);
  chart.holdRange(false);
  EXPECT_GT(chart.itemRect({0, kCompute}).width() / 6, perSecond * 1.5);
}

}  // namespace
}  // namespace shardscope::ui
