// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/pareto_plot.hpp"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

#include "tests/support/ui_support.hpp"
#include "ui/charts/pareto_scene.hpp"

namespace shardscope::ui {
namespace {

using namespace uitest;

ParetoPoint point(double gib, double mfu, double step, const QString& name) {
  return {Bytes(static_cast<std::int64_t>(gib * kGib)), mfu, step, name, QStringLiteral("story of ") + name};
}

// Three on the front, one live, two more in the cloud; 80 GiB.
ParetoPoints samplePoints() {
  ParetoPoints points;
  points.capacity = Bytes(80LL << 30);
  points.front = {point(70, 0.48, 15, QStringLiteral("fast")), point(50, 0.40, 18, QStringLiteral("middle")),
                  point(30, 0.20, 36, QStringLiteral("small"))};
  points.current = {point(60, 0.30, 24, QStringLiteral("live"))};
  for (const auto& [gib, mfu] : {std::pair(70.0, 0.48), std::pair(65.0, 0.25), std::pair(40.0, 0.15)})
    points.cloud.bins.set(static_cast<std::size_t>(mfu * SweepCloud::kRows) * SweepCloud::kColumns +
                          static_cast<std::size_t>(gib / 80 * SweepCloud::kColumns));
  return points;
}

class ParetoPlotTest : public testing::TestWithParam<ThemeName> {
 protected:
  void SetUp() override {
    applyTheme(GetParam());
    plot.render(samplePoints());
    present(plot, QSize(420, 340));
  }
  QWidget* surface() { return plot.findChild<QWidget*>(); }
  ParetoPlot plot;
};
INSTANTIATE_TEST_SUITE_P(Themes, ParetoPlotTest, testing::Values(ThemeName::light, ThemeName::dark));

TEST_P(ParetoPlotTest, MoreMemoryIsFurtherRightAndMoreMfuFurtherUp) {
  for (int i = 0; i + 1 < 3; ++i) {
    EXPECT_GT(plot.frontRect(i).center().x(), plot.frontRect(i + 1).center().x());
    EXPECT_LT(plot.frontRect(i).center().y(), plot.frontRect(i + 1).center().y());
  }
  // Linear axes: 60 GiB lies half way between 50 and 70, 0.30 half way between 0.40 and 0.20.
  EXPECT_NEAR(plot.currentRect().center().x(), (plot.frontRect(0).center().x() + plot.frontRect(1).center().x()) / 2,
              1);
  EXPECT_NEAR(plot.currentRect().center().y(), (plot.frontRect(1).center().y() + plot.frontRect(2).center().y()) / 2,
              1);
  keepPicture(plot, QStringLiteral("pareto"));
}

TEST_P(ParetoPlotTest, TheFrontIsAStaircaseThroughItsDiamonds) {
  const QColor accent = Theme::of(GetParam()).color(Token::accent);
  int steps = 0, diamonds = 0;
  for (const auto& line : plot.scene().lines) {
    if (line.color != accent) continue;
    ++steps;
    EXPECT_TRUE(line.line.dx() == 0 || line.line.dy() == 0) << "no slanted line claims what nobody measured";
  }
  for (const auto& mark : plot.scene().marks) diamonds += mark.mark == Mark::diamond && mark.rect.width() < 11 ? 1 : 0;
  EXPECT_EQ(steps, 4);
  EXPECT_GE(diamonds, 3);
}

TEST_P(ParetoPlotTest, NoLineWhereMfuAndTimePart) {
  auto points = samplePoints();
  points.front[1].mfu = 0.6;  // other GPUs: slower, but busier
  plot.render(points);
  const QColor accent = Theme::of(GetParam()).color(Token::accent);
  for (const auto& line : plot.scene().lines) EXPECT_NE(line.color, accent);
}

TEST_P(ParetoPlotTest, CapacityFlagAndCloudAreThere) {
  const auto& scene = plot.scene();
  EXPECT_EQ(scene.dots.centres.size(), 3u);
  const auto says = [&](const QString& text) {
    return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const SceneText& t) { return t.text == text; });
  };
  EXPECT_TRUE(says(QStringLiteral("capacity")));
  EXPECT_TRUE(says(QStringLiteral("MFU 35 % flag")));
  EXPECT_TRUE(says(QStringLiteral("A current 30.0 %")));
  EXPECT_TRUE(says(QStringLiteral("3 on the front")));
  const auto capacity = std::find_if(scene.lines.begin(), scene.lines.end(), [](const SceneLine& line) {
    return line.line.dx() == 0 && line.color == currentTheme().color(Token::bad);
  });
  ASSERT_NE(capacity, scene.lines.end());
  EXPECT_GT(capacity->line.x1(), plot.frontRect(0).center().x());
  for (const SceneText& text : scene.texts) {
    EXPECT_TRUE(QRectF(plot.rect()).contains(text.rect)) << text.text.toStdString();
  }
}

