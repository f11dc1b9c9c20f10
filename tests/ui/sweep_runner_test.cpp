// SPDX-License-Identifier: Apache-2.0
// Start, newest wins, stop, restart, destroy; run under ThreadSanitizer as well.
#include "ui/store/sweep_runner.hpp"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTest>

#include "tests/support/ui_window.hpp"

namespace shardscope::ui {
namespace {

using Outcome = std::shared_ptr<const SweepOutcome>;

std::shared_ptr<const SweepRequest> request(SweepSpace space, Metric metric = Metric::mfu) {
  auto made = std::make_shared<SweepRequest>();
  made->space = std::move(space);
  made->options.metric = metric;
  made->options.x = SweepAxis{Dim::pp};
  made->options.y = SweepAxis{Dim::tp};
  made->options.threads = 2;
  return made;
}

SweepSpace smallSpace() {
  auto space = fixedSpace(uitest::designScenario());
  space.dp.reset();
  for (const auto dim : {Dim::tp, Dim::pp}) freeDim(space, dim);
  return space;
}

// Some ten million configurations: long enough to be stopped.
SweepSpace largeSpace() {
  auto space = fullSpace(uitest::designScenario());
  for (const auto dim : {Dim::globalBatch, Dim::sequenceLength}) freeDim(space, dim);
  return space;
}

class SweepRunnerTest : public testing::Test {
 protected:
  SweepRunnerTest() {
    QObject::connect(&runner, &SweepRunner::arrived, &runner,
                     [this](const Outcome& outcome) { seen.push_back(outcome); });
  }
  bool waitForLast() {
    return QTest::qWaitFor([this] { return !seen.empty() && seen.back()->isLast; }, 60'000);
  }
  std::vector<Outcome> seen;
  SweepRunner runner;
};

TEST_F(SweepRunnerTest, WhatArrivesIsWhatTheSweepSays) {
  const auto asked = request(smallSpace());
  runner.start(asked);
  EXPECT_TRUE(runner.isRunning());
  ASSERT_TRUE(waitForLast());
  EXPECT_FALSE(runner.isRunning());
  const auto expected = runSweep(asked->space, asked->options);
  const auto& result = seen.back()->result;
  EXPECT_EQ(seen.back()->request, asked);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.top, expected.top);
  EXPECT_EQ(result.front, expected.front);
  EXPECT_EQ(result.cells, expected.cells);
  EXPECT_EQ(seen.back()->robustness.size(), result.top.size());
}

TEST_F(SweepRunnerTest, TheNewestRequestWins) {
  const auto last = request(smallSpace(), Metric::memory);
  for (int i = 0; i < 20; ++i) {
    runner.start(request(largeSpace()));
    if (i % 3 == 0) QCoreApplication::processEvents();
  }
  seen.clear();
  runner.start(last);
  ASSERT_TRUE(waitForLast());
  for (const auto& outcome : seen) EXPECT_EQ(outcome->request, last) << "nothing of an older request any more";
  EXPECT_TRUE(seen.back()->result.complete);
}

TEST_F(SweepRunnerTest, ProgressComesBeforeTheEndAndStopKeepsIt) {
  runner.start(request(largeSpace()));
  ASSERT_TRUE(QTest::qWaitFor([this] { return !seen.empty(); }, 60'000));
  EXPECT_FALSE(seen.front()->isLast);
  EXPECT_GT(seen.front()->result.counts.tried, 0u);
  runner.stop();
  ASSERT_TRUE(waitForLast());
  EXPECT_FALSE(seen.back()->result.complete);
  EXPECT_GE(seen.back()->result.counts.tried, seen.front()->result.counts.tried);
  EXPECT_FALSE(runner.isRunning());
  runner.start(request(smallSpace()));
  seen.clear();
  ASSERT_TRUE(waitForLast());
  EXPECT_TRUE(seen.back()->result.complete) << "a stop is not remembered";
}

TEST_F(SweepRunnerTest, StoppingARequestThatWaitsEndsItToo) {
  runner.start(request(largeSpace()));
  runner.start(request(largeSpace()));
  runner.stop();
  ASSERT_TRUE(waitForLast());
  EXPECT_FALSE(seen.back()->result.complete);
}

TEST_F(SweepRunnerTest, WaitingDeliversTheLastOutcomeAtOnce) {
  runner.waitUntilDone();
  EXPECT_TRUE(seen.empty()) << "nothing runs";
  runner.start(request(smallSpace()));
  runner.waitUntilDone();
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_TRUE(seen.back()->isLast);
}

TEST(SweepRunner, CanGoAtAnyMoment) {
  for (int i = 0; i < 30; ++i) {
    SweepRunner runner;
    if (i % 4 == 0) continue;
    runner.start(request(i % 2 == 0 ? smallSpace() : largeSpace()));
    if (i % 4 == 2) QCoreApplication::processEvents();
    if (i % 4 == 3) runner.stop();
  }
  QCoreApplication::processEvents();  // a late wake must find nobody
}

}  // namespace
}  // namespace shardscope::ui
