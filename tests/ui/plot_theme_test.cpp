// SPDX-License-Identifier: Apache-2.0
// What all charts share, seen as pixels: themes, pixel ratios, hidden plots, clipped text. The pixel tests run again in
// child processes at other scales.
#include <gtest/gtest.h>

#include <QApplication>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include "tests/support/ui_support.hpp"
#include "tests/ui/heatmap_grid.hpp"
#include "tests/ui/memory_chart_reports.hpp"
#include "ui/charts/heatmap.hpp"
#include "ui/charts/memory_chart.hpp"
#include "ui/charts/step_time_chart.hpp"
#include "ui/theme/text_style.hpp"

namespace shardscope::ui {
namespace {

using uitest::colorAt;
using uitest::memoryReport;
using uitest::pixelsOf;
using uitest::present;
using uitest::timeReport;

constexpr std::array kThemes{ThemeName::light, ThemeName::dark};
QObject* surface(const ChartWidget& chart) { return chart.findChild<QWidget*>(); }

// A point of a segment that its value label does not cover.
QPointF corner(const QRectF& rect) { return rect.topLeft() + QPointF(3, 3); }

void fill(MemoryChart& chart) { chart.render(memoryReport({60, 50, 30, 10}, 79.6, 73.4)); }
void fill(StepTimeChart& chart) {
  const std::vector<Report> reports{timeReport(1), timeReport(0.9), timeReport(1.2, Verdict::doesNotFit)};
  chart.render({stepTimeBar(0, reports[0]), stepTimeBar(1, reports[1]), stepTimeBar(2, reports[2])}, reports);
}
void fill(Heatmap& map) {
  const HeatGrid grid = uitest::sampleGrid();
  map.render(grid, uitest::sampleTexts(grid));
}

TEST(ChartPixels, MemorySegmentsLinesAndHatchInBothThemes) {
  for (ThemeName name : kThemes) {
    applyTheme(name);
    const Theme& theme = Theme::of(name);
    MemoryChart chart;
    fill(chart);  // 86.5 over, 76.5 tight, 56.5, 36.5
    present(chart, QSize(798, 214));
    const QImage picture = chart.grab().toImage();
    for (int part = 0; part < 4; ++part)
      EXPECT_EQ(colorAt(picture, corner(chart.itemRect({3, part}))), Theme::memory(static_cast<MemoryPart>(part)));
    // One pixel of the panel between two segments.
    const QRectF first = chart.itemRect({3, 1});
    EXPECT_EQ(colorAt(picture, {first.right() - 0.6, first.center().y()}), theme.color(Token::panel));
    // Capacity: solid from the label to the axis, also across the gap of two bars.
    const QRectF top = chart.itemRect({0, 3}), next = chart.itemRect({1, 3});
    const double perGib = top.width() / 60, zero = chart.itemRect({0, 0}).left();
    const QPointF onCapacity(zero + 79.6 * perGib, (top.bottom() + next.top()) / 2);
    EXPECT_GT(pixelsOf(picture, theme.color(Token::bad), QRectF(onCapacity - QPointF(3, 1), QSizeF(6, 2))), 1);
    // Red with a white hatch beyond it, amber with a hatch between the lines.
    const QRectF over(onCapacity.x() + 3, top.top() + 1, 40, top.height() - 2);
    EXPECT_GT(pixelsOf(picture, Theme::overCapacity(), over), 40);
    const double size = over.width() * over.height() * picture.devicePixelRatio() * picture.devicePixelRatio();
    EXPECT_LT(pixelsOf(picture, Theme::overCapacity(), over), 0.9 * size) << "no hatch";
    const QRectF amber(zero + 73.4 * perGib + 2, next.top() + 1, 3.1 * perGib - 3, next.height() - 2);
    EXPECT_GT(pixelsOf(picture, theme.color(Token::warnFill), amber), 20);
    EXPECT_EQ(colorAt(picture, {2, 2}), theme.color(Token::panel));
  }
}

TEST(ChartPixels, StepTimeSegmentsAndBubbleHatch) {
  for (ThemeName name : kThemes) {
    applyTheme(name);
    StepTimeChart chart;
    fill(chart);
    present(chart, QSize(798, 134));
    const QImage picture = chart.grab().toImage();
    for (TimePart part : {TimePart::compute, TimePart::attention, TimePart::tp})
      EXPECT_EQ(colorAt(picture, corner(chart.itemRect({0, static_cast<int>(part)}))), Theme::time(part));
    const QRectF bubble = chart.itemRect({0, static_cast<int>(TimePart::bubble)});
    const int plain = pixelsOf(picture, Theme::of(name).bubbleFill(), bubble);
    EXPECT_GT(plain, 50);
    EXPECT_LT(plain, 0.9 * bubble.width() * bubble.height() * picture.devicePixelRatio() * picture.devicePixelRatio());
  }
}

TEST(ChartPixels, HeatmapCellsGapsHatchAndOutline) {
  for (ThemeName name : kThemes) {
    applyTheme(name);
    const Theme& theme = Theme::of(name);
    Heatmap map;
    fill(map);
    present(map, QSize(403, 340));
    const QImage picture = map.grab().toImage();
    EXPECT_EQ(colorAt(picture, map.cellRect(uitest::kBest).center() + QPointF(0, 16)), Theme::heat(1));
    EXPECT_EQ(colorAt(picture, {map.cellRect(7).right() + 1, map.cellRect(7).center().y()}), theme.color(Token::panel));
    const QRectF impossible = map.cellRect(uitest::kInvalid).adjusted(2, 2, -2, -2);
    EXPECT_GT(pixelsOf(picture, theme.color(Token::alternate), impossible), 100);
    EXPECT_LT(
        pixelsOf(picture, theme.color(Token::alternate), impossible),
        0.95 * impossible.width() * impossible.height() * picture.devicePixelRatio() * picture.devicePixelRatio());
    EXPECT_EQ(colorAt(picture, map.cellRect(uitest::kCurrent).center() -
                                   QPointF(map.cellRect(uitest::kCurrent).width() / 2 + 0.5, 0)),
              theme.color(Token::text));
  }
}

// Nothing is written outside the widget or over another text, at any size a panel can have.
void expectReadable(const ChartWidget& chart, QSize size) {
  const auto& texts = chart.scene().texts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_TRUE(QRectF(QPointF(0, 0), size).adjusted(-0.5, -0.5, 0.5, 0.5).contains(texts[i].rect))
        << texts[i].text.toStdString() << " at " << size.width() << "×" << size.height();
    for (std::size_t k = 0; k < i; ++k) {
      // Line boxes may touch; what is between ascent and descent of capitals may not.
      const QRectF a = texts[i].rect.adjusted(0, 4, 0, -4), b = texts[k].rect.adjusted(0, 4, 0, -4);
      EXPECT_FALSE(a.intersects(b)) << texts[i].text.toStdString() << " over " << texts[k].text.toStdString() << " at "
                                    << size.width() << "×" << size.height();
    }
  }
}

TEST(ChartPixels, NoTextIsClippedOrCovered) {
  MemoryChart memory;
  StepTimeChart step;
  Heatmap map;
  fill(memory);
  fill(step);
  fill(map);
  for (bool compact : {false, true}) {
    memory.setCompact(compact);
    step.setCompact(compact);
    for (QSize size : {QSize(798, 214), QSize(764, 180), QSize(560, 190), QSize(480, 170), QSize(1600, 500)}) {
      memory.resize(size);
      step.resize(size);
      memory.ensurePolished();
      step.ensurePolished();
      memory.grab();
      step.grab();
      expectReadable(memory, size);
      expectReadable(step, size);
    }
  }
  for (QSize size : {QSize(403, 340), QSize(383, 282), QSize(260, 200), QSize(900, 600)}) {
    map.resize(size);
    map.grab();
    expectReadable(map, size);
  }
}

TEST(ChartPixels, GeometryLiesOnDevicePixels) {
  MemoryChart chart;
  fill(chart);
  present(chart, QSize(798, 214));
  const double ratio = chart.devicePixelRatioF();
  for (const SceneFill& part : chart.scene().fills) {
    EXPECT_NEAR(part.rect.top() * ratio, std::round(part.rect.top() * ratio), 0.01);
    EXPECT_NEAR(part.rect.left() * ratio, std::round(part.rect.left() * ratio), 0.01);
  }
}

TEST(ChartAtOtherScales, PixelsAreRightToo) {
  for (const char* factor : {"1.25", "2"}) {
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QString::fromLatin1(factor));
    environment.insert(QStringLiteral("QT_SCALE_FACTOR_ROUNDING_POLICY"), QStringLiteral("PassThrough"));
    child.setProcessEnvironment(environment);
    child.setProcessChannelMode(QProcess::MergedChannels);
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--gtest_filter=ChartPixels.*")});
    ASSERT_TRUE(child.waitForFinished(240000));
    EXPECT_EQ(child.exitCode(), 0) << "scale " << factor << "\n" << child.readAll().toStdString();
  }
}

