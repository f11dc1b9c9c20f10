// SPDX-License-Identifier: Apache-2.0
// What the sweep tab offers where nothing can run.
#include "ui/views/sweep_way_out.hpp"

#include <gtest/gtest.h>

#include <QAction>
#include <QPushButton>
#include <QTest>

#include "core/scenario/derived.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/sweep_page.hpp"

namespace shardscope::ui {
namespace {

// 127 GPUs are 127 replicas, which do not share out 128 sequences.
Scenario primeScenario() {
  auto scenario = uitest::designScenario();
  scenario.cluster.nodes.reset();
  scenario.cluster.gpus = 127;
  scenario.cluster.gpusPerNode = 1;
  scenario.parallel = {};
  return scenario;
}

class SweepWayOutTest : public testing::Test {
 protected:
  SweepWayOutTest() : w(primeScenario()) {
    QTest::keyClick(&w.window, Qt::Key_2, Qt::ControlModifier);
    board().waitUntilDone();
  }
  SweepBoard& board() { return w.window.sweep(); }
  SweepWayOut& panel() { return *w.window.sweepPage()->wayOut(); }
  uitest::Window w;
};

TEST_F(SweepWayOutTest, SaysWhyAndTheSmallestChangeInWords) {
  ASSERT_TRUE(panel().isVisible());
  const QString text = panel().text();
  for (const char* part : {"No configuration", "global batch", "128 → 127", "DP127", "fits", "MFU"})
    EXPECT_TRUE(text.contains(QString::fromUtf8(part))) << part << " in " << text.toStdString();
  EXPECT_TRUE(panel().applyButton()->isVisible());
  uitest::keepPicture(w.window, QStringLiteral("sweep-way-out"));
}

TEST_F(SweepWayOutTest, ApplyIsOneUndoStepToSomethingThatRuns) {
  const auto before = w.store.scenario();
  QTest::mouseClick(panel().applyButton(), Qt::LeftButton);
  board().waitUntilDone();
  EXPECT_EQ(w.store.scenario().workload.globalBatch, 127);
  EXPECT_EQ(w.store.report().verdict, Verdict::fits);
  EXPECT_FALSE(panel().isVisible());
  EXPECT_FALSE(board().outcome()->isEmpty());
  QTest::keyClick(&w.window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(w.store.scenario(), before);
  board().waitUntilDone();
  EXPECT_TRUE(panel().isVisible());
}

// The window goes on while the search runs: what is known comes first, the change when it is found.
TEST_F(SweepWayOutTest, TheSearchRunsBesideTheWindow) {
  std::vector<bool> found;
  const auto spy = QObject::connect(&board(), &SweepBoard::changed, &board(), [&] {
    found.push_back(board().outcome() && board().outcome()->wayOut.has_value());
  });
  w.store.apply({{Key::sequenceLength, std::int64_t{4096}}}, QStringLiteral("s"));
  EXPECT_TRUE(board().isRunning());
  board().waitUntilDone();
  QObject::disconnect(spy);
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(found.back());
  EXPECT_EQ(board().outcome()->request->space.base.workload.sequenceLength, 4096);
}

TEST_F(SweepWayOutTest, ASearchThatWasStoppedIsTakenUpAgain) {
  board().run();
  board().setActive(false);
  board().waitUntilDone();
  board().setActive(true);
  board().waitUntilDone();
  ASSERT_TRUE(board().outcome()->wayOut);
  EXPECT_TRUE(panel().text().contains(QStringLiteral("127")));
}

TEST_F(SweepWayOutTest, SpeaksBothLanguages) {
  QTest::keyClick(&w.window, Qt::Key_L, Qt::ControlModifier);
  QApplication::processEvents();
  EXPECT_TRUE(panel().text().contains(QStringLiteral("128 → 127"))) << panel().text().toStdString();
  EXPECT_FALSE(panel().text().contains(QStringLiteral("change"))) << panel().text().toStdString();
  EXPECT_NE(panel().applyButton()->text(), QStringLiteral("Apply"));
  QTest::keyClick(&w.window, Qt::Key_L, Qt::ControlModifier);
}

TEST_F(SweepWayOutTest, ALockIsNamedBeforeItIsOpened) {
  auto locks = w.store.locks();
  locks.locked[static_cast<std::size_t>(Knob::globalBatch)] = true;
  locks.locked[static_cast<std::size_t>(Knob::gpus)] = true;
  w.store.setLocks(locks);
  board().run();
  board().waitUntilDone();
  ASSERT_TRUE(board().outcome()->wayOut);
  EXPECT_TRUE(panel().text().contains(QStringLiteral("is locked at"))) << panel().text().toStdString();
}

// Whatever the sweep is asked, the panel stands exactly where nothing runs.
TEST(SweepWayOut, StaysAwayWhereSomethingRuns) {
  uitest::Window w;
  QTest::keyClick(&w.window, Qt::Key_2, Qt::ControlModifier);
  w.window.sweep().waitUntilDone();
  EXPECT_FALSE(w.window.sweepPage()->wayOut()->isVisible());
  auto settings = chapterSweep();
  settings.steps = {3, 5, 7};
  w.window.sweep().setSettings(settings);
  w.window.sweep().waitUntilDone();
  EXPECT_TRUE(w.window.sweepPage()->wayOut()->isVisible());
  EXPECT_TRUE(w.window.sweepPage()->wayOut()->text().contains(QStringLiteral("Smallest change that gives one")))
      << w.window.sweepPage()->wayOut()->text().toStdString();
}

}  // namespace
}  // namespace shardscope::ui
