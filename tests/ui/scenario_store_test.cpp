// SPDX-License-Identifier: Apache-2.0
#include "ui/store/scenario_store.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "tests/support/ui_window.hpp"

namespace shardscope::ui {
namespace {

const Edit kZero3{{Key::zero, std::int64_t{3}}};

TEST(ScenarioStore, ReportFollowsTheScenario) {
  ScenarioStore store(uitest::designScenario());
  store.apply(kZero3, QStringLiteral("ZeRO-3"));
  EXPECT_EQ(store.scenario().parallel.zero, 3);
  EXPECT_EQ(store.report(), evaluate(store.scenario()));
}

TEST(ScenarioStore, AnEditThatChangesNothingEmitsNothing) {
  ScenarioStore store(uitest::designScenario());
  const QSignalSpy changed(&store, &ScenarioStore::changed);
  const QSignalSpy history(&store, &ScenarioStore::historyChanged);
  store.apply({{Key::tp, std::int64_t{8}}}, QStringLiteral("TP 8"));
  EXPECT_EQ(changed.count(), 0);
  EXPECT_EQ(history.count(), 0);
  EXPECT_FALSE(store.canUndo());
}

TEST(ScenarioStore, UndoAndRedoReturnEveryState) {
  ScenarioStore store(uitest::designScenario());
  const Scenario first = store.scenario();
  store.apply(kZero3, QStringLiteral("ZeRO-3"));
  const Scenario second = store.scenario();
  EXPECT_EQ(store.undoText(), QStringLiteral("ZeRO-3"));
  store.undo();
  EXPECT_EQ(store.scenario(), first);
  EXPECT_EQ(store.report(), evaluate(first));
  EXPECT_EQ(store.redoText(), QStringLiteral("ZeRO-3"));
  store.redo();
  EXPECT_EQ(store.scenario(), second);
  EXPECT_FALSE(store.canRedo());
}

TEST(ScenarioStore, AGestureIsOneUndoStep) {
  ScenarioStore store(uitest::designScenario());
  const Scenario first = store.scenario();
  QSignalSpy changed(&store, &ScenarioStore::changed);
  store.beginGesture();
  for (const std::int64_t tp : {4, 2, 1, 2, 4}) EXPECT_TRUE(store.move(Knob::tp, tp, QStringLiteral("TP")));
  store.endGesture();
  EXPECT_EQ(changed.count(), 5);
  EXPECT_EQ(store.scenario().parallel.tp, 4);
  store.undo();
  EXPECT_EQ(store.scenario(), first);
  EXPECT_FALSE(store.canUndo());
}

TEST(ScenarioStore, AGestureThatReturnsLeavesNoStep) {
  ScenarioStore store(uitest::designScenario());
  store.beginGesture();
  store.move(Knob::microBatch, 2, QStringLiteral("b 2"));
  store.move(Knob::microBatch, 1, QStringLiteral("b 1"));
  store.endGesture();
  EXPECT_FALSE(store.canUndo());
}

TEST(ScenarioStore, MovingKeepsTheGpuTotalAndTheGlobalBatch) {
  ScenarioStore store(uitest::designScenario());
  ASSERT_TRUE(store.move(Knob::tp, 4, QStringLiteral("TP 4")));
  EXPECT_EQ(dataParallel(store.scenario()), 4);
  EXPECT_EQ(store.scenario().workload.globalBatch, 128);
  EXPECT_EQ(store.report().batch.microBatches, 32);
}

TEST(ScenarioStore, AnImpossibleMoveIsRefusedWithItsRule) {
  ScenarioStore store(uitest::designScenario());
  const QSignalSpy refused(&store, &ScenarioStore::refused);
  EXPECT_FALSE(store.move(Knob::tp, 7, QStringLiteral("TP 7")));
  EXPECT_EQ(refused.count(), 1);
  EXPECT_EQ(store.scenario(), uitest::designScenario());
}

TEST(ScenarioStore, OpeningIsOneUndoStepAndRemembersEachFile) {
  ScenarioStore store(uitest::designScenario());
  store.markSaved(QStringLiteral("/a.yaml"));
  EXPECT_FALSE(store.isModified());
  Scenario other = store.scenario();
  other.workload.globalBatch = 256;
  store.open(other, QStringLiteral("/b.yaml"), QStringLiteral("open b"));
  EXPECT_EQ(store.filePath(), QStringLiteral("/b.yaml"));
  EXPECT_FALSE(store.isModified());
  store.apply(kZero3, QStringLiteral("ZeRO-3"));
  EXPECT_TRUE(store.isModified());
  store.undo();
  EXPECT_FALSE(store.isModified());
  store.undo();
  EXPECT_EQ(store.filePath(), QStringLiteral("/a.yaml"));
  EXPECT_EQ(store.scenario(), uitest::designScenario());
  EXPECT_FALSE(store.isModified());
}

TEST(ScenarioStore, AnotherNameMovesTheWholeDocumentThere) {
  ScenarioStore store(uitest::designScenario());
  store.markSaved(QStringLiteral("/a.yaml"));
  store.apply(kZero3, QStringLiteral("ZeRO-3"));
  store.markSaved(QStringLiteral("/b.yaml"));
  EXPECT_FALSE(store.isModified());
  store.undo();
  EXPECT_EQ(store.filePath(), QStringLiteral("/b.yaml"));
  EXPECT_TRUE(store.isModified());
  ASSERT_TRUE(store.fileHolds());
  EXPECT_EQ(store.fileHolds()->parallel.zero, 3);
}

TEST(ScenarioStore, AStartHasNothingToUndo) {
  ScenarioStore store(uitest::designScenario());
  Scenario last = store.scenario();
  last.parallel.zero = 3;
  store.openModified(last, QStringLiteral("/a.yaml"), uitest::designScenario(), QString());
  store.forgetHistory();
  EXPECT_FALSE(store.canUndo());
  EXPECT_FALSE(store.canRedo());
  EXPECT_TRUE(store.isModified());
  EXPECT_EQ(store.scenario(), last);
  EXPECT_EQ(store.filePath(), QStringLiteral("/a.yaml"));
}

TEST(ScenarioStore, WhatNoFileCanHoldIsRefused) {
  ScenarioStore store(uitest::designScenario());
  int refused = 0;
  QObject::connect(&store, &ScenarioStore::refused, [&refused](const Issue&, const Scenario&) { ++refused; });
  store.apply({{Key::stageLayers, std::vector<std::int64_t>{10, 10}}}, QStringLiteral("stages"));  // PP 4, 80 layers
  store.apply({{Key::vpp, std::int64_t{5}}, {Key::schedule, std::string("1f1b")}}, QStringLiteral("VPP 5"));
  Scenario slow = store.scenario();
  slow.cluster.nicBytesPerS = 0;
  store.replace(slow, QStringLiteral("NIC"));
  EXPECT_EQ(refused, 3);
  EXPECT_EQ(store.scenario(), uitest::designScenario());
  EXPECT_FALSE(store.canUndo());
}

}  // namespace
}  // namespace shardscope::ui