TEST(ThemedPlotWidget, HiddenPlotsDoNotReplotAndCatchUpWhenShown) {
  MemoryChart chart;
  chart.resize(798, 214);
  QCoreApplication::processEvents();  // the plot's constructor queues one
  QSignalSpy replots(surface(chart), SIGNAL(afterReplot()));
  for (int i = 0; i < 5; ++i) {
    chart.render(memoryReport({10.0 + i}, 79.6, 73.4));
    QCoreApplication::processEvents();
  }
  EXPECT_EQ(replots.count(), 0);
  present(chart, QSize(798, 214));
  EXPECT_GE(replots.count(), 1);
  EXPECT_EQ(colorAt(chart.grab().toImage(), corner(chart.itemRect({0, 3}))), Theme::memory(MemoryPart::activations));
}

TEST(ThemedPlotWidget, ManyRendersInOneTurnAreOneReplot) {
  MemoryChart chart;
  fill(chart);
  present(chart, QSize(798, 214));
  QCoreApplication::processEvents();
  QSignalSpy replots(surface(chart), SIGNAL(afterReplot()));
  for (int i = 0; i < 50; ++i) chart.render(memoryReport({10.0 + i}, 79.6, 73.4));
  EXPECT_EQ(replots.count(), 0);
  QCoreApplication::processEvents();
  EXPECT_EQ(replots.count(), 1);
  chart.render(memoryReport({59.0}, 79.6, 73.4));
  QCoreApplication::processEvents();
  EXPECT_EQ(replots.count(), 1) << "the same report changes nothing";
}

