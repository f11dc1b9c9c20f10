// SPDX-License-Identifier: Apache-2.0
// What a screen reader finds in the controls.
#include <QAccessible>
#include <QPushButton>

#include "tests/support/ui_row.hpp"
#include "ui/controls/kpi_tile.hpp"

namespace shardscope::ui {
namespace {

class Accessibility : public uitest::RowTest {
 protected:
  QAccessibleInterface* slider() const { return QAccessible::queryAccessibleInterface(row.slider()); }
  QAccessibleValueInterface* value() const { return slider()->valueInterface(); }
};
INSTANTIATE_TEST_SUITE_P(Light, Accessibility, ::testing::Values(ThemeName::light), uitest::themeName);

TEST_P(Accessibility, ASliderSpeaksTheStopNotItsIndex) {
  ASSERT_NE(slider(), nullptr);
  EXPECT_EQ(slider()->role(), QAccessible::Slider);
  EXPECT_EQ(uitest::spoken(row.slider()), QStringLiteral("PP pipeline | PP 4 of 1 2 4 8 16 | Pipeline stages"));
  ASSERT_NE(value(), nullptr);
  EXPECT_EQ(value()->currentValue().toLongLong(), 4);
  EXPECT_EQ(value()->minimumValue().toLongLong(), 1);
  EXPECT_EQ(value()->maximumValue().toLongLong(), 16);
  EXPECT_EQ(value()->minimumStepSize().toLongLong(), 1);
}

TEST_P(Accessibility, TheReasonOfTheCurrentStopIsPartOfItsDescription) {
  show(16);
  EXPECT_TRUE(slider()->text(QAccessible::Description).contains(QStringLiteral("16 is risky")));
  show(5);
  EXPECT_TRUE(slider()->text(QAccessible::Description).contains(QStringLiteral("5 is out")));
  EXPECT_TRUE(slider()->state().invalid);
}

TEST_P(Accessibility, IncreaseDecreaseAndSetAreGestures) {
  QAccessibleActionInterface* actions = slider()->actionInterface();
  ASSERT_NE(actions, nullptr);
  EXPECT_TRUE(actions->actionNames().contains(QAccessibleActionInterface::increaseAction()));
  actions->doAction(QAccessibleActionInterface::increaseAction());
  actions->doAction(QAccessibleActionInterface::decreaseAction());
  value()->setCurrentValue(16);
  value()->setCurrentValue(5);  // not a legal stop: nothing, no rounding
  EXPECT_EQ(said(), QStringLiteral("[ 8 ] [ 4 ] [ 16 ]"));
}

TEST_P(Accessibility, FollowersAreReadOnlyAndUnavailableKnobsDisabled) {
  state.follows = true;
  row.render(state);
  EXPECT_TRUE(slider()->state().readOnly);
  EXPECT_FALSE(slider()->actionInterface()->actionNames().contains(QAccessibleActionInterface::increaseAction()));
  EXPECT_EQ(slider()->text(QAccessible::Value), QStringLiteral("PP 4, follows"));
  state.follows = false;
  state.enabled = false;
  row.render(state);
  EXPECT_TRUE(slider()->state().disabled);
  EXPECT_EQ(slider()->text(QAccessible::Value), QStringLiteral("PP not available"));
}

TEST_P(Accessibility, EveryPartOfARowHasAName) {
  for (QWidget* part : {static_cast<QWidget*>(row.slider()), static_cast<QWidget*>(row.field()),
                        static_cast<QWidget*>(row.lockButton())}) {
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(part);
    ASSERT_NE(spoken, nullptr);
    EXPECT_TRUE(spoken->text(QAccessible::Name).contains(QStringLiteral("PP")));
  }
  QString unlocked = QAccessible::queryAccessibleInterface(row.lockButton())->text(QAccessible::Name);
  state.locked = true;
  row.render(state);
  EXPECT_NE(QAccessible::queryAccessibleInterface(row.lockButton())->text(QAccessible::Name), unlocked);
}

TEST_P(Accessibility, ATileIsAButtonThatCanBePressed) {
  KpiTile tile;
  tile.render({.title = QStringLiteral("MFU"), .value = QStringLiteral("39.6"), .unit = QStringLiteral("%")});
  int presses = 0;
  QObject::connect(&tile, &QAbstractButton::clicked, &tile, [&presses] { ++presses; });
  QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&tile);
  ASSERT_NE(spoken, nullptr);
  EXPECT_EQ(spoken->role(), QAccessible::Button);
  EXPECT_EQ(spoken->text(QAccessible::Name), QStringLiteral("MFU, 39.6 %"));
  spoken->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
  EXPECT_EQ(presses, 1);
}

TEST_P(Accessibility, OtherWidgetsKeepTheInterfacesOfQt) {
  QPushButton button(QStringLiteral("Fix"));
  QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&button);
  ASSERT_NE(spoken, nullptr);
  EXPECT_EQ(spoken->role(), QAccessible::Button);
  EXPECT_EQ(spoken->text(QAccessible::Name), QStringLiteral("Fix"));
}

}  // namespace
}  // namespace shardscope::ui
