// SPDX-License-Identifier: Apache-2.0
#include "ui/views/impossible_panel.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QPushButton>

#include "core/rules/rules.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"
#include "ui/views/overview_page.hpp"

namespace shardscope::uitest {
namespace {

using namespace ui;

Scenario impossible() {
  auto s = designScenario();
  s.parallel.dp = 3;
  return s;
}

TEST(ImpossiblePanel, isNotThereWhileTheSplitExists) {
  Window w;
  EXPECT_FALSE(w.window.overview()->impossible()->isVisible());
}

TEST(ImpossiblePanel, namesTheEquationAndTwoWaysOut) {
  Window w(impossible());
  auto* panel = w.window.overview()->impossible();
  ASSERT_TRUE(panel->isVisible());
  EXPECT_TRUE(panel->text().contains(QStringLiteral("96"))) << panel->text().toStdString();
  for (auto* button : panel->buttons()) {
    EXPECT_TRUE(button->isVisible());
    EXPECT_FALSE(button->accessibleName().isEmpty());
  }
}

TEST(ImpossiblePanel, aButtonLeadsToALegalScenarioInOneUndoStep) {
  for (std::size_t i = 0; i < ImpossiblePanel::kChoices; ++i) {
    Window w(impossible());
    QTest::mouseClick(w.window.overview()->impossible()->buttons()[i], Qt::LeftButton);
    EXPECT_FALSE(firstError(w.store.scenario()));
    EXPECT_FALSE(w.window.overview()->impossible()->isVisible());
    w.store.undo();
    EXPECT_EQ(w.store.scenario(), impossible());
    EXPECT_TRUE(w.window.overview()->impossible()->isVisible());
  }
}

TEST(ImpossiblePanel, speaksTheLanguageOfTheWindow) {
  Window w(impossible());
  auto* panel = w.window.overview()->impossible();
  const QString english = panel->text();
  setLanguage(Language::zhCn);
  QApplication::processEvents();
  EXPECT_NE(panel->text(), english);
  setLanguage(Language::en);
  QApplication::processEvents();
  EXPECT_EQ(panel->text(), english);
}

}  // namespace
}  // namespace shardscope::uitest
