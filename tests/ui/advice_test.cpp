// SPDX-License-Identifier: Apache-2.0
// The advice in the window: decision dock, advice tab, plans, moves on trial.
#include <gtest/gtest.h>

#include <QApplication>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>

#include "core/advice/procedure.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/cost/evaluate.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/charts/memory_chart.hpp"
#include "ui/store/advice_board.hpp"
#include "ui/text/language.hpp"
#include "ui/views/advice_page.hpp"
#include "ui/views/decision_panel.hpp"
#include "ui/views/moves_list.hpp"
#include "ui/views/plan_card.hpp"

namespace shardscope::ui {
namespace {

Scenario preset(const char* id) {
  const auto* entry = catalogue().scenario(id);
  return entry ? entry->scenario : Scenario{};
}

// 405B on 128 H100 at TP 8 PP 2: does not fit.
Scenario tooLarge() {
  auto s = uitest::designScenario();
  const auto* model = catalogue().model("llama-3.1-405b");
  s.model = {ModelSource::preset, model->id, model->shape};
  s.cluster.nodes = 16;
  s.parallel.pp = 2;
  s.parallel.dp = 8;
  return s;
}

struct AdviceWindow : uitest::Window {
  explicit AdviceWindow(const Scenario& scenario = uitest::designScenario()) : Window(scenario) {
    window.showTab(QStringLiteral("advice"));
    settle();
  }
  void settle() { window.advice().waitUntilDone(); }
  AdvicePage& page() { return *window.advicePage(); }
};

TEST(Advice, EveryStepSaysWhatCoreSays) {
  AdviceWindow w;
  const auto advice = advise(w.store.scenario());
  for (int i = 0; i < 6; ++i) {
    const auto& row = *w.page().steps()[static_cast<std::size_t>(i)];
    EXPECT_EQ(row.shown().step, i + 1);
    EXPECT_EQ(row.shown().verdict, advice.steps[static_cast<std::size_t>(i)].verdict);
    EXPECT_EQ(row.shown().tests.size(), static_cast<qsizetype>(advice.steps[static_cast<std::size_t>(i)].parts.size()));
    EXPECT_FALSE(row.accessibleName().isEmpty());
  }
}

TEST(Advice, ApplyLeadsToTheRecommendedScenarioInOneUndoStep) {
  AdviceWindow w;
  const auto before = w.store.scenario();
  const auto wanted = advise(before).recommended;
  auto* row = w.page().steps()[static_cast<std::size_t>(advise(before).answeredBy - 1)];
  ASSERT_TRUE(row->applyButton()->isVisible());
  QTest::mouseClick(row->applyButton(), Qt::LeftButton);
  EXPECT_TRUE(changes(w.store.scenario(), wanted).empty());
  EXPECT_FALSE(row->applyButton()->isVisible()) << "nothing is left to apply";
  EXPECT_TRUE(w.window.advice().isFollowed());
  w.store.undo();
  EXPECT_EQ(w.store.scenario(), before);
}

TEST(Advice, TheKeyboardAppliesTheStepInFocus) {
  AdviceWindow w;
  const auto advice = advise(w.store.scenario());
  auto* row = w.page().steps()[static_cast<std::size_t>(advice.answeredBy - 1)];
  QApplication::setActiveWindow(&w.window);
  row->setFocus();
  QTest::keyClick(row, Qt::Key_A);
  EXPECT_TRUE(changes(w.store.scenario(), advice.recommended).empty());
}

// A button that goes, or is of no more use, leaves the focus where it was, not on the next button in line.
TEST(Advice, ApplyKeepsTheFocusInPlace) {
  AdviceWindow w;
  QApplication::setActiveWindow(&w.window);
  auto* row = w.page().steps()[static_cast<std::size_t>(advise(w.store.scenario()).answeredBy - 1)];
  row->applyButton()->setFocus();
  QTest::keyClick(row->applyButton(), Qt::Key_Space);
  EXPECT_EQ(QApplication::focusWidget(), row);
  w.window.advice().waitUntilDone();
  auto* card = w.page().plans()[1];
  ASSERT_TRUE(card->applyButton()->isEnabled());
  card->applyButton()->setFocus();
  QTest::keyClick(card->applyButton(), Qt::Key_Space);
  EXPECT_EQ(qobject_cast<QAbstractButton*>(QApplication::focusWidget()), nullptr);
}

TEST(Advice, PlansAreThoseOfTheSweepAndOfFsdp) {
  AdviceWindow w;
  ASSERT_TRUE(w.window.advice().plans());
  const auto& comparison = w.window.advice().plans()->comparison;
  ASSERT_TRUE(comparison.best);
  ASSERT_TRUE(comparison.fsdp);
  const auto& cards = w.page().plans();
  EXPECT_EQ(cards[1]->plan()->scenario, comparison.best->scenario);
  EXPECT_EQ(cards[2]->plan()->scenario, comparison.fsdp->scenario);
  QTest::mouseClick(cards[2]->applyButton(), Qt::LeftButton);
  EXPECT_EQ(w.store.report().time.step, comparison.fsdp->report.time.step);
  EXPECT_EQ(w.store.scenario().parallel.zero, 3);
}

TEST(Advice, TheThresholdDecidesWhichPlanIsWorthIt) {
  AdviceWindow w;
  ASSERT_EQ(w.window.advice().plans()->comparison.preferred, PlanKind::sweep) << "the sweep's plan is a fifth faster";
  w.page().threshold()->setValue(50);
  w.settle();
  EXPECT_NE(w.window.advice().plans()->comparison.preferred, PlanKind::sweep);
}

// The plans do not depend on what the sweep tries anyway: they stay while such a slider moves, without another sweep.
TEST(Advice, MovingTheLayoutKeepsThePlans) {
  AdviceWindow w;
  const auto& board = w.window.advice();
  const auto before = board.plans();
  w.store.move(Knob::tp, 4, QStringLiteral("TP 4"));
  EXPECT_EQ(board.plans(), before) << "shown until the new ones are there";
  EXPECT_TRUE(board.plansAreStale());
  EXPECT_FALSE(w.page().plans()[1]->isEnabled());
  w.settle();
  EXPECT_FALSE(board.plansAreStale());
  EXPECT_TRUE(board.plans()->request->known);
  EXPECT_EQ(board.plans()->comparison.best->scenario, before->comparison.best->scenario);
  const auto anew = comparePlans(w.store.scenario(), board.recommended());
  EXPECT_EQ(anew.best->report, board.plans()->comparison.best->report) << "as a sweep from here would find";
  EXPECT_EQ(anew.fsdp->report, board.plans()->comparison.fsdp->report);
  w.store.apply({{Key::sequenceLength, std::int64_t{4096}}}, QStringLiteral("s"));
  w.settle();
  EXPECT_FALSE(board.plans()->request->known) << "another space";
}

TEST(Advice, ATrialShowsTheMoveAndChangesNothing) {
  AdviceWindow w(tooLarge());
  ASSERT_EQ(w.store.report().verdict, Verdict::doesNotFit);
  const auto& plans = w.window.advice().plans();
  ASSERT_TRUE(plans);
  ASSERT_FALSE(plans->moves.empty());
  const auto before = w.store.scenario();
  const QString memory = w.page().memory()->summary();
  const auto& row = w.page().moves()->rows().front();
  QTest::mouseClick(row.tries, Qt::LeftButton);
  EXPECT_EQ(w.store.scenario(), before);
  EXPECT_NE(w.page().memory()->summary(), memory);
  QTest::mouseClick(row.tries, Qt::LeftButton);
  EXPECT_EQ(w.page().memory()->summary(), memory);
  QTest::mouseClick(row.tries, Qt::LeftButton);
  QTest::keyClick(row.tries, Qt::Key_Escape);
  EXPECT_EQ(w.page().moves()->tried(), -1);
  EXPECT_EQ(w.page().memory()->summary(), memory);
}

// "a 405B model on 128 H100 at TP 8 PP 2 reaches a fitting configuration with three clicks": the tab, and a move or the
// plan.
TEST(Advice, AModelThatDoesNotFitIsMadeToFitInThreeClicks) {
  for (const bool byMove : {true, false}) {
    AdviceWindow w(tooLarge());  // first click: the tab
    if (byMove) {
      for (int clicks = 0; clicks < 2 && w.store.report().verdict == Verdict::doesNotFit; ++clicks) {
        QTest::mouseClick(w.page().moves()->rows().front().applies, Qt::LeftButton);
        w.settle();
      }
    } else {
      QTest::mouseClick(w.page().plans()[1]->applyButton(), Qt::LeftButton);
    }
    EXPECT_LE(w.store.report().verdict, Verdict::tight) << (byMove ? "moves" : "plan");
    w.store.undo();
    EXPECT_EQ(w.store.report().verdict, Verdict::doesNotFit);
  }
}

TEST(Advice, ASmallModelOnOneNodeIsToldFsdpAndWhyNotTensor) {
  AdviceWindow w(preset("7b-finetune-8"));
  EXPECT_EQ(w.window.advice().advice()->answeredBy, 2);
  const auto& tensor = *w.page().steps()[2];
  EXPECT_EQ(tensor.shown().verdict, AdviceVerdict::skip);
  EXPECT_TRUE(tensor.shown().tests.front().contains(QLatin1Char('2'))) << "says which step has answered";
}

TEST(Advice, TheDockShowsTheSameSteps) {
  uitest::Window w;
  w.window.advice().waitUntilDone();
  auto* dock = w.window.findChild<QDockWidget*>(QStringLiteral("decision"));
  ASSERT_TRUE(dock->isVisible());
  const auto advice = advise(w.store.scenario());
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(w.window.decision()->steps()[static_cast<std::size_t>(i)]->shown(), stepText(advice, i + 1));
  w.store.apply({{Key::sequenceLength, std::int64_t{65536}}}, QStringLiteral("s"));
  EXPECT_EQ(w.window.decision()->steps()[5]->shown().verdict, AdviceVerdict::yes) << "long context now";
}

TEST(Advice, NothingIsWorkedOutWhileNobodyLooks) {
  uitest::Window w;
  w.window.findChild<QDockWidget*>(QStringLiteral("decision"))->close();
  w.window.findChild<QDockWidget*>(QStringLiteral("rules"))->close();  // they ask where memory runs over
  w.store.apply({{Key::sequenceLength, std::int64_t{65536}}}, QStringLiteral("s"));
  EXPECT_EQ(w.window.advice().advice()->steps[5].verdict, AdviceVerdict::no) << "still of the scenario before";
  w.window.showTab(QStringLiteral("advice"));
  EXPECT_EQ(w.window.advice().advice()->steps[5].verdict, AdviceVerdict::yes);
}

TEST(Advice, AScenarioThatNoLayoutCanMendSaysWhy) {
  auto s = uitest::designScenario();
  s.workload.sequenceLength = 0;
  AdviceWindow w(s);
  EXPECT_FALSE(w.window.advice().advice());
  ASSERT_TRUE(w.window.advice().obstacle());
  for (auto* step : w.page().steps()) EXPECT_FALSE(step->isVisible());
  bool said = false;
  for (const auto* label : w.page().findChildren<QLabel*>())
    said = said || (label->isVisible() && label->text().startsWith(QStringLiteral("No advice:")));
  EXPECT_TRUE(said);
}

TEST(Advice, AnImpossibleLayoutStillGetsAdvice) {
  auto s = uitest::designScenario();
  s.parallel.dp = 3;
  AdviceWindow w(s);
  ASSERT_EQ(w.store.report().verdict, Verdict::invalid);
  ASSERT_TRUE(w.window.advice().advice());
  QTest::mouseClick(w.page().plans()[0]->applyButton(), Qt::LeftButton);
  EXPECT_LE(w.store.report().verdict, Verdict::tight);
}

TEST(Advice, SpeaksTheLanguageOfTheWindow) {
  AdviceWindow w;
  const auto texts = [&w] {
    QStringList all;
    for (const auto* label : w.page().findChildren<QLabel*>()) all << label->text();
    return all.join(QLatin1Char('|'));
  };
  const QString english = texts();
  setLanguage(Language::zhCn);
  QApplication::processEvents();
  const QString chinese = texts();
  EXPECT_TRUE(chinese.contains(QStringLiteral("决策步骤"))) << chinese.toStdString();
  EXPECT_FALSE(chinese.contains(QStringLiteral("Recommended"))) << chinese.toStdString();
  setLanguage(Language::en);
  QApplication::processEvents();
  EXPECT_EQ(texts(), english);
}

}  // namespace
}  // namespace shardscope::ui
