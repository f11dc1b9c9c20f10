// SPDX-License-Identifier: Apache-2.0
// What the sweep found off a locked setting is applied only after a question, wherever it was chosen.
#include <gtest/gtest.h>

#include <QAction>
#include <QPushButton>
#include <QTableView>
#include <QTest>

#include "tests/support/ui_window.hpp"
#include "ui/charts/heatmap.hpp"
#include "ui/charts/pareto_plot.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/heatmap_panel.hpp"
#include "ui/views/notice_bar.hpp"
#include "ui/views/overview_page.hpp"
#include "ui/views/sweep_page.hpp"
#include "ui/views/sweep_rank_model.hpp"
#include "ui/views/sweep_rank_table.hpp"

namespace shardscope::ui {
namespace {

class SweepLockTest : public testing::Test {
 protected:
  SweepLockTest() {
    lock(Knob::tp, true);
    QTest::keyClick(&w.window, Qt::Key_2, Qt::ControlModifier);
    w.window.sweep().waitUntilDone();
  }
  void lock(Knob knob, bool on) {
    auto locks = w.store.locks();
    locks.locked[static_cast<std::size_t>(knob)] = on;
    w.store.setLocks(locks);
    w.window.sweep().waitUntilDone();
  }
  Heatmap& map() { return *w.window.sweepPage()->map()->heatmap(); }
  Heatmap& smallMap() { return *w.window.overview()->map()->heatmap(); }
  SweepRankTable& ranking() { return *w.window.sweepPage()->ranking(); }
  QString notice() { return w.window.notices()->text(); }
  QPushButton* answer() { return w.window.notices()->findChild<QPushButton*>(); }
  static void click(Heatmap& heatmap, int cell) {
    QTest::mouseClick(heatmap.findChild<QWidget*>(), Qt::LeftButton, {}, heatmap.cellRect(cell).center().toPoint());
  }
  int runningCell(bool offLock) {
    const auto& grid = map().grid();
    for (int i = 0; i < static_cast<int>(grid.cells.size()); ++i) {
      const auto& cell = grid.cells[static_cast<std::size_t>(i)];
      if (isFeasible(cell) && (cell.y != 8) == offLock && i != grid.current) return i;
    }
    ADD_FAILURE();
    return -1;
  }
  void expectAsked(const char* where) {
    EXPECT_EQ(w.store.scenario(), uitest::designScenario()) << where;
    EXPECT_TRUE(notice().contains(QStringLiteral("TP is locked at 8"))) << where << ": " << notice().toStdString();
    w.window.notices()->dismiss(QStringLiteral("lock"));
  }
  uitest::Window w;
};

TEST_F(SweepLockTest, EveryWayToApplyAsksFirst) {
  const int cell = runningCell(true);
  click(map(), cell);
  expectAsked("click on the map");
  map().setFocus(Qt::TabFocusReason);
  QTest::keyClick(&map(), Qt::Key_Return);
  expectAsked("Enter on the map");
  QTest::keyClick(&map(), Qt::Key_A);
  expectAsked("A on the map");
  ASSERT_NE(ranking().model()->at(0).line.at({Dim::tp}), 8) << "the best lies off the lock";
  const auto first = ranking().model()->index(0, static_cast<int>(RankColumn::mfu));
  QTest::mouseDClick(ranking().table()->viewport(), Qt::LeftButton, {}, ranking().table()->visualRect(first).center());
  expectAsked("double click on a row");
  ranking().table()->setCurrentIndex(first);
  QTest::keyClick(ranking().table(), Qt::Key_Return);
  expectAsked("Enter on a row");
  QTest::mouseClick(ranking().applyFirst(), Qt::LeftButton);
  expectAsked("Apply #1");
  w.window.actions().applyBest->trigger();
  expectAsked("the menu");
  auto* pareto = w.window.sweepPage()->pareto();
  QTest::mouseClick(pareto->findChild<QWidget*>(), Qt::LeftButton, {}, pareto->frontRect(0).center().toPoint());
  expectAsked("the Pareto front");
  QTest::keyClick(&w.window, Qt::Key_1, Qt::ControlModifier);
  click(smallMap(), cell);
  expectAsked("the small map");
}

TEST_F(SweepLockTest, UnlockAndApplyIsOneUndoStepAndLeavesOtherLocks) {
  lock(Knob::sequenceLength, true);
  const int cell = runningCell(true);
  const auto chosen = map().grid().cells[static_cast<std::size_t>(cell)];
  click(map(), cell);
  ASSERT_TRUE(answer());
  EXPECT_EQ(answer()->text(), QStringLiteral("Unlock and apply"));
  uitest::keepPicture(w.window, QStringLiteral("sweep-lock"));
  QTest::mouseClick(answer(), Qt::LeftButton);
  EXPECT_EQ(w.store.scenario().parallel.tp, chosen.y);
  EXPECT_FALSE(w.store.locks().isLocked(Knob::tp));
  EXPECT_TRUE(w.store.locks().isLocked(Knob::sequenceLength));
  EXPECT_TRUE(notice().isEmpty());
  QTest::keyClick(&w.window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(w.store.scenario(), uitest::designScenario());
}

TEST_F(SweepLockTest, WhatKeepsToTheLockIsAppliedAtOnce) {
  const int cell = runningCell(false);
  click(map(), cell);
  EXPECT_EQ(map().grid().current, cell);
  EXPECT_TRUE(notice().isEmpty());
  EXPECT_TRUE(w.store.locks().isLocked(Knob::tp));
}

TEST_F(SweepLockTest, TheQuestionGoesWithWhatItAskedAbout) {
  click(map(), runningCell(true));
  ASSERT_FALSE(notice().isEmpty());
  lock(Knob::tp, false);
  EXPECT_TRUE(notice().isEmpty());
  lock(Knob::tp, true);
  click(map(), runningCell(true));
  ASSERT_FALSE(notice().isEmpty());
  w.store.move(Knob::pp, 2, QStringLiteral("PP 2"));
  EXPECT_TRUE(notice().isEmpty());
}

TEST_F(SweepLockTest, CellsOffTheLockAreToldApart) {
  const auto tip = [this](int cell) {
    return map().toolTipFor(map().itemOf(cell)) + map().clickHint(map().itemOf(cell));
  };
  const int off = runningCell(true), on = runningCell(false);
  EXPECT_TRUE(tip(off).contains(QStringLiteral("TP is locked at 8"))) << tip(off).toStdString();
  EXPECT_TRUE(tip(off).contains(QStringLiteral("asks to unlock")));
  EXPECT_FALSE(tip(on).contains(QStringLiteral("lock"))) << tip(on).toStdString();
  const auto locksDrawn = [this] {
    const auto& marks = map().scene().marks;
    return std::count_if(marks.begin(), marks.end(), [](const SceneMark& mark) { return mark.mark == Mark::lock; });
  };
  EXPECT_EQ(locksDrawn(), 1) << "on the tick of the locked value";
  EXPECT_TRUE(rowStory(ranking().model()->at(0), w.store.scenario(), w.window.sweep().settings())
                  .contains(QStringLiteral("TP is locked at 8")));
  lock(Knob::tp, false);
  EXPECT_EQ(locksDrawn(), 0);
  EXPECT_FALSE(tip(off).contains(QStringLiteral("lock"))) << tip(off).toStdString();
}

// A lock on no axis is not left by any cell; one on a follower is.
TEST_F(SweepLockTest, ALockedFollowerIsAskedAboutToo) {
  lock(Knob::tp, false);
  lock(Knob::microBatches, true);
  const auto& grid = map().grid();
  for (int i = 0; i < static_cast<int>(grid.cells.size()); ++i) {
    const auto choice = choiceAt(w.window.sweep(), i);
    if (!choice || knobValue(choice->scenario, Knob::microBatches) == 64) continue;
    click(map(), i);
    EXPECT_EQ(w.store.scenario(), uitest::designScenario());
    EXPECT_TRUE(notice().contains(QStringLiteral("M is locked at 64"))) << notice().toStdString();
    return;
  }
  ADD_FAILURE() << "no cell with another M";
}

}  // namespace
}  // namespace shardscope::ui