TEST(ThemedPlotWidget, HoverNeedsNoReplot) {
  Heatmap map;
  fill(map);
  present(map, QSize(403, 340));
  QCoreApplication::processEvents();
  QSignalSpy replots(surface(map), SIGNAL(afterReplot()));
  for (int cell = 0; cell < 12; ++cell)
    QTest::mouseMove(map.findChild<QWidget*>(), map.cellRect(cell).center().toPoint());
  QCoreApplication::processEvents();
  EXPECT_EQ(replots.count(), 0);
}

TEST(ThemedPlotWidget, AGrabBeforeTheFirstShowIsUpToDate) {
  StepTimeChart chart;
  fill(chart);
  chart.resize(798, 134);
  const QImage picture = chart.grab().toImage();
  EXPECT_EQ(colorAt(picture, corner(chart.itemRect({0, 0}))), Theme::time(TimePart::compute));
}

TEST(ThemedPlotWidget, PaletteChangeRecoloursEverything) {
  MemoryChart chart;
  fill(chart);
  present(chart, QSize(798, 214));
  applyTheme(ThemeName::dark);
  QCoreApplication::processEvents();
  const QImage dark = chart.grab().toImage();
  const Theme& theme = Theme::of(ThemeName::dark);
  EXPECT_EQ(colorAt(dark, {1, 1}), theme.color(Token::panel));
  EXPECT_GT(pixelsOf(dark, theme.color(Token::softBorder)), 50) << "grid lines";
  EXPECT_EQ(pixelsOf(dark, Theme::of(ThemeName::light).color(Token::softBorder)), 0);
  applyTheme(ThemeName::light);
  QCoreApplication::processEvents();
  EXPECT_EQ(colorAt(chart.grab().toImage(), {1, 1}), Qt::white);
}

TEST(ThemedPlotWidget, PicturesCanBeLightInADarkWindow) {
  applyTheme(ThemeName::dark);
  MemoryChart chart;
  fill(chart);
  present(chart, QSize(798, 214));
  chart.setPictureTheme(ThemeName::light);
  EXPECT_EQ(colorAt(chart.grab().toImage(), {1, 1}), Qt::white);
  chart.setPictureTheme(std::nullopt);
  EXPECT_EQ(colorAt(chart.grab().toImage(), {1, 1}), Theme::of(ThemeName::dark).color(Token::panel));
}

