// SPDX-License-Identifier: Apache-2.0
#include "ui/views/chart_tools.hpp"
#include "ui/views/explain_panel.hpp"
#include "ui/views/explain_view.hpp"

#include <gtest/gtest.h>

#include <QAction>
#include <QClipboard>
#include <QDialog>
#include <QGuiApplication>
#include <QStatusBar>
#include <QTableWidget>
#include <QTemporaryDir>

#include "tests/support/ui_window.hpp"
#include "ui/charts/memory_chart.hpp"
#include "ui/charts/step_time_chart.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/heatmap_panel.hpp"
#include "ui/views/overview_page.hpp"

namespace shardscope::uitest {
namespace {

using namespace ui;

std::vector<ChartWidget*> chartsOf(Window& w) {
  auto* page = w.window.overview();
  return {page->memory(), page->stepTime(), page->map()->heatmap()};
}

TEST(ChartTools, theFocusedChartGoesToTheClipboardAsAPicture) {
  Window w;
  for (auto* chart : chartsOf(w)) {
    chart->setFocus();
    QGuiApplication::clipboard()->clear();
    w.window.actions().copyPicture->trigger();
    const QImage image = QGuiApplication::clipboard()->image();
    EXPECT_EQ(image.size(), chart->size() * 2) << chart->title().toStdString();
    EXPECT_EQ(image.pixelColor(1, 1), QColor(Qt::white)) << "light theme";
  }
}

TEST(ChartTools, theTableHasTheNumbersOfTheChart) {
  Window w;
  for (auto* chart : chartsOf(w)) {
    chart->setFocus();
    w.window.actions().chartTable->trigger();
    auto* dialog = w.window.findChild<QDialog*>(QStringLiteral("chartTable"));
    ASSERT_TRUE(dialog);
    const auto* view = dialog->findChild<QTableWidget*>();
    const auto table = chart->table();
    ASSERT_GT(table.rowCount(), 0);
    ASSERT_EQ(view->rowCount(), table.rowCount());
    ASSERT_EQ(view->columnCount(), table.columnCount());
    EXPECT_EQ(view->item(table.rowCount() - 1, 0)->text(), table.cell(table.rowCount() - 1, 0));
    EXPECT_EQ(dialog->windowTitle(), chart->title());
    delete dialog;
  }
}

TEST(ChartTools, aPictureIsWrittenInEachFormat) {
  Window w;
  QTemporaryDir folder;
  for (auto* chart : chartsOf(w))
    for (const auto* suffix : {"png", "svg", "pdf"}) {
      const QString path = folder.filePath(QStringLiteral("picture 图.%1").arg(QLatin1String(suffix)));
      EXPECT_TRUE(savePictureAs(*chart, path));
      EXPECT_GT(QFileInfo(path).size(), 500);
      QFile::remove(path);
    }
  EXPECT_TRUE(savePictureAs(*w.window.overview()->memory(), folder.filePath(QStringLiteral("bare"))));
  EXPECT_TRUE(QFileInfo::exists(folder.filePath(QStringLiteral("bare.png"))));
  EXPECT_FALSE(savePictureAs(*w.window.overview()->memory(), folder.filePath(QStringLiteral("none/there.png"))));
  EXPECT_FALSE(savePictureAs(*w.window.overview()->memory(), folder.filePath(QStringLiteral("picture.doc"))));
  EXPECT_FALSE(QFileInfo::exists(folder.filePath(QStringLiteral("picture.doc"))));
}

TEST(ChartTools, aClickOnABarExplainsIt) {
  Window w;
  QStringList keys{w.window.explain()->key()};
  for (ChartWidget* chart : {static_cast<ChartWidget*>(w.window.overview()->memory()),
                             static_cast<ChartWidget*>(w.window.overview()->stepTime())}) {
    const auto& item = chart->scene().items.front();
    QTest::mouseClick(chart->findChild<QWidget*>(), Qt::LeftButton, {}, item.rect.center().toPoint());
    EXPECT_FALSE(keys.contains(w.window.explain()->key())) << chart->title().toStdString();
    EXPECT_TRUE(w.window.explain()->view()->explanation()) << w.window.explain()->key().toStdString();
    keys << w.window.explain()->key();
  }
}

// The chooser stands where the title would be drawn, and the picture of the map has the title instead.
TEST(ChartTools, theMapsChooserAndLegendShareARow) {
  for (const QSize size : {QSize(1440, 900), QSize(1280, 720)}) {
    Window w(designScenario(), size);
    auto* map = w.window.overview()->map()->heatmap();
    const auto* chooser = map->findChild<QWidget*>(QStringLiteral("metric"));
    ASSERT_TRUE(chooser);
    for (const auto& text : map->scene().texts)
      EXPECT_FALSE(text.rect.intersects(QRectF(chooser->geometry()))) << text.text.toStdString();
    const auto drawsTitle = [map] {
      const auto& texts = map->scene().texts;
      return std::any_of(texts.begin(), texts.end(), [map](const SceneText& t) { return t.text == map->title(); });
    };
    EXPECT_FALSE(drawsTitle());
    map->setPictureTheme(ThemeName::light);
    EXPECT_TRUE(drawsTitle());
  }
}

}  // namespace
}  // namespace shardscope::uitest
