// SPDX-License-Identifier: Apache-2.0
// When the sweep runs anew, what stays meanwhile, and what the window knows of the live scenario in it.
#include "ui/store/sweep_board.hpp"

#include <gtest/gtest.h>

#include <QTest>

#include "tests/support/ui_window.hpp"

namespace shardscope::ui {
namespace {

class SweepBoardTest : public testing::Test {
 protected:
  SweepBoardTest() : store(uitest::designScenario()), board(store) {
    QObject::connect(&board, &SweepBoard::changed, &board, [this] { ++changes; });
  }
  void settle() {
    QTest::qWait(0);
    board.waitUntilDone();
  }
  bool waitFor(const std::function<bool()>& claim) { return QTest::qWaitFor(claim, 60'000); }
  SweepSettings largeSweep() const {
    auto settings = usualSweep();
    for (const auto axis : searchChoices()) settings.setFree(axis, true);
    for (const auto axis : fixedChoices()) settings.setFree(axis, true);
    return settings;
  }

  ScenarioStore store;
  SweepBoard board;
  int changes = 0;
};

TEST_F(SweepBoardTest, NothingRunsUntilAViewIsOnTheScreen) {
  EXPECT_FALSE(board.isRunning());
  EXPECT_FALSE(board.outcome());
  board.setActive(true);
  EXPECT_TRUE(board.isRunning());
  board.waitUntilDone();
  ASSERT_TRUE(board.outcome());
  EXPECT_TRUE(board.outcome()->result.complete);
  EXPECT_FALSE(board.isStale());
  board.setActive(false);
  store.move(Knob::globalBatch, 256, QStringLiteral("B"));
  EXPECT_FALSE(board.isRunning());
  board.setActive(true);
  EXPECT_TRUE(board.isRunning()) << "what changed meanwhile is swept when looked at";
}

TEST_F(SweepBoardTest, MovingAmongTheEnumeratedOnlyMovesTheOutline) {
  board.setActive(true);
  board.waitUntilDone();
  const auto before = board.outcome();
  const auto rank = board.rank();
  ASSERT_TRUE(rank);
  const int seen = changes;
  ASSERT_TRUE(store.move(Knob::tp, 4, QStringLiteral("TP 4")));
  EXPECT_GT(changes, seen) << "views draw the outline anew";
  EXPECT_EQ(board.outcome(), before);
  EXPECT_FALSE(board.isRunning());
  EXPECT_FALSE(board.rank()) << "not known yet";
  ASSERT_TRUE(waitFor([this] { return board.rank().has_value(); })) << "once the slider rests";
  EXPECT_NE(*board.rank(), *rank);
  EXPECT_FALSE(board.isStale());
}

TEST_F(SweepBoardTest, TheRankCountsAllThatIsBetter) {
  board.setActive(true);
  board.waitUntilDone();
  const auto best = board.outcome()->result.top.front();
  store.replace(scenarioAt(store.scenario(), board.outcome()->request->space, best), QStringLiteral("best"));
  ASSERT_TRUE(waitFor([this] { return board.rank().has_value(); }));
  EXPECT_EQ(*board.rank(), 1u);
}

TEST_F(SweepBoardTest, ASpaceOfItsOwnIsSweptAnew) {
  board.setActive(true);
  board.waitUntilDone();
  const auto before = board.outcome();
  ASSERT_TRUE(store.move(Knob::sequenceLength, 4096, QStringLiteral("s")));
  EXPECT_TRUE(board.isRunning());
  EXPECT_EQ(board.outcome(), before) << "old cells stay";
  board.waitUntilDone();
  EXPECT_NE(board.outcome(), before);
  EXPECT_EQ(board.outcome()->request->space.base.workload.sequenceLength, 4096);
  auto settings = board.settings();
  settings.metric = Metric::memory;
  board.setSettings(settings);
  EXPECT_TRUE(board.isRunning());
  board.waitUntilDone();
  EXPECT_EQ(board.outcome()->request->options.metric, Metric::memory);
}

TEST_F(SweepBoardTest, ALargeSpaceWaitsForTheSliderToRest) {
  board.setActive(true);
  board.setSettings(largeSweep());
  ASSERT_TRUE(waitFor([this] { return board.outcome() != nullptr; }));
  store.beginGesture();
  auto other = store.scenario();
  other.workload.precision = Precision::fp8;  // not among what is enumerated
  store.replace(other, QStringLiteral("FP8"));
  EXPECT_TRUE(board.isStale()) << "the old cells fade at once";
  EXPECT_NE(board.outcome()->request->space.base.workload.precision, Precision::fp8);
  ASSERT_TRUE(waitFor([this] { return !board.isRunning(); })) << "the old sweep is over";
  store.endGesture();
  EXPECT_TRUE(board.isRunning()) << "released";
  ASSERT_TRUE(waitFor([this] { return board.outcome()->request->space.base.workload.precision == Precision::fp8; }));
  EXPECT_FALSE(board.isStale());
}

TEST_F(SweepBoardTest, ASmallSpaceFollowsTheSlider) {
  board.setActive(true);
  board.setSettings(chapterSweep());
  board.waitUntilDone();
  store.beginGesture();
  ASSERT_TRUE(store.move(Knob::sequenceLength, 4096, QStringLiteral("s")));
  EXPECT_TRUE(board.isRunning()) << "16 layouts are swept at every step";
  EXPECT_FALSE(board.isStale());
  board.waitUntilDone();
  EXPECT_EQ(board.outcome()->request->space.base.workload.sequenceLength, 4096);
}

TEST_F(SweepBoardTest, OldCellsFadeOnlyWhileTheNewOnesTakeAWhile) {
  board.setActive(true);
  board.waitUntilDone();
  board.setSettings(largeSweep());
  EXPECT_FALSE(board.isStale()) << "maybe it is there in a moment";
  ASSERT_TRUE(waitFor([this] { return board.isStale() || board.outcome()->request->space == *board.space(); }));
  ASSERT_TRUE(waitFor([this] { return board.outcome()->request->space == *board.space(); }));
  EXPECT_FALSE(board.isStale()) << "new cells fill in place";
  EXPECT_FALSE(board.outcome()->result.complete);
  EXPECT_TRUE(board.previous());
}

TEST_F(SweepBoardTest, StopKeepsWhatIsKnownUntilItIsAskedAgain) {
  board.setActive(true);
  board.setSettings(largeSweep());
  ASSERT_TRUE(waitFor([this] { return board.outcome() != nullptr; }));
  board.stop();
  ASSERT_TRUE(waitFor([this] { return !board.isRunning(); }));
  EXPECT_TRUE(board.isStopped());
  EXPECT_FALSE(board.outcome()->result.complete);
  ASSERT_TRUE(store.move(Knob::tp, 4, QStringLiteral("TP 4")));
  EXPECT_FALSE(board.isRunning()) << "the same sweep stays stopped";
  board.run();
  EXPECT_TRUE(board.isRunning());
  EXPECT_FALSE(board.isStopped());
}

TEST_F(SweepBoardTest, NumbersOutOfRangeLeaveNothingToSweep) {
  auto broken = store.scenario();
  broken.workload.globalBatch = 0;
  ScenarioStore ofCode(broken);  // no edit leads here
  SweepBoard other(ofCode);
  other.setActive(true);
  other.waitUntilDone();
  EXPECT_FALSE(other.space());
  EXPECT_FALSE(other.outcome());
  ofCode.replace(store.scenario(), QStringLiteral("mended"));
  other.waitUntilDone();
  EXPECT_TRUE(other.outcome());
}

TEST_F(SweepBoardTest, AnImpossibleScenarioIsSweptWithoutARank) {
  auto broken = store.scenario();
  broken.parallel.dp = 3;
  store.replace(broken, QStringLiteral("DP 3"));
  board.setActive(true);
  board.waitUntilDone();
  ASSERT_TRUE(board.outcome());
  EXPECT_GT(board.outcome()->result.counts.fitted, 0u) << "the way out is on the map";
  EXPECT_FALSE(board.rank());
}

}  // namespace
}  // namespace shardscope::ui
