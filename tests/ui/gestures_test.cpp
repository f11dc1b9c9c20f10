// SPDX-License-Identifier: Apache-2.0
// Small gestures of the window that must do one thing only.
#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QToolButton>

#include "tests/support/ui_window.hpp"
#include "ui/controls/param_row.hpp"
#include "ui/controls/stop_field.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/chooser.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/documents.hpp"
#include "ui/views/kpi_strip.hpp"
#include "ui/views/more_settings.hpp"
#include "ui/views/notice_bar.hpp"
#include "ui/views/primary_button.hpp"
#include "ui/views/rules_panel.hpp"

namespace shardscope::ui {
namespace {

TEST(Gestures, AFileDroppedOnATextFieldIsOpened) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("s.shard.yaml"));
  uitest::Window w;
  ASSERT_TRUE(w.window.documents().writeTo(path));
  w.window.config()->findChild<QToolButton*>(QStringLiteral("more"))->setChecked(true);
  for (auto* edit : w.window.findChildren<QLineEdit*>()) {
    if (edit->window() != &w.window) continue;  // of a popup, which is gone before anything can be dropped
    ASSERT_TRUE(w.store.move(Knob::tp, w.store.scenario().parallel.tp == 8 ? 4 : 8, QStringLiteral("TP")));
    const QString before = edit->text();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(edit, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(edit, &drop);
    EXPECT_EQ(w.store.scenario(), uitest::designScenario());
    EXPECT_FALSE(edit->text().contains(QStringLiteral("shard.yaml")));
  }
}

TEST(Gestures, LLocksTheRowThatHasTheFocusAndNoOther) {
  for (const bool singleKeys : {true, false})
    for (const bool inLock : {true, false}) {
      uitest::Window w;
      if (w.window.actions().singleKeys->isChecked() != singleKeys) w.window.actions().singleKeys->trigger();
      auto* row = w.window.config()->row(Knob::pp);
      QWidget* focus = inLock ? static_cast<QWidget*>(row->lockButton()) : row->slider();
      focus->setFocus();
      const Locks before = w.store.locks();
      QTest::keyClick(focus, Qt::Key_L);
      Locks wanted = before;
      wanted.locked[static_cast<std::size_t>(Knob::pp)] = true;
      EXPECT_EQ(w.store.locks(), wanted);
      QTest::keyClick(focus, Qt::Key_L);
      EXPECT_EQ(w.store.locks(), before);
      // A dense model has nothing to lock in the row of experts.
      w.window.config()->row(Knob::ep)->slider()->setFocus();
      w.window.actions().lock->trigger();
      EXPECT_EQ(w.store.locks(), before);
    }
  QSettings().remove(QStringLiteral("singleKeys"));
}

TEST(Gestures, TheTextSizeIsRemembered) {
  uitest::Window w;
  w.window.actions().largerText->trigger();
  EXPECT_NEAR(QSettings().value(QStringLiteral("textScale")).toDouble(), 1.1, 1e-9);
  w.window.actions().usualText->trigger();
  EXPECT_EQ(QSettings().value(QStringLiteral("textScale")).toDouble(), 1);
}

TEST(Gestures, AClosedDockComesBackFromTheViewMenu) {
  uitest::Window w;
  for (auto* dock : w.window.findChildren<QDockWidget*>()) {
    auto* action = dock->toggleViewAction();
    EXPECT_FALSE(action->text().isEmpty());
    dock->close();
    EXPECT_FALSE(action->isChecked());
    action->trigger();
    EXPECT_FALSE(dock->isHidden()) << dock->objectName().toStdString();
  }
}

TEST(Gestures, TheVerdictIsAnnouncedOnceAfterTheGesture) {
  uitest::Window w;
  QStringList said;
  QObject::connect(w.window.kpis(), &KpiStrip::announced, [&said](const QString& text) { said << text; });
  w.store.beginGesture();
  for (const std::int64_t pp : {2, 1, 2, 1}) EXPECT_TRUE(w.store.move(Knob::pp, pp, QStringLiteral("PP")));
  EXPECT_EQ(w.store.report().verdict, Verdict::doesNotFit);
  EXPECT_TRUE(said.isEmpty()) << "not while dragging";
  w.store.endGesture();
  ASSERT_EQ(said.size(), 1);
  EXPECT_TRUE(said.front().contains(QStringLiteral("Does not fit"))) << said.front().toStdString();
  w.store.undo();
  EXPECT_EQ(said.size(), 2) << "back to what fits";
  w.store.apply({{Key::overlapDp, false}}, QStringLiteral("overlap"));
  EXPECT_EQ(said.size(), 2) << "the same verdict";
}

TEST(Gestures, ASelectedRuleMarksTheControlsItSpeaksOf) {
  Scenario broken = uitest::designScenario();
  broken.parallel.tp = 6;
  broken.parallel.dp.reset();
  uitest::Window w(broken);
  auto cards = w.window.rules()->findChildren<RuleCard*>();
  ASSERT_FALSE(cards.isEmpty());
  EXPECT_TRUE(w.window.config()->marked().empty());
  for (auto* card : cards) {
    if (!card->isVisible()) continue;
    w.window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&w.window));
    card->setFocus(Qt::TabFocusReason);
    const auto& keys = card->state().keys;
    const bool speaksOfTp = std::find(keys.begin(), keys.end(), Key::tp) != keys.end();
    const auto marked = w.window.config()->marked();
    const QWidget* row = w.window.config()->row(Knob::tp);
    EXPECT_EQ(std::find(marked.begin(), marked.end(), row) != marked.end(), speaksOfTp);
  }
  EXPECT_FALSE(w.window.config()->marked().empty());
  w.store.replace(uitest::designScenario(), QStringLiteral("mended"));
  EXPECT_TRUE(w.window.config()->marked().empty());
}

