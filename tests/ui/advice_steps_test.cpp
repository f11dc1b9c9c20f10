// SPDX-License-Identifier: Apache-2.0
// The steps of the advice beyond their verdicts: what they passed over can be tried, their figures can be asked about.
#include <gtest/gtest.h>

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/rules/framework/framework.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/charts/memory_chart.hpp"
#include "ui/store/advice_board.hpp"
#include "ui/store/model_origin.hpp"
#include "ui/text/language.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/advice_page.hpp"
#include "ui/views/decision_panel.hpp"
#include "ui/views/explain_panel.hpp"
#include "ui/views/explain_popover.hpp"
#include "ui/views/explain_view.hpp"
#include "ui/views/framework_rules.hpp"
#include "ui/views/moves_list.hpp"
#include "ui/views/rule_card.hpp"
#include "ui/views/rules_panel.hpp"
#include "ui/views/step_marks.hpp"

namespace shardscope::ui {
namespace {

struct StepsWindow : uitest::Window {
  explicit StepsWindow(const Scenario& scenario = uitest::designScenario()) : Window(scenario) {
    window.showTab(QStringLiteral("advice"));
    window.advice().waitUntilDone();
  }
  AdvicePage& page() { return *window.advicePage(); }
  StepRow& step(int number) { return *page().steps()[static_cast<std::size_t>(number - 1)]; }
};

// Llama-3-70B on 64 GPUs: step 2 weighs FSDP over all of them.
TEST(AdviceSteps, AnAlternativeIsTriedAndApplied) {
  StepsWindow w;
  ASSERT_TRUE(w.step(2).tryButton()->isVisible());
  EXPECT_TRUE(w.step(2).tryButton()->text().contains(QLatin1String("64")));
  const auto before = w.store.scenario();
  const QString memory = w.page().memory()->summary();
  QTest::mouseClick(w.step(2).tryButton(), Qt::LeftButton);
  EXPECT_EQ(w.store.scenario(), before) << "only tried";
  EXPECT_NE(w.page().memory()->summary(), memory);
  QTest::mouseClick(w.step(2).tryButton(), Qt::LeftButton);
  EXPECT_EQ(w.page().memory()->summary(), memory) << "the second press ends it";
  QTest::mouseClick(w.step(2).tryButton(), Qt::LeftButton);
  QTest::mouseClick(w.page().applyTrialButton(), Qt::LeftButton);
  EXPECT_EQ(w.store.scenario().parallel.zero, 3);
  EXPECT_EQ(dataParallel(w.store.scenario()), 64);
  EXPECT_FALSE(w.page().applyTrialButton()->isVisible());
  w.store.undo();
  EXPECT_EQ(w.store.scenario(), before) << "one step";
}

TEST(AdviceSteps, OneTrialAtATime) {
  StepsWindow w;
  ASSERT_FALSE(w.page().moves()->rows().empty());
  QTest::mouseClick(w.step(2).tryButton(), Qt::LeftButton);
  const auto alternative = w.page().onTrial();
  QTest::mouseClick(w.page().moves()->rows().front().tries, Qt::LeftButton);
  ASSERT_TRUE(w.page().onTrial());
  EXPECT_NE(w.page().onTrial(), alternative);
  EXPECT_EQ(w.page().moves()->tried(), 0);
  QTest::mouseClick(w.step(2).tryButton(), Qt::LeftButton);
  EXPECT_EQ(w.page().onTrial(), alternative);
  EXPECT_EQ(w.page().moves()->tried(), -1);
  QTest::keyClick(&w.page(), Qt::Key_Escape);
  EXPECT_FALSE(w.page().onTrial());
}

// A trial belongs to the scenario it was asked of.
TEST(AdviceSteps, AnotherScenarioEndsTheTrial) {
  StepsWindow w;
  QTest::mouseClick(w.step(2).tryButton(), Qt::LeftButton);
  ASSERT_TRUE(w.page().onTrial());
  const auto* model = catalogue().model("llama-2-7b");
  w.store.replace(withModel(w.store.scenario(), {ModelSource::preset, model->id, model->shape}),
                  QStringLiteral("another model"));
  w.window.advice().waitUntilDone();
  EXPECT_FALSE(w.page().onTrial());
}

// Every amount in every step is a link that has an explanation with the same value.
TEST(AdviceSteps, EveryAmountOpensItsExplanation) {
  for (const char* id : {"7b-finetune-8", "70b-pretrain-512", "moe-8x7b-64", "128k-context-64"}) {
    StepsWindow w(loadScenario(std::string("preset:") + id, Language::en)->scenario);
    static const QRegularExpression kLink(QStringLiteral("href=\"explain:([^\"]+)\""));
    int seen = 0;
    for (auto* row : w.page().steps()) {
      auto links = kLink.globalMatch(row->testLabel()->text());
      while (links.hasNext()) {
        const QString key = links.next().captured(1);
        ++seen;
        emit row->testLabel()->linkActivated(QStringLiteral("explain:") + key);
        // In the popover where the dock is out of sight.
        const auto* view = w.window.popover()->isVisible() ? w.window.popover()->view() : w.window.explain()->view();
        const auto& shown = view->explanation();
        ASSERT_TRUE(shown) << id << ": " << key.toStdString();
        EXPECT_EQ(shown->key, key.toStdString());
      }
    }
    EXPECT_GE(seen, 2) << id;
  }
}

// The pointer finds the link where the figure stands.
TEST(AdviceSteps, AClickOnAFigureExplainsIt) {
  StepsWindow w;
  auto* label = w.step(1).testLabel();
  QString key;
  QObject::connect(&w.step(1), &StepRow::explainRequested, &w.window, [&key](const QString& asked) { key = asked; });
  for (int x = 0; x < label->width() && key.isEmpty(); x += 6)
    QTest::mouseClick(label, Qt::LeftButton, {}, QPoint(x, label->fontMetrics().height() / 2));
  EXPECT_TRUE(key.startsWith(QLatin1String("advice.1."))) << key.toStdString();
}

TEST(AdviceSteps, TheKeyboardExplainsTheFigureThatDecides) {
  StepsWindow w;
  QApplication::setActiveWindow(&w.window);
  w.step(1).setFocus();
  w.window.actions().explain->trigger();
  ASSERT_TRUE(w.window.popover()->isVisible());
  ASSERT_TRUE(w.window.popover()->view()->explanation());
  EXPECT_TRUE(w.window.popover()->view()->key().endsWith(QLatin1String("need_bytes")));
}

// With and without buttons.
TEST(AdviceSteps, TheVerdictsStandInOneColumn) {
  for (const double scale : {1.0, 1.6})
    for (const auto language : {Language::en, Language::zhCn}) {
      setTextScale(scale);
      setLanguage(language);
      StepsWindow w;
      QApplication::processEvents();  // lays out
      for (int i = 1; i <= 6; ++i)
        EXPECT_EQ(w.step(i).findChild<VerdictChip*>()->x(), w.step(5).findChild<VerdictChip*>()->x()) << i;
    }
  setLanguage(Language::en);
  setTextScale(1);
}

// Enter and A apply the step that has the focus, not what stands beside the button that has it.
TEST(AdviceSteps, KeysOnTheTryButtonApplyNothing) {
  for (const auto key : {Qt::Key_A, Qt::Key_Return, Qt::Key_Enter}) {
    StepsWindow w;
    const auto before = w.store.scenario();
    QApplication::setActiveWindow(&w.window);
    w.step(4).tryButton()->setFocus();
    QTest::keyClick(w.step(4).tryButton(), key);
    EXPECT_EQ(w.store.scenario(), before);
  }
}

// Out of sight and back: moves are those of the scenario they are shown for.
TEST(AdviceSteps, MovesBelongToTheScenarioThatIsShown) {
  auto fitting = uitest::designScenario(), tooLarge = fitting;
  tooLarge.parallel.tp = 4, tooLarge.parallel.pp = 2, tooLarge.parallel.dp = 8;
  uitest::Window w(tooLarge);
  w.window.showTab(QStringLiteral("overview"));
  w.window.findChild<QDockWidget*>(QStringLiteral("decision"))->hide();
  w.window.advice().waitUntilDone();
  w.store.replace(fitting, QStringLiteral("fits"));
  w.store.replace(tooLarge, QStringLiteral("too large"));
  w.window.advice().waitUntilDone();
  w.store.replace(fitting, QStringLiteral("fits"));
  w.window.showTab(QStringLiteral("advice"));
  w.window.advice().waitUntilDone();
  ASSERT_TRUE(w.window.advice().plans());
  EXPECT_EQ(w.window.advice().plans()->moves, adviceMoves(fitting, evaluate(fitting), w.store.locks(), 8));
}

// The card that says "does not fit" offers the best move that makes it fit, and applying it does.
TEST(AdviceSteps, TheMemoryCardOffersAWayOut) {
  auto s = uitest::designScenario();
  s.parallel.tp = 4, s.parallel.pp = 2, s.parallel.dp = 8;
  for (const bool withDock : {true, false}) {
    uitest::Window w(s);
    ASSERT_EQ(w.store.report().verdict, Verdict::doesNotFit);
    if (!withDock) w.window.findChild<QDockWidget*>(QStringLiteral("decision"))->hide();
    w.window.showTab(QStringLiteral("overview"));
    w.window.advice().waitUntilDone();
    const auto* card = w.window.rules()->findChild<RuleCard*>();
    ASSERT_NE(card, nullptr);
    ASSERT_TRUE(card->state().fix);
    const auto fix = *card->state().fix;
    EXPECT_TRUE(runs(evaluate(applied(s, fix)).verdict));
    w.store.apply(fix, QStringLiteral("fix"));
    EXPECT_TRUE(runs(w.store.report().verdict));
    EXPECT_NE(w.window.rules()->findChild<RuleCard*>()->state().fix, fix) << "it belonged to another scenario";
  }
}

// Mixtral on 16 GPUs: the best move is one that DeepSpeed refuses, so another is offered.
TEST(AdviceSteps, TheMemoryCardMindsTheFramework) {
  auto s = uitest::designScenario();
  const auto* model = catalogue().model("mixtral-8x7b");
  s.model = {ModelSource::preset, model->id, model->shape};
  s.cluster.nodes = 2;
  s.workload.sequenceLength = 4096, s.workload.globalBatch = 512;
  s.parallel.tp = 2, s.parallel.pp = 2, s.parallel.dp = 4;
  QSettings().setValue(QStringLiteral("rules/framework"), QStringLiteral("deepspeed"));
  uitest::Window w(s);
  QSettings().remove(QStringLiteral("rules/framework"));
  ASSERT_EQ(w.store.report().verdict, Verdict::doesNotFit);
  w.window.advice().waitUntilDone();
  const auto* card = w.window.rules()->findChild<RuleCard*>();
  const auto& moves = w.window.advice().plans()->moves;
  const auto frameworks = w.window.rules()->framework()->chosen();
  ASSERT_NE(frameworks, 0);
  for (const auto& move : moves) {
    if (!runs(move.verdict) || !isHarmless(move.edit, s, frameworks)) continue;
    EXPECT_EQ(card->state().fix, move.edit);
    return;
  }
  EXPECT_FALSE(card->state().fix);
}

// A button that goes leaves the focus on its card.
TEST(AdviceSteps, AFixKeepsTheFocusInPlace) {
  auto s = uitest::designScenario();
  s.parallel.tp = 4, s.parallel.pp = 2, s.parallel.dp = 8;
  uitest::Window w(s);
  w.window.advice().waitUntilDone();
  QApplication::setActiveWindow(&w.window);
  auto* card = w.window.rules()->findChild<RuleCard*>();
  auto* button = card->findChild<QPushButton*>();
  button->setFocus();
  ASSERT_TRUE(button->hasFocus());
  QTest::keyClick(button, Qt::Key_Space);
  EXPECT_EQ(QApplication::focusWidget(), card);
}

// The rules of the window are those of the command line: H-dims among them.
TEST(AdviceSteps, TheRulesShowTheSimplerLayout) {
  auto s = uitest::designScenario();
  const auto* model = catalogue().model("llama-3-8b");
  s.model = {ModelSource::preset, model->id, model->shape};
  s.cluster.nodes = 4;
  s.workload.sequenceLength = 4096, s.workload.globalBatch = 256;
  s.parallel.tp = 2, s.parallel.pp = 2, s.parallel.dp = 8;
  auto report = evaluate(s);
  checkFewestDimensions(s, report);
  ASSERT_EQ(report.issues.back().rule, RuleId::Hdims);
  uitest::Window w(s);
  bool shown = false;
  for (const auto* card : w.window.rules()->findChildren<RuleCard*>())
    if (card->isVisibleTo(w.window.rules()) && card->state().name == QLatin1String("H-dims")) shown = true;
  EXPECT_TRUE(shown);
  EXPECT_EQ(w.window.rules()->shownIssues(), static_cast<int>(report.issues.size()));
}

}  // namespace
}  // namespace shardscope::ui