TEST(ThemedPlotWidget, SavesPngPdfAndSvgWithoutTheHoverMark) {
  applyTheme(ThemeName::dark);
  const QTemporaryDir folder;
  MemoryChart chart;
  fill(chart);
  present(chart, QSize(798, 214));
  QTest::mouseMove(chart.findChild<QWidget*>(), chart.itemRect({3, 2}).center().toPoint());
  const QImage image = chart.toImage(2);
  EXPECT_EQ(image.size(), QSize(1596, 428));
  EXPECT_EQ(image.pixelColor(2, 2), Qt::white);
  EXPECT_EQ(image.pixelColor((chart.itemRect({3, 2}).topLeft() * 2).toPoint() + QPoint(1, 1)),
            Theme::memory(MemoryPart::optimizer));
  for (const char* suffix : {"png", "pdf", "svg"}) {
    const QString path = folder.filePath(QStringLiteral("chart.") + QString::fromLatin1(suffix));
    EXPECT_TRUE(chart.savePicture(path)) << suffix;
    EXPECT_GT(QFileInfo(path).size(), 1000) << suffix;
  }
  QFile svg(folder.filePath(QStringLiteral("chart.svg")));
  ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
  const QByteArray text = svg.readAll();
  EXPECT_FALSE(text.contains("<text")) << "an SVG carries no fonts: letters are outlines";
  EXPECT_TRUE(text.contains("#2f6fb5")) << "the colour of parameters";
  EXPECT_FALSE(text.contains("<image")) << "vectors stay vectors";
  EXPECT_FALSE(chart.savePicture(folder.filePath(QStringLiteral("chart.bmp"))));
  EXPECT_FALSE(chart.savePicture(folder.filePath(QStringLiteral("missing/chart.svg"))));
  EXPECT_EQ(colorAt(chart.grab().toImage(), {1, 1}), Theme::of(ThemeName::dark).color(Token::panel)) << "as before";
}

TEST(ThemedPlotWidget, TheWheelScrollsThePageNotThePlot) {
  QWidget page;
  auto* chart = new MemoryChart(&page);
  fill(*chart);
  present(page, QSize(400, 300));
  auto* plot = chart->findChild<QWidget*>();
  QWheelEvent wheel(QPointF(50, 50), plot->mapToGlobal(QPointF(50, 50)), QPoint(), QPoint(0, -120), Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(plot, &wheel);
  EXPECT_FALSE(wheel.isAccepted());
}

TEST(ThemedPlotWidget, LengthsGrowWithTheText) {
  MemoryChart chart;
  fill(chart);
  present(chart, QSize(1000, 400));
  const double before = chart.itemRect({0, 0}).height(), left = chart.itemRect({0, 0}).left();
  setTextScale(1.4);
  QCoreApplication::processEvents();
  EXPECT_GT(chart.itemRect({0, 0}).height(), before * 1.2);
  EXPECT_GT(chart.itemRect({0, 0}).left(), left * 1.2);
  setTextScale(1);
  QCoreApplication::processEvents();
  EXPECT_DOUBLE_EQ(chart.itemRect({0, 0}).left(), left);
}

TEST(HatchLines, StayInsideTheirRectangle) {
  const QRectF rect(13, 7, 41, 17);
  for (Hatch hatch : {Hatch::rising, Hatch::falling, Hatch::sparse}) {
    const std::vector<QLineF> lines = hatchLines(rect, hatch);
    EXPECT_GT(lines.size(), 4U);
    for (const QLineF& line : lines) {
      EXPECT_TRUE(rect.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(line.p1()));
      EXPECT_TRUE(rect.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(line.p2()));
      EXPECT_NEAR(std::abs(line.dx()), std::abs(line.dy()), 1e-9) << "45 degrees";
      EXPECT_EQ(line.dx() * line.dy() > 0, hatch == Hatch::falling);
    }
  }
  EXPECT_TRUE(hatchLines(QRectF(), Hatch::rising).empty());
  EXPECT_TRUE(hatchLines(rect, Hatch::none).empty());
}

}  // namespace
}  // namespace shardscope::ui
