// SPDX-License-Identifier: Apache-2.0
#include "ui/controls/param_row.hpp"

#include <QAccessible>
#include <QCompleter>
#include <QVBoxLayout>

#include "tests/support/ui_row.hpp"
#include "ui/controls/param_label.hpp"
#include "ui/theme/text_style.hpp"

namespace shardscope::ui {
namespace {

class ParamRowTest : public uitest::RowTest {};
INSTANTIATE_TEST_SUITE_P(Both, ParamRowTest, uitest::bothThemes(), uitest::themeName);

TEST_P(ParamRowTest, SliderGesturesPassThrough) {
  row.focusSlider();
  EXPECT_TRUE(row.slider()->hasFocus());
  QTest::keyClick(row.slider(), Qt::Key_Right);
  EXPECT_EQ(said(), QStringLiteral("[ 8 ]"));
  EXPECT_EQ(row.field()->text(), QStringLiteral("8"));
}

TEST_P(ParamRowTest, TheLockIsATargetOf24Pixels) {
  EXPECT_GE(row.lockButton()->width(), 24);
  EXPECT_GE(row.lockButton()->height(), 24);
  QTest::mouseClick(row.lockButton(), Qt::LeftButton);
  EXPECT_EQ(said(), QStringLiteral("lock"));
}

TEST_P(ParamRowTest, LTogglesTheLockOfTheFocusedSlider) {
  row.focusSlider();
  QTest::keyClick(row.slider(), Qt::Key_L);
  EXPECT_EQ(said(), QStringLiteral("lock"));
  type(QStringLiteral("L"));  // in the field it is a letter
  EXPECT_EQ(said(), QString());
}

TEST_P(ParamRowTest, AFollowerSwapsOnlyWhereTheOwnerAllows) {
  state.follows = true;
  row.render(state);
  EXPECT_FALSE(row.lockButton()->isEnabled());
  row.focusSlider();
  QTest::keyClick(row.slider(), Qt::Key_L);
  EXPECT_EQ(said(), QString());
  state.swappable = true;
  row.render(state);
  QTest::mouseClick(row.lockButton(), Qt::LeftButton);
  EXPECT_EQ(said(), QStringLiteral("lock"));
  EXPECT_TRUE(row.field()->isReadOnly());
}

TEST_P(ParamRowTest, AnUnavailableKnobShowsItsPlaceholderAndNoLock) {
  state.enabled = false;
  state.disabledText = QStringLiteral("—");
  row.render(state);
  EXPECT_EQ(row.field()->text(), QStringLiteral("—"));
  EXPECT_FALSE(row.lockButton()->isVisible());
  EXPECT_TRUE(row.slider()->handleRect().isEmpty());
  row.focusSlider();
  QTest::keyClick(row.slider(), Qt::Key_Right, Qt::AltModifier);  // the reasons stay readable
  EXPECT_EQ(reasons, QStringList{QStringLiteral("5 is out")});
}

TEST_P(ParamRowTest, ColumnsLineUpWhateverTheName) {
  QWidget panel;
  auto* column = new QVBoxLayout(&panel);
  std::vector<ParamRow*> rows;
  for (const char* name : {"tensor", "a name far too long for its column", ""}) {
    state.name = QString::fromLatin1(name);
    state.enabled = !rows.empty();
    rows.push_back(new ParamRow(&panel));
    rows.back()->render(state);
    column->addWidget(rows.back());
  }
  uitest::present(panel, {330, 160});
  for (const ParamRow* other : rows) {
    EXPECT_EQ(other->slider()->geometry().left(), rows[0]->slider()->geometry().left());
    EXPECT_EQ(other->slider()->width(), rows[0]->slider()->width());
    EXPECT_EQ(other->field()->geometry().right(), rows[0]->field()->geometry().right());
  }
}

TEST_P(ParamRowTest, TheDotMarksAValueOfItsOwn) {
  const QColor accent = Theme::of(GetParam()).color(Token::accent);
  const QRectF margin(0, 0, 14, 36);
  EXPECT_EQ(uitest::pixelsOf(row.grab().toImage(), accent, margin), 0);
  state.differsFromDefault = true;
  row.render(state);
  EXPECT_GT(uitest::pixelsOf(row.grab().toImage(), accent, margin), 4);
}

TEST_P(ParamRowTest, HeightsFollowCompactAndTextSize) {
  EXPECT_EQ(row.height(), 36);
  row.setCompact(true);
  EXPECT_EQ(row.height(), 28);
  setTextScale(1.5);
  EXPECT_TRUE(QTest::qWaitFor([this] { return row.height() == 42; }));
  EXPECT_GE(row.field()->sizeHint().height(), 36);
  setTextScale(1);
  EXPECT_TRUE(QTest::qWaitFor([this] { return row.height() == 28; }));
}

TEST_P(ParamRowTest, AClickOnTheNameFocusesTheSlider) {
  QTest::mouseClick(row.findChild<ParamLabel*>(), Qt::LeftButton);
  EXPECT_TRUE(row.slider()->hasFocus());
}

TEST_P(ParamRowTest, TabVisitsLockSliderField) {
  row.lockButton()->setFocus();
  QTest::keyClick(row.lockButton(), Qt::Key_Tab);
  EXPECT_TRUE(row.slider()->hasFocus());
  QTest::keyClick(row.slider(), Qt::Key_Tab);
  EXPECT_TRUE(row.field()->hasFocus());
}

}  // namespace
}  // namespace shardscope::ui