TEST_P(ParetoPlotTest, ClickAppliesCtrlClickPinsAndTheLiveOneOnlyTells) {
  QSignalSpy applied(&plot, &ParetoPlot::applyRequested), pinned(&plot, &ParetoPlot::pinRequested);
  QTest::mouseClick(surface(), Qt::LeftButton, {}, plot.frontRect(1).center().toPoint());
  QTest::mouseClick(surface(), Qt::LeftButton, Qt::ControlModifier, plot.frontRect(2).center().toPoint());
  QTest::mouseClick(surface(), Qt::LeftButton, {}, plot.currentRect().center().toPoint());
  ASSERT_EQ(applied.count(), 1);
  EXPECT_EQ(applied[0][0].toInt(), 1);
  ASSERT_EQ(pinned.count(), 1);
  EXPECT_EQ(pinned[0][0].toInt(), 2);
  EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("story of live")));
  QToolTip::hideText();
}

TEST_P(ParetoPlotTest, ArrowsWalkAlongTheFront) {
  plot.setFocus(Qt::TabFocusReason);
  QSignalSpy applied(&plot, &ParetoPlot::applyRequested);
  EXPECT_EQ(plot.focusedItem().row, 3) << "starts at the live configuration";
  QTest::keyClick(&plot, Qt::Key_Up);
  EXPECT_EQ(plot.focusedItem().row, 2);
  QTest::keyClick(&plot, Qt::Key_Right);
  QTest::keyClick(&plot, Qt::Key_Right);
  EXPECT_EQ(plot.focusedItem().row, 0) << "right: more memory, faster";
  QTest::keyClick(&plot, Qt::Key_Right);
  EXPECT_EQ(plot.focusedItem().row, 0);
  QTest::keyClick(&plot, Qt::Key_Left);
  QTest::keyClick(&plot, Qt::Key_Return);
  ASSERT_EQ(applied.count(), 1);
  EXPECT_EQ(applied[0][0].toInt(), 1);
  QToolTip::hideText();
}

TEST_P(ParetoPlotTest, SpeaksAsATable) {
  auto* spoken = QAccessible::queryAccessibleInterface(&plot);
  ASSERT_NE(spoken, nullptr);
  ASSERT_NE(spoken->tableInterface(), nullptr);
  EXPECT_EQ(spoken->tableInterface()->rowCount(), 4);
  EXPECT_EQ(spoken->tableInterface()->cellAt(0, 0)->text(QAccessible::Value), QStringLiteral("48.0 %"));
  EXPECT_EQ(spoken->tableInterface()->cellAt(3, 1)->text(QAccessible::Value), QStringLiteral("60.0 GiB"));
  EXPECT_TRUE(spoken->text(QAccessible::Description).contains(QStringLiteral("Fastest: fast, MFU 48.0 %, 70.0 GiB")));
}

TEST(ParetoPlot, WithoutPointsItIsASentence) {
  ParetoPlot plot;
  plot.setPlaceholder(QStringLiteral("The sweep is running."));
  present(plot, QSize(420, 340));
  EXPECT_TRUE(plot.scene().items.empty());
  EXPECT_EQ(plot.summary(), QStringLiteral("The sweep is running."));
  QTest::keyClick(&plot, Qt::Key_Return);
}

TEST(ParetoPlot, ALiveConfigurationBeyondTheCapacityKeepsItsPlace) {
  ParetoPlot plot;
  auto points = samplePoints();
  for (const double gib :
       {85.0, 120.0, 775.0}) {  // far beyond it is named at the edge, so that the front keeps its room
    points.current = {point(gib, 0.44, 17, QStringLiteral("too big"))};
    plot.render(points);
    present(plot, QSize(420, 340));
    EXPECT_GT(plot.currentRect().center().x(), plot.frontRect(0).center().x()) << gib;
    EXPECT_TRUE(QRectF(plot.rect()).contains(plot.currentRect())) << gib;
    EXPECT_GT(plot.frontRect(0).center().x(), plot.width() / 2) << gib;
  }
}

TEST(ParetoPlot, AVectorPictureHasRealDots) {
  ParetoPlot plot;
  plot.render(samplePoints());
  present(plot, QSize(420, 340));
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("front.svg"));
  ASSERT_TRUE(plot.savePicture(path));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QByteArray svg = file.readAll();
  EXPECT_FALSE(svg.contains("<image"));
  EXPECT_GE(svg.count("<circle") + svg.count("<ellipse"), 3);
}

TEST(ParetoAxis, RunsBetweenNiceNumbersAroundTheData) {
  const auto axis = paretoAxis(21.3, 79.6);
  EXPECT_LE(axis.lower, 21.3);
  EXPECT_GE(axis.upper, 79.6);
  EXPECT_DOUBLE_EQ(std::remainder(axis.lower, axis.step), 0);
  const auto one = paretoAxis(40, 40);
  EXPECT_LT(one.lower, one.upper) << "a single point still has an axis";
}

}  // namespace
}  // namespace shardscope::ui
