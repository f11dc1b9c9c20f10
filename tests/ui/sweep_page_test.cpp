// SPDX-License-Identifier: Apache-2.0
// The sweep tab in its window, with real mouse and key events.
#include "ui/views/sweep_page.hpp"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QSettings>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include "core/scenario/derived.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/charts/heatmap.hpp"
#include "ui/charts/pareto_plot.hpp"
#include "ui/controls/chip.hpp"
#include "ui/store/sweep_board.hpp"
#include "ui/text/language.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/heatmap_panel.hpp"
#include "ui/views/overview_page.hpp"
#include "ui/views/sweep_bar.hpp"
#include "ui/views/sweep_rank_table.hpp"

namespace shardscope::ui {
namespace {

class SweepPageTest : public testing::Test {
 protected:
  SweepPageTest() {
    QTest::keyClick(&w.window, Qt::Key_2, Qt::ControlModifier);
    w.window.sweep().waitUntilDone();
  }
  SweepPage& page() { return *w.window.sweepPage(); }
  SweepBoard& board() { return w.window.sweep(); }
  Heatmap& map() { return *page().map()->heatmap(); }
  void click(Heatmap& heatmap, int cell, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(heatmap.findChild<QWidget*>(), Qt::LeftButton, modifiers,
                      heatmap.cellRect(cell).center().toPoint());
  }
  int otherRunning() {
    const auto& grid = map().grid();
    for (int i = 0; i < static_cast<int>(grid.cells.size()); ++i)
      if (isFeasible(grid.cells[static_cast<std::size_t>(i)]) && i != grid.current) return i;
    ADD_FAILURE();
    return -1;
  }
  void choose(QComboBox* box, int data) {
    box->setCurrentIndex(box->findData(data));
    emit box->activated(box->currentIndex());
    board().waitUntilDone();
  }
  uitest::Window w;
};

TEST_F(SweepPageTest, CtrlTwoOpensItAndGivesItTheWidthOfTheRules) {
  EXPECT_TRUE(page().isVisible());
  auto* rules = w.window.findChild<QDockWidget*>(QStringLiteral("rules"));
  EXPECT_FALSE(rules->isVisible());
  rules->show();
  QTest::keyClick(&w.window, Qt::Key_1, Qt::ControlModifier);
  EXPECT_FALSE(page().isVisible());
  EXPECT_TRUE(rules->isVisible());
  QTest::keyClick(&w.window, Qt::Key_2, Qt::ControlModifier);
  EXPECT_TRUE(rules->isVisible()) << "asked for beside the sweep";
}

TEST_F(SweepPageTest, AClickAppliesTheBestOfACellInOneUndoStep) {
  const int cell = otherRunning();
  const HeatCell chosen = map().grid().cells[static_cast<std::size_t>(cell)];
  click(map(), cell);
  EXPECT_EQ(w.store.scenario().parallel.tp, chosen.y);
  EXPECT_EQ(w.store.scenario().parallel.pp, chosen.x);
  EXPECT_EQ(w.store.report().throughput.mfu, chosen.mfu);
  EXPECT_EQ(map().grid().current, cell);
  QTest::keyClick(&w.window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(w.store.scenario(), uitest::designScenario());
}

TEST_F(SweepPageTest, CtrlClickPinsWithoutApplying) {
  click(map(), otherRunning(), Qt::ControlModifier);
  ASSERT_EQ(w.pins.pins().size(), 1u);
  EXPECT_EQ(w.store.scenario(), uitest::designScenario());
  const auto rect = page().pareto()->frontRect(0).center().toPoint();
  QTest::mouseClick(page().pareto()->findChild<QWidget*>(), Qt::LeftButton, Qt::ControlModifier, rect);
  ASSERT_EQ(w.pins.pins().size(), 2u);
  EXPECT_EQ(w.pins.pins()[1].report.time.step.count(), board().outcome()->result.front.front().step);
}

TEST_F(SweepPageTest, BothMapsShowTheSameSweep) {
  auto* mini = w.window.overview();
  QTest::keyClick(&w.window, Qt::Key_1, Qt::ControlModifier);
  EXPECT_EQ(mini->map()->heatmap()->grid(), map().grid());
  choose(mini->findChild<QComboBox*>(QStringLiteral("metric")), static_cast<int>(Metric::memory));
  EXPECT_EQ(mini->map()->heatmap()->grid().metric, Metric::memory);
  QTest::keyClick(&w.window, Qt::Key_2, Qt::ControlModifier);
  EXPECT_EQ(map().grid().metric, Metric::memory);
  EXPECT_EQ(page().bar()->metric()->currentData().toInt(), static_cast<int>(Metric::memory));
}

TEST_F(SweepPageTest, AxesAndChipsChangeTheSweep) {
  auto* bar = page().bar();
  EXPECT_EQ(bar->chip({Dim::tp}), nullptr) << "an axis is not searched";
  EXPECT_EQ(bar->chip({Dim::ep}), nullptr) << "a dense model has no experts";
  choose(bar->yAxis(), static_cast<int>(Dim::microBatch));
  EXPECT_EQ(bar->chip({Dim::microBatch}), nullptr);
  ASSERT_NE(bar->chip({Dim::tp}), nullptr);
  EXPECT_TRUE(map().grid().ys.size() > 3 && map().grid().ys.front() == 1);
  const auto before = board().outcome()->result.total;
  QTest::mouseClick(bar->chip({Dim::cp}), Qt::LeftButton);
  board().waitUntilDone();
  EXPECT_LT(board().outcome()->result.total, before);
  EXPECT_FALSE(bar->chip({Dim::cp})->isChecked());
  for (const auto& row : board().outcome()->result.top)
    EXPECT_EQ(valueOf(board().outcome()->request->space, row, Dim::cp), 1) << "the current value";
  choose(bar->xAxis(), static_cast<int>(Dim::microBatch));
  EXPECT_EQ(bar->yAxis()->currentData().toInt(), static_cast<int>(Dim::pp)) << "swapped";
}

TEST_F(SweepPageTest, FixedChipsOpenTheirDimension) {
  auto* chip = page().bar()->chip({Dim::gpus});
  ASSERT_NE(chip, nullptr);
  EXPECT_EQ(chip->text(), QStringLiteral("64 GPU"));
  QTest::keyClick(chip, Qt::Key_Space);
  board().waitUntilDone();
  EXPECT_TRUE(board().outcome()->request->space.varies(Dim::gpus));
  choose(page().bar()->xAxis(), static_cast<int>(Dim::gpus));
  EXPECT_EQ(page().bar()->chip({Dim::gpus}), nullptr);
  EXPECT_GT(map().grid().xs.size(), 4u);
  click(map(), otherRunning());
  EXPECT_EQ(gpuCount(w.store.scenario().cluster), map().grid().cells[static_cast<std::size_t>(map().grid().current)].x);
}

TEST_F(SweepPageTest, TheChaptersSweepIsAPreset) {
  w.window.actions().chapterSweep->trigger();
  board().waitUntilDone();
  EXPECT_EQ(map().grid().xs, (std::vector<std::int64_t>{1, 2, 4, 8}));
  EXPECT_EQ(map().grid().ys, (std::vector<std::int64_t>{1, 2, 4, 8}));
  EXPECT_EQ(board().outcome()->result.total, 16u);
  w.window.actions().usualSweep->trigger();
  board().waitUntilDone();
  EXPECT_GT(board().outcome()->result.total, 1000u);
}

TEST_F(SweepPageTest, TheBestIsOneActionAway) {
  w.window.actions().applyBest->trigger();
  EXPECT_EQ(w.store.report().throughput.mfu, board().outcome()->result.top.front().mfu);
  EXPECT_EQ(map().grid().current, map().grid().best);
}

TEST_F(SweepPageTest, F6ReachesEveryPanel) {
  std::vector<QWidget*> reached;
  for (int i = 0; i < 8; ++i) {
    QTest::keyClick(&w.window, Qt::Key_F6);
    reached.push_back(QApplication::focusWidget());
  }
  for (QWidget* panel : {static_cast<QWidget*>(page().bar()->xAxis()), static_cast<QWidget*>(&map()),
                         static_cast<QWidget*>(page().pareto()), static_cast<QWidget*>(page().ranking()->table())})
    EXPECT_NE(std::find(reached.begin(), reached.end(), panel), reached.end()) << panel->metaObject()->className();
}

TEST_F(SweepPageTest, EveryControlHasAName) {
  int controls = 0;
  for (auto* widget : page().findChildren<QWidget*>()) {
    if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->focusProxy()) continue;
    if (widget->inherits("QHeaderView") || widget->objectName().startsWith(QStringLiteral("qt_"))) continue;
    auto* spoken = QAccessible::queryAccessibleInterface(widget);
    ASSERT_TRUE(spoken) << widget->metaObject()->className();
    EXPECT_FALSE(spoken->text(QAccessible::Name).isEmpty()) << widget->metaObject()->className();
    ++controls;
  }
  EXPECT_GT(controls, 15);
  auto* chip = QAccessible::queryAccessibleInterface(page().bar()->chip({Dim::cp}));
  EXPECT_EQ(chip->role(), QAccessible::CheckBox);
  EXPECT_TRUE(chip->state().checked);
}

TEST_F(SweepPageTest, EscapeStopsALongSweep) {
  EXPECT_FALSE(w.window.actions().stopSweep->isEnabled());
  auto settings = usualSweep();
  for (const auto axis : searchChoices()) settings.setFree(axis, true);
  for (const auto axis : fixedChoices()) settings.setFree(axis, true);
  board().setSettings(settings);
  ASSERT_TRUE(QTest::qWaitFor([this] { return w.window.actions().stopSweep->isEnabled(); }, 60'000));
  QTest::keyClick(&map(), Qt::Key_Escape);
  ASSERT_TRUE(QTest::qWaitFor([this] { return !board().isRunning(); }, 60'000));
  EXPECT_TRUE(board().isStopped());
  uitest::keepPicture(w.window, QStringLiteral("sweep-stopped"));
}

TEST_F(SweepPageTest, ChoicesOutliveTheWindow) {
  choose(page().bar()->yAxis(), static_cast<int>(Dim::cp));
  page().ranking()->showColumn(0, false);
  w.window.saveLayout();
  uitest::Window next;
  next.window.restoreLayout();
  EXPECT_EQ(next.window.sweep().settings(), board().settings());
  EXPECT_TRUE(next.window.sweepPage()->isVisible()) << "opens on the tab it was left on";
  EXPECT_TRUE(next.window.sweepPage()->ranking()->table()->isColumnHidden(0));
  QSettings().clear();
}

TEST_F(SweepPageTest, LanguageSwitchesCellsChipsAndTable) {
  QTest::keyClick(&w.window, Qt::Key_L, Qt::ControlModifier);
  QApplication::processEvents();
  EXPECT_TRUE(page().bar()->chip({Dim::recompute})->text().contains(QStringLiteral("重计算")));
  EXPECT_FALSE(map().title().contains(QStringLiteral("Best")));
  EXPECT_FALSE(page().pareto()->title().contains(QStringLiteral("front")));
  QTest::keyClick(&w.window, Qt::Key_L, Qt::ControlModifier);
  QApplication::processEvents();
  EXPECT_EQ(page().bar()->chip({Dim::recompute})->text(), QStringLiteral("Recompute"));
  EXPECT_TRUE(map().title().startsWith(QStringLiteral("Best MFU")));
}

}  // namespace
}  // namespace shardscope::ui
