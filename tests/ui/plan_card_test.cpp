// SPDX-License-Identifier: Apache-2.0
// A card chooses by itself between a plan, the search for one and that there is none.
#include "ui/views/plan_card.hpp"

#include <gtest/gtest.h>

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "core/cost/evaluate.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"

namespace shardscope::ui {
namespace {

class PlanCardTest : public testing::Test {
 protected:
  PlanCardTest() {
    plan.scenario = uitest::designScenario();
    plan.report = evaluate(plan.scenario);
    uitest::present(card, QSize(420, 120));
  }
  ~PlanCardTest() override { setLanguage(Language::en); }
  bool says(const QString& text) {
    for (const auto* label : card.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(text)) return true;
    return false;
  }
  Plan plan;
  PlanCard card;
};

TEST_F(PlanCardTest, ShowsThePlanAndAppliesItWithAClick) {
  QSignalSpy applied(&card, &PlanCard::applyRequested);
  card.render(QStringLiteral("Best"), {.plan = &plan, .isPreferred = true});
  EXPECT_TRUE(says(QStringLiteral("PP 4")) && says(QStringLiteral("GiB")));
  ASSERT_TRUE(card.applyButton()->isVisible() && card.applyButton()->isEnabled());
  QTest::mouseClick(card.applyButton(), Qt::LeftButton);
  EXPECT_EQ(applied.count(), 1);
  card.render(QStringLiteral("Best"), {.plan = &plan, .isCurrent = true});
  QTest::mouseClick(card.applyButton(), Qt::LeftButton);
  EXPECT_EQ(applied.count(), 1) << "nothing to apply";
}

TEST_F(PlanCardTest, WithoutAPlanItSaysWhyAndOffersNothing) {
  card.render(QStringLiteral("Best"), {.plan = &plan});
  for (const bool sought : {true, false}) {
    card.render(QStringLiteral("Best"), {.isSought = sought, .isPreferred = true, .isCurrent = true});
    EXPECT_EQ(says(QStringLiteral("Sweeping")), sought);
    EXPECT_EQ(says(QStringLiteral("Nothing of the kind fits")), !sought);
    EXPECT_FALSE(says(QStringLiteral("PP 4"))) << "the last plan is gone";
    EXPECT_FALSE(card.applyButton()->isVisible());
    EXPECT_FALSE(card.plan());
  }
  setLanguage(Language::zhCn);
  QCoreApplication::processEvents();
  EXPECT_TRUE(says(QStringLiteral("没有放得下的"))) << "by itself, in the other language too";
}

}  // namespace
}  // namespace shardscope::ui
