// SPDX-License-Identifier: Apache-2.0
#include "ui/controls/segmented.hpp"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/ui_slider.hpp"
#include "ui/controls/segment_button.hpp"

namespace shardscope::ui {
namespace {

class SegmentedTest : public ::testing::TestWithParam<ThemeName> {
 protected:
  void SetUp() override {
    applyTheme(GetParam());
    row.render(choices, 1);
    QObject::connect(&row, &Segmented::chosen, &row, [this](int index) { chosen << index; });
    uitest::present(row);
  }
  void click(int index) { QTest::mouseClick(row.button(index), Qt::LeftButton); }
  QColor color(Token token) const { return Theme::of(GetParam()).color(token); }

  const std::vector<Segment> choices{{QStringLiteral("0")},
                                     {QStringLiteral("1")},
                                     {QStringLiteral("2"), false, QStringLiteral("not with PP")},
                                     {QStringLiteral("3 / FSDP")}};
  Segmented row;
  QList<int> chosen;
};
INSTANTIATE_TEST_SUITE_P(Both, SegmentedTest, uitest::bothThemes(), uitest::themeName);

TEST_P(SegmentedTest, AClickChoosesOnce) {
  click(3);
  click(3);
  EXPECT_EQ(chosen, QList<int>{3});
  EXPECT_EQ(row.current(), 3);
  EXPECT_TRUE(row.button(3)->isChecked());
  EXPECT_FALSE(row.button(1)->isChecked());
}

TEST_P(SegmentedTest, ADisabledChoiceStaysAndTellsWhy) {
  click(2);
  EXPECT_TRUE(chosen.isEmpty());
  EXPECT_EQ(row.current(), 1);
  EXPECT_EQ(row.button(2)->toolTip(), QStringLiteral("not with PP"));
}

TEST_P(SegmentedTest, ArrowsMoveTheChoiceOverDisabledOnes) {
  row.button(1)->setFocus();
  QTest::keyClick(row.button(1), Qt::Key_Right);
  EXPECT_TRUE(row.button(3)->hasFocus());
  QTest::keyClick(row.button(3), Qt::Key_Right);  // the end
  QTest::keyClick(row.button(3), Qt::Key_Left);
  QTest::keyClick(row.button(1), Qt::Key_Home);
  QTest::keyClick(row.button(0), Qt::Key_End);
  EXPECT_EQ(chosen, QList<int>({3, 1, 0, 3}));
}

TEST_P(SegmentedTest, RenderingIsSilent) {
  row.render(choices, 0);
  row.render(choices, -1);
  EXPECT_EQ(row.current(), -1);
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(row.button(i)->isChecked());
  EXPECT_TRUE(chosen.isEmpty());
  row.button(0)->setFocus();
  QTest::keyClick(row.button(0), Qt::Key_Space);
  EXPECT_EQ(chosen, QList<int>{0});
}

TEST_P(SegmentedTest, AnOwnerMayReplaceTheChoicesDuringAClick) {
  QObject::connect(&row, &Segmented::chosen, &row, [this] { row.render({{QStringLiteral("only")}}, 0); });
  click(3);
  EXPECT_EQ(row.current(), 0);
  EXPECT_EQ(row.button(0)->text(), QStringLiteral("only"));
}

TEST_P(SegmentedTest, OneStopOfTheTabOrder) {
  int reachable = 0;
  for (int i = 0; i < 4; ++i) reachable += (row.button(i)->focusPolicy() & Qt::TabFocus) != 0 ? 1 : 0;
  EXPECT_EQ(reachable, 1);
  row.setFocus();
  EXPECT_TRUE(row.button(1)->hasFocus());
}

TEST_P(SegmentedTest, ChoosingMovesNothing) {
  const QRect before = row.button(3)->geometry();
  click(3);
  EXPECT_EQ(row.button(3)->geometry(), before);
  EXPECT_EQ(row.button(0)->height(), 24);
}

TEST_P(SegmentedTest, TheChosenOneIsFilled) {
  row.clearFocus();
  const QImage image = row.grab().toImage();
  const auto corner = [&](int i) { return QPointF(row.button(i)->geometry().topLeft()) + QPointF(4, 4); };
  EXPECT_EQ(uitest::colorAt(image, corner(1)), color(Token::accent));
  EXPECT_EQ(uitest::colorAt(image, corner(0)), color(Token::control));
}

TEST_P(SegmentedTest, SpeaksAsRadioButtonsInAGroup) {
  QAccessibleInterface* one = QAccessible::queryAccessibleInterface(row.button(1));
  ASSERT_NE(one, nullptr);
  EXPECT_EQ(one->role(), QAccessible::RadioButton);
  EXPECT_TRUE(one->state().checked);
  EXPECT_EQ(uitest::spoken(row.button(2)), QStringLiteral("2 |  | not with PP"));
  EXPECT_TRUE(QAccessible::queryAccessibleInterface(row.button(2))->state().disabled);
  EXPECT_EQ(QAccessible::queryAccessibleInterface(&row)->role(), QAccessible::Grouping);
}

}  // namespace
}  // namespace shardscope::ui
