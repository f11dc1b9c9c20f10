// SPDX-License-Identifier: Apache-2.0
// What an Apply has changed flashes in the configuration dock; the clock of the flash is turned by hand.
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "core/scenario/derived.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/charts/heatmap.hpp"
#include "ui/controls/param_row.hpp"
#include "ui/theme/system_theme.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/heatmap_panel.hpp"
#include "ui/views/sweep_page.hpp"

namespace shardscope::ui {
namespace {

int otherRunning(const HeatGrid& grid) {
  for (int i = 0; i < static_cast<int>(grid.cells.size()); ++i) {
    const auto& cell = grid.cells[static_cast<std::size_t>(i)];
    if (isFeasible(cell) && cell.x != 4 && cell.y != 8) return i;
  }
  ADD_FAILURE();
  return 0;
}

TEST(Flash, ACellThatIsAppliedShowsWhichSettingsItChanged) {
  uitest::Window w;
  QTest::keyClick(&w.window, Qt::Key_2, Qt::ControlModifier);
  w.window.sweep().waitUntilDone();
  auto* config = w.window.findChild<ConfigPanel*>();
  ASSERT_NE(config, nullptr);
  auto* timer = config->findChild<QTimer*>(QStringLiteral("flash"));
  ASSERT_NE(timer, nullptr);
  const QColor fill = Theme::of(ThemeName::light).color(Token::accentFill);
  const auto ground = [&](Knob knob) {
    const auto* row = config->row(knob);
    const QRectF place(row->mapTo(config, QPoint()), QSizeF(row->size()));
    return uitest::pixelsOf(config->grab().toImage(), fill, place);
  };
  const int before = ground(Knob::tp);
  auto& map = *w.window.sweepPage()->map()->heatmap();
  const int cell = otherRunning(map.grid());
  QTest::mouseClick(map.findChild<QWidget*>(), Qt::LeftButton, {}, map.cellRect(cell).center().toPoint());
  ASSERT_NE(w.store.scenario().parallel.tp, 8);
  const auto flashed = config->flashed();
  const auto has = [&](Knob knob) {
    return std::find(flashed.begin(), flashed.end(), config->row(knob)) != flashed.end();
  };
  EXPECT_TRUE(has(Knob::tp) && has(Knob::pp));
  EXPECT_FALSE(has(Knob::sequenceLength));
  EXPECT_EQ(has(Knob::dp), dataParallel(w.store.scenario()) != 2) << "followers too";
  EXPECT_GT(ground(Knob::tp), before + 1000) << "its ground is coloured";
  EXPECT_TRUE(timer->isActive());
  EXPECT_EQ(timer->interval(), 600);
  timer->setInterval(0);
  EXPECT_TRUE(QTest::qWaitFor([&] { return config->flashed().empty(); }));
  EXPECT_LT(ground(Knob::tp), before + 1000);
}

TEST(Flash, ADragDoesNotFlash) {
  uitest::Window w;
  ASSERT_TRUE(w.store.move(Knob::pp, 8, QStringLiteral("PP 8")));
  EXPECT_TRUE(w.window.findChild<ConfigPanel*>()->flashed().empty());
}

void write(const QString& path, const char* text) {
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(text);
}

TEST(Flash, DesktopsThatAskForLessMotionAreHeard) {
  const QTemporaryDir folder;
  EXPECT_FALSE(wantsLessMotion(folder.path()));
  write(folder.filePath(QStringLiteral("kdeglobals")), "[KDE]\nAnimationDurationFactor=0.5\n");
  EXPECT_FALSE(wantsLessMotion(folder.path()));
  write(folder.filePath(QStringLiteral("kdeglobals")), "[KDE]\nAnimationDurationFactor=0\n");
  EXPECT_TRUE(wantsLessMotion(folder.path()));
  for (const auto& [value, less] : {std::pair("1", false), std::pair("0", true), std::pair("false", true)}) {
    const QTemporaryDir other;
    ASSERT_TRUE(QDir(other.path()).mkpath(QStringLiteral("gtk-3.0")));
    write(other.filePath(QStringLiteral("gtk-3.0/settings.ini")),
          (std::string("[Settings]\ngtk-enable-animations=") + value + "\n").c_str());
    EXPECT_EQ(wantsLessMotion(other.path()), less) << value;
  }
}

}  // namespace
}  // namespace shardscope::ui
