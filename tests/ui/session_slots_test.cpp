// SPDX-License-Identifier: Apache-2.0
// Several programs at once, and work that one of them left behind.
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QPushButton>
#include <QTemporaryDir>

#include "tests/support/ui_window.hpp"
#include "ui/store/session.hpp"
#include "ui/views/notice_bar.hpp"

namespace shardscope::ui {
namespace {

SessionState stateWith(std::int64_t zero) {
  SessionState state{uitest::designScenario(), {}, {}, {}};
  state.scenario.parallel.zero = zero;
  return state;
}

TEST(SessionSlots, EachProgramHoldsItsOwnFile) {
  const QTemporaryDir folder;
  const SessionSlot first(folder.path()), second(folder.path());
  EXPECT_NE(first.path(), second.path());
  EXPECT_TRUE(saveSession(first.path(), stateWith(1)).isEmpty());
  EXPECT_TRUE(saveSession(second.path(), stateWith(3)).isEmpty());
  EXPECT_TRUE(first.leftBehind().empty()) << "the other one is still running";
  EXPECT_EQ(loadSession(first.path()).scenario->parallel.zero, 1);
}

TEST(SessionSlots, WorkOfAProgramThatIsGoneIsFound) {
  const QTemporaryDir folder;
  const SessionSlot first(folder.path());
  {
    const SessionSlot second(folder.path());
    ASSERT_TRUE(saveSession(second.path(), stateWith(3)).isEmpty());
  }
  ASSERT_EQ(first.leftBehind().size(), 1u);
  EXPECT_EQ(loadSession(first.leftBehind().front()).scenario->parallel.zero, 3);
}

TEST(SessionSlots, WhatAFileReplacesIsSetAside) {
  const QTemporaryDir folder;
  const SessionSlot slot(folder.path());
  EXPECT_TRUE(slot.setAside(stateWith(2)).isEmpty());
  EXPECT_TRUE(slot.setAside(stateWith(3)).isEmpty());
  EXPECT_EQ(slot.leftBehind().size(), 2u);
  for (int i = 0; i < SessionSlot::kMost; ++i) (void)slot.setAside(stateWith(0));
  EXPECT_FALSE(slot.setAside(stateWith(0)).isEmpty()) << "never overwrites one";
  EXPECT_EQ(slot.leftBehind().size(), static_cast<std::size_t>(SessionSlot::kMost - 1));
}

TEST(SessionSlots, AFolderThatCannotBeWrittenStillStarts) {
  const SessionSlot slot(QStringLiteral("/proc/no/such"));
  EXPECT_FALSE(slot.path().isEmpty());
  EXPECT_TRUE(slot.leftBehind().empty());
  EXPECT_FALSE(slot.setAside(stateWith(1)).isEmpty());
}

TEST(SessionSlots, TheWindowOffersThemOneByOne) {
  const QTemporaryDir folder;
  const SessionSlot slot(folder.path());
  ASSERT_TRUE(slot.setAside(stateWith(0)).isEmpty());
  ASSERT_TRUE(slot.setAside(stateWith(3)).isEmpty());
  uitest::Window w;
  w.window.offerSessions(slot.leftBehind());
  const auto press = [&w](int index) {
    std::vector<QPushButton*> buttons;
    for (auto* button : w.window.notices()->findChildren<QPushButton*>())
      if (button->isVisible()) buttons.push_back(button);
    ASSERT_EQ(buttons.size(), 2u);
    QTest::mouseClick(buttons[static_cast<std::size_t>(index)], Qt::LeftButton);
  };
  const auto before = w.store.scenario();
  press(1);  // throw the first away
  EXPECT_EQ(w.store.scenario(), before);
  EXPECT_EQ(slot.leftBehind().size(), 1u);
  press(0);  // open the second
  EXPECT_NE(w.store.scenario().parallel.zero, before.parallel.zero);
  EXPECT_TRUE(slot.leftBehind().empty());
  w.store.undo();
  EXPECT_EQ(w.store.scenario(), before);
}

TEST(SessionSlots, AnOpenedOneBringsItsFileAndItsPins) {
  const QTemporaryDir folder;
  const SessionSlot slot(folder.path());
  SessionState state = stateWith(3);
  state.filePath = QStringLiteral("/somewhere/theirs.yaml");
  state.fileHolds = uitest::designScenario();
  state.pins.push_back({1, QStringLiteral("theirs"), stateWith(2).scenario, {}});
  ASSERT_TRUE(slot.setAside(state).isEmpty());
  uitest::Window w;
  w.window.offerSessions(slot.leftBehind());
  w.window.notices()->findChild<QPushButton*>()->click();
  EXPECT_EQ(w.store.scenario(), state.scenario);
  EXPECT_EQ(w.store.filePath(), state.filePath);
  EXPECT_TRUE(w.store.isModified());
  ASSERT_EQ(w.pins.pins().size(), 1u);
  EXPECT_EQ(w.pins.pins().front().name, QStringLiteral("theirs"));
  EXPECT_TRUE(slot.leftBehind().empty());
}

}  // namespace
}  // namespace shardscope::ui
