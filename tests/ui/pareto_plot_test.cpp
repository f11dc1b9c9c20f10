// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/pareto_plot.hpp"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <random>

#include "tests/support/ui_support.hpp"
#include "ui/charts/label_places.hpp"
#include "ui/charts/pareto_scene.hpp"
#include "ui/text/numbers.hpp"

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

const char* const kLabels[] = {"capacity", "flag", "current"};

bool isLabel(const SceneText& text) {
  return std::any_of(std::begin(kLabels), std::end(kLabels),
                     [&](const char* part) { return text.text.contains(QLatin1String(part)); });
}

// Fronts of many forms, the live configuration anywhere among them.
ParetoPoints randomPoints(std::mt19937& random) {
  const auto between = [&random](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  ParetoPoints points;
  points.capacity = Bytes(80LL << 30);
  const int count = 1 + static_cast<int>(random() % 30);
  double gib = between(60, 79), mfu = between(0.36, 0.6), step = 10;
  for (int i = 0; i < count && gib > 5 && mfu > 0.02; ++i) {
    points.front.push_back(point(gib, mfu, step, QStringLiteral("p%1").arg(i)));
    gib -= between(0.2, 6);
    mfu -= between(0.001, 0.05);
    step *= 1.1;
  }
  const auto& near = points.front[random() % points.front.size()];
  const double kind = between(0, 1);
  const double live = kind < 0.6 ? inGib(near.peak) + between(0, 4) : kind < 0.9 ? between(20, 90) : between(93, 400);
  points.current = {point(live, std::max(0.01, near.mfu - between(0, 0.1)), 20, QStringLiteral("live"))};
  return points;
}

// No label lies on another text, on the ring of the live configuration, or on an axis.
TEST(ParetoPlot, LabelsKeepClearOfEachOtherAndOfTheAxes) {
  std::mt19937 random(20261130);
  ParetoPlot plot;
  present(plot, QSize(420, 340));
  int shown = 0, covered = 0;
  for (int i = 0; i < 120; ++i) {
    const auto points = randomPoints(random);
    plot.render(points);
    for (const QSize size : {QSize(260, 200), QSize(330, 300), QSize(420, 340), QSize(700, 420)}) {
      plot.resize(size);
      const auto& scene = plot.scene();
      for (const auto& label : scene.texts) {
        if (!isLabel(label)) continue;
        ++shown;
        for (const auto& other : scene.texts) {
          EXPECT_TRUE(&other == &label || !other.rect.intersects(label.rect))
              << label.text.toStdString() << " on " << other.text.toStdString() << ", set " << i;
        }
        for (const auto& mark : scene.marks) {
          EXPECT_FALSE(mark.mark == Mark::ring && mark.rect.intersects(label.rect)) << label.text.toStdString();
        }
        const auto on = [&label](const SceneMark& mark) {
          return mark.mark == Mark::diamond && mark.rect.width() < 11 && mark.rect.intersects(label.rect);
        };
        if (size.width() >= 420) covered += std::any_of(scene.marks.begin(), scene.marks.end(), on) ? 1 : 0;
        EXPECT_TRUE(QRectF(plot.rect()).contains(label.rect)) << label.text.toStdString();
      }
    }
  }
  EXPECT_GT(shown, 120 * 4 * 2);
  EXPECT_LE(100 * covered, shown) << "of a panel of the usual size, hardly a label lies on a point of the front";
}

// The scene that the design asks for: the flag crosses right where the live configuration stands.
TEST(ParetoPlot, TheFlagGivesWayToTheLabelOfTheLiveConfiguration) {
  ParetoPlot plot;
  auto points = samplePoints();
  for (const double mfu : {0.33, 0.34, 0.35, 0.36, 0.37}) {
    points.current = {point(74, mfu, 20, QStringLiteral("live"))};
    plot.render(points);
    present(plot, QSize(420, 340));
    std::vector<QRectF> labels;
    for (const auto& text : plot.scene().texts)
      if (isLabel(text)) labels.push_back(text.rect);
    ASSERT_EQ(labels.size(), 3u) << mfu;
    for (std::size_t i = 0; i < labels.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(labels[i].intersects(labels[j])) << mfu;
  }
}

TEST(LabelPlaces, TakeTheFirstFreePlaceThenTheNearestThenNone) {
  LabelPlaces places(QRectF(0, 0, 100, 20));
  const QSizeF size(30, 10);
  EXPECT_EQ(places.place(size, {{50, 10}}), QRectF(35, 5, 30, 10));
  const auto second = places.place(size, {{50, 10}});
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->intersects(QRectF(35, 5, 30, 10)));
  places.block(QRectF(0, 0, 100, 20));
  EXPECT_FALSE(places.place(size, {{50, 10}}));
  EXPECT_FALSE(LabelPlaces(QRectF(0, 0, 20, 20)).place(size, {{10, 10}}));
  LabelPlaces crowded(QRectF(0, 0, 100, 20));
  crowded.avoid(QRectF(0, 0, 60, 20));
  EXPECT_EQ(crowded.place(size, {{20, 10}, {85, 10}}), QRectF(70, 5, 30, 10)) << "clear of what should be seen";
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
