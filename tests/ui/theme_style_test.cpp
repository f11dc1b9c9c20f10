// SPDX-License-Identifier: Apache-2.0
// The flat look of Qt's own widgets, and that they still work.
#include "ui/theme/theme_style.hpp"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabBar>
#include <QTest>
#include <QVBoxLayout>

#include "tests/support/ui_slider.hpp"

namespace shardscope::ui {
namespace {

class ThemeStyleTest : public ::testing::TestWithParam<ThemeName> {
 protected:
  void SetUp() override { applyTheme(GetParam()); }
  QColor color(Token token) const { return Theme::of(GetParam()).color(token); }
  QColor middle(QWidget& widget, QPointF at) const { return uitest::colorAt(widget.grab().toImage(), at); }
};
INSTANTIATE_TEST_SUITE_P(Both, ThemeStyleTest, uitest::bothThemes(), uitest::themeName);

TEST_P(ThemeStyleTest, ThePrimaryButtonIsTheOnlyFilledOne) {
  QPushButton plain(QStringLiteral("Lessons")), primary(QStringLiteral("Export"));
  primary.setProperty("primary", true);
  for (QPushButton* button : {&plain, &primary}) {
    button->setAutoDefault(false);
    uitest::present(*button);
    button->clearFocus();
    EXPECT_GE(button->height(), 28);
  }
  EXPECT_EQ(middle(primary, {6, 14}), color(Token::accent));
  EXPECT_EQ(middle(plain, {6, 14}), color(Token::control));
  EXPECT_GT(uitest::pixelsOf(primary.grab().toImage(), color(Token::onAccent)), 10);
  primary.setEnabled(false);
  EXPECT_EQ(uitest::pixelsOf(primary.grab().toImage(), color(Token::accent)), 0);
}

TEST_P(ThemeStyleTest, InputsShareOneFrameAndShowFocus) {
  QLineEdit line;
  QComboBox combo;
  QSpinBox spin;
  combo.addItem(QStringLiteral("1F1B"));
  for (QWidget* input : {static_cast<QWidget*>(&line), static_cast<QWidget*>(&combo), static_cast<QWidget*>(&spin)}) {
    uitest::present(*input);
    EXPECT_GE(input->height(), 24);
    input->clearFocus();
    const QPointF top(input->width() / 2.0, 0);
    EXPECT_EQ(middle(*input, top), color(Token::border));
    input->setFocus();
    EXPECT_EQ(middle(*input, top), color(Token::accent));
    input->setEnabled(false);
    EXPECT_EQ(middle(*input, top), color(Token::border));
    input->hide();
  }
}

TEST_P(ThemeStyleTest, SpinBoxArrowsStillStep) {
  QSpinBox spin;
  uitest::present(spin, {80, 24});
  QTest::mouseClick(&spin, Qt::LeftButton, {}, {spin.width() - 6, 6});
  EXPECT_EQ(spin.value(), 1);
  QTest::mouseClick(&spin, Qt::LeftButton, {}, {spin.width() - 6, spin.height() - 6});
  EXPECT_EQ(spin.value(), 0);
}

TEST_P(ThemeStyleTest, CheckBoxesFillWhenChecked) {
  QCheckBox box(QStringLiteral("DP"));
  uitest::present(box);
  EXPECT_EQ(uitest::pixelsOf(box.grab().toImage(), color(Token::accent), {0, 0, 14, 30}), 0);
  QTest::mouseClick(&box, Qt::LeftButton, {}, {6, box.height() / 2});
  EXPECT_TRUE(box.isChecked());
  QCursor::setPos(0, 0);
  EXPECT_GT(uitest::pixelsOf(box.grab().toImage(), color(Token::accent), {0, 0, 15, 30}), 60);
}

TEST_P(ThemeStyleTest, ScrollBarsPageAndDragWithoutButtons) {
  QScrollBar bar(Qt::Vertical);
  bar.setRange(0, 90);
  bar.setPageStep(10);  // the handle takes a tenth, at least 24 px
  uitest::present(bar, {bar.sizeHint().width(), 240});
  const int x = bar.width() / 2;
  EXPECT_EQ(middle(bar, {double(x), 12}), color(Token::hatch));
  QTest::mouseClick(&bar, Qt::LeftButton, {}, {x, 200});
  EXPECT_EQ(bar.value(), 10);
  // Handle 24 px, 216 px of way for 90 steps: 2.4 px a step. 120 px are 50 steps.
  QTest::mousePress(&bar, Qt::LeftButton, {}, {x, 24 + 12});
  uitest::sendMouse(bar, QEvent::MouseMove, {double(x), 24 + 12 + 120});
  QTest::mouseRelease(&bar, Qt::LeftButton, {}, {x, 24 + 12 + 120});
  EXPECT_EQ(bar.value(), 60);
}

TEST_P(ThemeStyleTest, TheChosenTabBelongsToThePage) {
  QTabBar tabs;
  tabs.addTab(QStringLiteral("Overview"));
  tabs.addTab(QStringLiteral("Sweep"));
  uitest::present(tabs);
  tabs.clearFocus();
  const QRect first = tabs.tabRect(0), second = tabs.tabRect(1);
  EXPECT_EQ(middle(tabs, {double(first.center().x()), 1}), color(Token::accent));
  EXPECT_EQ(middle(tabs, {double(first.left() + 6), double(first.bottom())}), color(Token::panel));
  EXPECT_EQ(middle(tabs, {double(second.left() + 6), double(second.bottom())}), color(Token::border));
  const int width = second.width();
  QTest::mouseClick(&tabs, Qt::LeftButton, {}, second.center());
  EXPECT_EQ(tabs.tabRect(1).width(), width);  // bold text moves nothing
  EXPECT_EQ(tabs.currentIndex(), 1);
}

TEST_P(ThemeStyleTest, AThemeChangeNeedsNoNewWidgets) {
  QPushButton button(QStringLiteral("Fix"));
  button.setAutoDefault(false);
  button.setIcon(icon("check"));
  uitest::present(button);
  button.clearFocus();
  const ThemeName other = GetParam() == ThemeName::light ? ThemeName::dark : ThemeName::light;
  applyTheme(other);
  EXPECT_EQ(middle(button, {5, 14}), Theme::of(other).color(Token::control));
  EXPECT_GT(uitest::pixelsOf(button.grab().toImage(), Theme::of(other).color(Token::text)), 0);
}

}  // namespace
}  // namespace shardscope::ui
