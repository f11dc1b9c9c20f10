// SPDX-License-Identifier: Apache-2.0
#include "ui/store/session.hpp"

#include <gtest/gtest.h>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/support/ui_window.hpp"

namespace shardscope::ui {
namespace {

TEST(Session, NothingIsThereAtTheFirstStart) {
  const QTemporaryDir folder;
  QString problem;
  EXPECT_FALSE(loadSession(folder.filePath(QStringLiteral("session.json")), problem));
  EXPECT_TRUE(problem.isEmpty());
}

TEST(Session, UnsavedChangesSurviveWithoutAnOrderlyEnd) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("中文 folder/session.json"));
  ScenarioStore store(uitest::designScenario());
  PinBoard pins;
  const Session session(store, pins, path);
  pins.add(store.scenario(), QStringLiteral("before"));
  store.apply({{Key::zero, std::int64_t{3}}}, QStringLiteral("ZeRO-3"));
  ASSERT_TRUE(QTest::qWaitFor([&path] { return QFile::exists(path); }));
  QString problem;
  const auto restored = loadSession(path, problem);
  ASSERT_TRUE(restored) << problem.toStdString();
  EXPECT_EQ(restored->scenario, store.scenario());
  ASSERT_EQ(restored->pins.size(), 1u);
  EXPECT_EQ(restored->pins[0].name, QStringLiteral("before"));
  EXPECT_EQ(restored->pins[0].scenario, uitest::designScenario());
}

TEST(Session, ABrokenFileIsSaidAndDoesNotStopTheStart) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("session.json"));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(R"({"version": 1, "scenario": "shardscope: 1\nmodel: {preset: no-such-model}\n"})");
  file.close();
  QString problem;
  EXPECT_FALSE(loadSession(path, problem));
  EXPECT_FALSE(problem.isEmpty());
}

TEST(Session, AFolderThatCannotBeWrittenIsReportedOnce) {
  ScenarioStore store(uitest::designScenario());
  PinBoard pins;
  Session session(store, pins, QStringLiteral("/proc/no/session.json"));
  const QSignalSpy failed(&session, &Session::failed);
  session.saveNow();
  session.saveNow();
  EXPECT_EQ(failed.count(), 1);
}

TEST(Pins, TakeTheFirstFreeSlotAndNameTheLayout) {
  PinBoard board;
  EXPECT_EQ(board.add(uitest::designScenario()), 1);
  EXPECT_EQ(board.add(uitest::designScenario()), 2);
  board.remove(1);
  EXPECT_EQ(board.add(uitest::designScenario(), QStringLiteral("again")), 1);
  EXPECT_EQ(board.at(2)->name, QStringLiteral("TP8 PP4 DP2"));
  EXPECT_EQ(board.pins().front().name, QStringLiteral("again"));
  while (board.add(uitest::designScenario()) > 0) {
  }
  EXPECT_EQ(board.pins().size(), 5u);
}

}  // namespace
}  // namespace shardscope::ui