TEST(Gestures, EverySettingUnderMoreThatDiffersCanBeReset) {
  uitest::Window w;
  w.window.config()->findChild<QToolButton*>(QStringLiteral("more"))->setChecked(true);
  auto* more = w.window.config()->findChild<MoreSettings*>();
  const Scenario usual = w.store.scenario();
  const Edit edits[] = {{{Key::overlapTp, 0.5}},
                        {{Key::stageLayers, std::vector<std::int64_t>{20, 20, 20, 20}}},
                        {{Key::dropout, true}},
                        {{Key::optimizer, std::string("sgd")}},
                        {{Key::fineTune, true}}};
  for (const auto& edit : edits) {
    const Key key = edit.front().key;
    const auto& words = field(key).words;
    if (!words.empty() && std::find(words.begin(), words.end(), "sgd") == words.end()) continue;
    EXPECT_FALSE(more->resetButton(key)->isVisible());
    w.store.apply(edit, QStringLiteral("edit"));
    ASSERT_TRUE(more->resetButton(key)->isVisible()) << keyName(key);
    QTest::mouseClick(more->resetButton(key), Qt::LeftButton);
    EXPECT_EQ(w.store.scenario(), usual) << keyName(key);
    EXPECT_FALSE(more->resetButton(key)->isVisible());
  }
}

TEST(Gestures, TheChoosersSayWhatIsChosenAndGrowWithTheText) {
  uitest::Window w;
  const auto choosers = w.window.findChildren<Chooser*>();
  ASSERT_EQ(choosers.size(), 2);
  EXPECT_TRUE(uitest::spoken(choosers[0]).contains(QStringLiteral("Llama")))
      << uitest::spoken(choosers[0]).toStdString();
  EXPECT_TRUE(uitest::spoken(choosers[1]).contains(QStringLiteral("H100")));
  auto* button = w.window.findChild<PrimaryButton*>();
  const QSize before = choosers[0]->sizeHint(), buttonBefore = button->sizeHint();
  setTextScale(1.6);
  QApplication::processEvents();
  EXPECT_NEAR(choosers[0]->sizeHint().height(), before.height() * 1.6, 3);
  EXPECT_NEAR(button->sizeHint().height(), buttonBefore.height() * 1.6, 3);
  EXPECT_NEAR(button->sizeHint().width(), buttonBefore.width() * 1.6, 6);
}

// Where memory runs out, nothing is advised that is in use already.
TEST(RulesPanelMemory, AdvisesWhatIsNotInUse) {
  for (const std::int64_t zero : {1, 3})
    for (const auto recompute : {Recompute::none, Recompute::full}) {
      auto s = uitest::designScenario();
      s.parallel.tp = 1;
      s.parallel.pp = 1;
      s.parallel.dp = 64;
      s.parallel.zero = zero;
      s.workload.recompute = recompute;
      s.workload.microBatch = zero == 3 ? 2 : 1;
      s.workload.sequenceLength = 131072;
      uitest::Window w(s);
      ASSERT_EQ(w.store.report().verdict, Verdict::doesNotFit);
      QString advice;
      for (const auto* label : w.window.findChild<RulesPanel*>()->findChildren<QLabel*>())
        if (label->text().contains(QStringLiteral("larger TP or PP"))) advice = label->text();
      ASSERT_FALSE(advice.isEmpty());
      EXPECT_EQ(advice.contains(QStringLiteral("ZeRO-3")), zero != 3) << advice.toStdString();
      EXPECT_EQ(advice.contains(QStringLiteral("full recompute")), recompute != Recompute::full)
          << advice.toStdString();
    }
}

TEST(NoticeQueue, TheWorstIsShownAndNoneIsLost) {
  NoticeBar bar;
  const auto notice = [](Tone tone, const char* text) {
    return [tone, text = QString::fromUtf8(text)] { return Notice{tone, text}; };
  };
  bar.show(notice(Tone::bad, "bad"));
  bar.show(notice(Tone::neutral, "first"), QStringLiteral("topic"));
  bar.show(notice(Tone::warn, "warning"));
  bar.show(notice(Tone::neutral, "second"), QStringLiteral("topic"));
  bar.show(notice(Tone::neutral, "third"));
  QStringList seen;
  while (!bar.text().isEmpty() && seen.size() < 9) {
    seen << bar.text();
    const auto buttons = bar.findChildren<QToolButton*>();
    buttons.back()->click();  // close
  }
  EXPECT_EQ(seen, (QStringList{QStringLiteral("bad"), QStringLiteral("warning"), QStringLiteral("third"),
                               QStringLiteral("second")}));
  bar.show(notice(Tone::bad, "again"), QStringLiteral("topic"));
  bar.dismiss(QStringLiteral("topic"));
  EXPECT_TRUE(bar.text().isEmpty());
}

}  // namespace
}  // namespace shardscope::ui
