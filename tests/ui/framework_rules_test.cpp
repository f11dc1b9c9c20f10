// SPDX-License-Identifier: Apache-2.0
#include "ui/views/framework_rules.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QPushButton>
#include <QSettings>

#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"
#include "ui/views/rules_panel.hpp"

namespace shardscope::ui {
namespace {

class FrameworkRulesPanel : public testing::Test {
 protected:
  ~FrameworkRulesPanel() override { QSettings().remove(QStringLiteral("rules/framework")); }

  static void choose(FrameworkRules& rules, const QString& name) {
    rules.chooser()->setCurrentIndex(rules.chooser()->findData(name));
    emit rules.chooser()->activated(rules.chooser()->currentIndex());
  }

  // PP does not divide the layers: legal here, refused by Megatron-LM without a layout.
  static Scenario uneven() {
    auto s = uitest::designScenario();
    s.parallel.pp = 3;
    s.cluster.nodes = 6;
    return s;
  }

  static int brokenOf(const Scenario& scenario, Framework framework) {
    int broken = 0;
    for (const auto& finding : checkFramework(scenario, framework))
      broken += finding.state == FrameworkState::broken && !finding.isOwn ? 1 : 0;
    return broken;
  }
};

TEST_F(FrameworkRulesPanel, ShowsWhatTheChosenFrameworkRefuses) {
  FrameworkRules rules;
  rules.render(uneven());
  EXPECT_EQ(rules.shownFindings(), 0) << "no framework chosen";
  for (int i = 0; i < static_cast<int>(Framework::count); ++i) {
    const auto framework = static_cast<Framework>(i);
    const auto name = frameworkName(framework);
    choose(rules, QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    EXPECT_EQ(rules.shownFindings(), brokenOf(uneven(), framework)) << name;
  }
}

// Mixture of experts, TP 2 without sequence parallelism: our warning, Megatron-LM's error.
TEST_F(FrameworkRulesPanel, OurCardTakesTheSeverityOfTheFramework) {
  const auto loaded = parseScenario(R"(shardscope: 1
model: {preset: mixtral-8x7b}
cluster: {gpu: h100-sxm-80gb, gpus: 64}
workload: {sequence_length: 4096, global_batch: 1024, recompute: full}
parallel: {tp: 2, ep: 8, sp: false}
)",
                                    "moe", {}, Language::en);
  ASSERT_TRUE(loaded);
  uitest::Window w(loaded->scenario);
  auto* panel = w.window.rules();
  const auto severity = [&] {
    for (const auto* card : panel->findChildren<RuleCard*>())
      if (!card->isHidden() && card->state().name.endsWith(QStringLiteral("E-2"))) return card->state().severity;
    ADD_FAILURE() << "no card";
    return Severity::hint;
  };
  EXPECT_EQ(severity(), Severity::warning);
  choose(*panel->framework(), QStringLiteral("megatron-lm"));
  EXPECT_EQ(severity(), Severity::error);
  choose(*panel->framework(), QStringLiteral("torchtitan"));
  EXPECT_EQ(severity(), Severity::warning);
}

// 78 layers over PP 4 come out even with embedding and head: no issue any more.
TEST_F(FrameworkRulesPanel, WhatTheFrameworkTakesIsNoIssue) {
  auto s = uitest::designScenario();
  s.model.shape.layers = 78;
  uitest::Window w(s);
  auto* panel = w.window.rules();
  const int before = panel->shownIssues();
  choose(*panel->framework(), QStringLiteral("megatron-lm"));
  EXPECT_EQ(panel->shownIssues(), before - 1);
}

TEST_F(FrameworkRulesPanel, RemembersTheChoice) {
  {
    FrameworkRules rules;
    choose(rules, QStringLiteral("nanotron"));
  }
  FrameworkRules again;
  EXPECT_EQ(again.chooser()->currentData().toString(), QStringLiteral("nanotron"));
}

TEST_F(FrameworkRulesPanel, AFixIsAppliedAndTheRuleHolds) {
  bool tried = false;
  for (int i = 0; i < static_cast<int>(Framework::count); ++i) {
    uitest::Window w(uneven());
    auto* rules = w.window.rules()->framework();
    const auto framework = static_cast<Framework>(i);
    const auto name = frameworkName(framework);
    choose(*rules, QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    for (auto* button : rules->findChildren<QPushButton*>()) {
      if (!button->isVisible()) continue;
      const int before = rules->shownFindings();
      QTest::mouseClick(button, Qt::LeftButton);
      EXPECT_LT(rules->shownFindings(), before) << name;
      tried = true;
      break;
    }
  }
  EXPECT_TRUE(tried) << "no framework offered a fix";
}

TEST_F(FrameworkRulesPanel, SpeaksTheLanguageOfTheWindow) {
  FrameworkRules rules;
  rules.render(uneven());
  const QString english = rules.chooser()->itemText(0);
  setLanguage(Language::zhCn);
  QApplication::processEvents();
  EXPECT_NE(rules.chooser()->itemText(0), english);
  setLanguage(Language::en);
}

}  // namespace
}  // namespace shardscope::ui
