// SPDX-License-Identifier: Apache-2.0
#include "ui/store/session.hpp"

#include <gtest/gtest.h>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/support/ui_window.hpp"
#include "ui/views/notice_bar.hpp"

namespace shardscope::ui {
namespace {

TEST(Session, NothingIsThereAtTheFirstStart) {
  const QTemporaryDir folder;
  const auto session = loadSession(folder.filePath(QStringLiteral("session.json")));
  EXPECT_FALSE(session.scenario);
  EXPECT_FALSE(session.isDamaged);
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
  const auto restored = loadSession(path);
  EXPECT_FALSE(restored.isDamaged);
  EXPECT_EQ(restored.scenario, store.scenario());
  ASSERT_EQ(restored.pins.size(), 1u);
  EXPECT_EQ(restored.pins[0].name, QStringLiteral("before"));
  EXPECT_EQ(restored.pins[0].scenario, uitest::designScenario());
}

constexpr const char* kGood =
    R"(shardscope: 1\nmodel: {preset: llama-3-8b}\ncluster: {gpu: h100-sxm-80gb, nodes: 1}\nworkload: {global_batch: 64}\n)";
constexpr const char* kBad = R"(shardscope: 1\nmodel: {preset: no-such-model}\n)";

QByteArray sessionOf(const char* scenario, const char* pin, int version = 1) {
  return QStringLiteral(R"({"version": %1, "file": "", "scenario": "%2",
                            "pins": [{"slot": 2, "name": "kept", "scenario": "%3"}]})")
      .arg(version)
      .arg(QLatin1String(scenario), QLatin1String(pin))
      .toUtf8();
}

void write(const QString& path, const QByteArray& content) {
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(content);
}

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
}

struct Damage {
  QByteArray content;
  bool hasScenario;
  std::size_t pins;
};

// Whatever is wrong with a session: it is said, every byte of it is kept, and what can be read is there.
TEST(Session, WhatCannotBeReadIsKept) {
  const QTemporaryDir folder;
  const Damage damages[] = {{"", false, 0},
                            {"no JSON", false, 0},
                            {"[1, 2]", false, 0},
                            {sessionOf(kGood, kGood).chopped(20), false, 0},
                            {sessionOf(kBad, kGood), false, 1},
                            {sessionOf(kGood, kBad), true, 0},
                            {sessionOf(kGood, kGood, 2), true, 1}};
  int number = 0;
  for (const auto& damage : damages) {
    const QString path = folder.filePath(QStringLiteral("session-%1.json").arg(++number));
    write(path, damage.content);
    const auto session = loadSession(path);
    EXPECT_TRUE(session.isDamaged) << damage.content.toStdString();
    EXPECT_EQ(session.scenario.has_value(), damage.hasScenario) << damage.content.toStdString();
    EXPECT_EQ(session.pins.size(), damage.pins) << damage.content.toStdString();
    const QString kept = keepDamagedSession(path);
    ASSERT_FALSE(kept.isEmpty());
    EXPECT_EQ(keepDamagedSession(path), kept) << "one copy is enough";
    ASSERT_TRUE(saveSession(path, {uitest::designScenario(), {}, {}, {}}).isEmpty());
    EXPECT_EQ(contentOf(kept), damage.content);
  }
}

TEST(Session, ASecondDamageDoesNotReplaceTheFirst) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("session.json"));
  write(path, "first");
  const QString first = keepDamagedSession(path);
  write(path, "second");
  const QString second = keepDamagedSession(path);
  EXPECT_EQ(contentOf(first), "first");
  EXPECT_EQ(contentOf(second), "second");
}

TEST(Session, TheFileOfTheScenarioIsRememberedWithWhatItHeld) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("session.json"));
  ScenarioStore store(uitest::designScenario());
  PinBoard pins;
  Session session(store, pins, path);
  store.markSaved(QStringLiteral("/somewhere/a.yaml"));
  store.apply({{Key::zero, std::int64_t{3}}}, QStringLiteral("ZeRO-3"));
  session.saveNow();
  const auto restored = loadSession(path);
  EXPECT_EQ(restored.filePath, QStringLiteral("/somewhere/a.yaml"));
  EXPECT_EQ(restored.fileHolds, uitest::designScenario());
  EXPECT_EQ(restored.scenario, store.scenario());
}

TEST(Session, ADamagedOneIsSaidOverTheWelcome) {
  uitest::Window w;
  RestoredSession session;
  session.isDamaged = true;
  w.window.showDamagedSession(session, QStringLiteral("/data/session.json.bad"));
  w.window.welcome();
  EXPECT_TRUE(w.window.notices()->text().contains(QStringLiteral("session.json.bad")));
  EXPECT_EQ(w.window.notices()->waiting(), 1);
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
