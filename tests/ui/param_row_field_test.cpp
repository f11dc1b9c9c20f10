// SPDX-License-Identifier: Apache-2.0
// The exact field: stepping, typing, and never a rounded number.
#include <QAbstractItemView>
#include <QCompleter>

#include "tests/support/ui_row.hpp"

namespace shardscope::ui {
namespace {

class StopFieldTest : public uitest::RowTest {
 protected:
  StopField* field() const { return row.field(); }
  QAbstractItemView* list() const { return row.field()->findChild<QCompleter*>()->popup(); }
};
INSTANTIATE_TEST_SUITE_P(Both, StopFieldTest, uitest::bothThemes(), uitest::themeName);

TEST_P(StopFieldTest, ArrowKeysStepOverLegalStops) {
  field()->setFocus();
  key(Qt::Key_Up);
  key(Qt::Key_Up);
  key(Qt::Key_Up);
  EXPECT_EQ(said(), QStringLiteral("[ 8 ] [ 16 ]"));
  key(Qt::Key_Down);
  key(Qt::Key_PageDown);
  EXPECT_EQ(said(), QStringLiteral("[ 8 ] [ 4 ]"));
}

TEST_P(StopFieldTest, DrawnArrowsStepOnceAClick) {
  QTest::mouseClick(field(), Qt::LeftButton, {}, field()->arrowRect(1).center());
  EXPECT_EQ(said(), QStringLiteral("[ 8 ]"));
  QTest::mouseClick(field(), Qt::LeftButton, {}, field()->arrowRect(-1).center());
  EXPECT_EQ(said(), QStringLiteral("[ 4 ]"));
}

TEST_P(StopFieldTest, AHeldArrowRepeatsInOneGesture) {
  QTest::mousePress(field(), Qt::LeftButton, {}, field()->arrowRect(-1).center());
  EXPECT_TRUE(QTest::qWaitFor([this] { return state.value == 1; }));
  QTest::mouseRelease(field(), Qt::LeftButton, {}, field()->arrowRect(-1).center());
  EXPECT_EQ(said(), QStringLiteral("[ 2 1 ]"));
}

TEST_P(StopFieldTest, TheWheelNeedsFocus) {
  EXPECT_FALSE(uitest::sendWheel(*field(), 1));
  field()->setFocus();
  EXPECT_TRUE(uitest::sendWheel(*field(), 1));
  EXPECT_EQ(said(), QStringLiteral("[ 8 ]"));
}

TEST_P(StopFieldTest, EnterTakesALegalNumber) {
  type(QStringLiteral("16"));
  EXPECT_EQ(said(), QString());
  key(Qt::Key_Return);
  EXPECT_EQ(said(), QStringLiteral("typed 16"));
  EXPECT_EQ(field()->text(), QStringLiteral("16"));
  EXPECT_FALSE(field()->isRefused());
  key(Qt::Key_Return);  // nothing new to say
  EXPECT_EQ(said(), QString());
}

TEST_P(StopFieldTest, AnIllegalNumberOffersItsNeighborsAndEnterDoesNotRound) {
  type(QStringLiteral("5"));
  EXPECT_EQ(field()->offered(), QStringList({QStringLiteral("4"), QStringLiteral("8")}));
  key(Qt::Key_Return);
  EXPECT_EQ(said(), QString());
  EXPECT_EQ(reasons, QStringList{QStringLiteral("5 is out")});
  EXPECT_EQ(field()->text(), QStringLiteral("5"));
  EXPECT_TRUE(field()->isRefused());
  EXPECT_EQ(field()->offered(), QStringList({QStringLiteral("4"), QStringLiteral("8")}));
}

TEST_P(StopFieldTest, ANeighborIsChosenByArrowAndEnter) {
  type(QStringLiteral("5"));
  ASSERT_TRUE(list()->isVisible());
  QTest::keyClick(list(), Qt::Key_Down);
  QTest::keyClick(list(), Qt::Key_Down);
  QTest::keyClick(list(), Qt::Key_Return);
  EXPECT_EQ(said(), QStringLiteral("typed 8"));
  EXPECT_EQ(field()->text(), QStringLiteral("8"));
  EXPECT_TRUE(field()->offered().isEmpty());
}

TEST_P(StopFieldTest, EnterInTheOpenListWithoutAChoiceDoesNotRound) {
  type(QStringLiteral("5"));
  QTest::keyClick(list(), Qt::Key_Return);
  EXPECT_EQ(said(), QString());
  EXPECT_EQ(field()->text(), QStringLiteral("5"));
  EXPECT_TRUE(field()->isRefused());
}

TEST_P(StopFieldTest, ANeighborIsChosenByMouse) {
  type(QStringLiteral("5"));
  QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, list()->visualRect(list()->model()->index(0, 0)).center());
  EXPECT_EQ(said(), QString());  // 4 is what was there before
  EXPECT_EQ(field()->text(), QStringLiteral("4"));
}

TEST_P(StopFieldTest, BeyondTheEndsThereIsOneNeighbor) {
  type(QStringLiteral("99"));
  EXPECT_EQ(field()->offered(), QStringList{QStringLiteral("16")});
}

TEST_P(StopFieldTest, ANumberOutsideTheListIsTheOwnersToDecide) {
  onTyped = [this](std::int64_t v) {
    state.stops = uitest::stopsOf({1, 2, 4, 6, 8}, "ooooo");
    show(v);
  };
  type(QStringLiteral("6"));
  key(Qt::Key_Return);
  EXPECT_EQ(said(), QStringLiteral("typed 6"));
  EXPECT_EQ(field()->text(), QStringLiteral("6"));
  EXPECT_FALSE(field()->isRefused());
}

TEST_P(StopFieldTest, ARefusalWithAReason) {
  onTyped = [this](std::int64_t v) { row.refuse(v, QStringLiteral("6 does not divide 64")); };
  type(QStringLiteral("6"));
  key(Qt::Key_Return);
  EXPECT_TRUE(field()->isRefused());
  EXPECT_EQ(reasons, QStringList{QStringLiteral("6 does not divide 64")});
  EXPECT_EQ(field()->offered(), QStringList({QStringLiteral("4"), QStringLiteral("8")}));
}

TEST_P(StopFieldTest, SilenceOfTheOwnerIsARefusal) {
  onTyped = nullptr;
  type(QStringLiteral("6"));
  key(Qt::Key_Return);
  EXPECT_TRUE(field()->isRefused());
  EXPECT_EQ(field()->text(), QStringLiteral("6"));
  type(QStringLiteral("2"));  // typing on clears the mark
  EXPECT_FALSE(field()->isRefused());
}

TEST_P(StopFieldTest, EscapeBringsTheValueBackThenPassesOn) {
  type(QStringLiteral("16"));
  key(Qt::Key_Escape);
  EXPECT_EQ(field()->text(), QStringLiteral("4"));
  QKeyEvent second(QEvent::KeyPress, Qt::Key_Escape, Qt::NoModifier);
  QApplication::sendEvent(field(), &second);
  EXPECT_FALSE(second.isAccepted());
  EXPECT_EQ(said(), QString());
}

TEST_P(StopFieldTest, LeavingTakesALegalNumberAndGivesARefusedOneUp) {
  type(QStringLiteral("16"));
  row.slider()->setFocus(Qt::TabFocusReason);
  EXPECT_EQ(said(), QStringLiteral("typed 16"));
  type(QStringLiteral("5"));
  row.slider()->setFocus(Qt::TabFocusReason);
  EXPECT_EQ(said(), QString());
  EXPECT_EQ(field()->text(), QStringLiteral("16"));
  EXPECT_FALSE(field()->isRefused());
  EXPECT_TRUE(field()->offered().isEmpty());
}

TEST_P(StopFieldTest, WordsAreRefusedWithWhatIsAllowed) {
  type(QStringLiteral("many"));
  key(Qt::Key_Return);
  EXPECT_TRUE(field()->isRefused());
  ASSERT_EQ(reasons.size(), 1);
  EXPECT_TRUE(reasons[0].contains(QStringLiteral("whole number"))) << reasons[0].toStdString();
}

TEST_P(StopFieldTest, ARenderDuringTypingKeepsTheText) {
  type(QStringLiteral("1"));
  state.stops = uitest::stopsOf({1, 2, 4, 16}, "oooo");
  row.render(state);
  EXPECT_EQ(field()->text(), QStringLiteral("1"));
  show(2);  // undo, say: the value itself changed
  EXPECT_EQ(field()->text(), QStringLiteral("2"));
}

TEST_P(StopFieldTest, SequencesAreShownAndReadInK) {
  state.asSequence = true;
  state.stops = uitest::stopsOf({4096, 8192, 16384}, "ooo");
  show(8192);
  EXPECT_EQ(field()->text(), QStringLiteral("8 K"));
  for (const char* text : {"16k", "16384", "16 K", "16K"}) {
    show(8192);
    said();
    type(QString::fromLatin1(text));
    key(Qt::Key_Return);
    EXPECT_EQ(said(), QStringLiteral("typed 16384")) << text;
  }
  type(QStringLiteral("9000"));
  EXPECT_EQ(field()->offered(), QStringList({QStringLiteral("8 K"), QStringLiteral("16 K")}));
}

TEST_P(StopFieldTest, FollowersAreDashedAndReadOnly) {
  state.follows = true;
  row.render(state);
  const QImage image = field()->grab().toImage();
  const Theme& theme = Theme::of(GetParam());
  EXPECT_EQ(uitest::colorAt(image, {6, 12}), theme.color(Token::alternate));
  int changes = 0;  // along the top edge: line, gap, line …
  for (int x = 8; x < image.width() - 8; ++x) changes += image.pixel(x, 0) != image.pixel(x - 1, 0) ? 1 : 0;
  EXPECT_GT(changes, 8);
  field()->setFocus();
  key(Qt::Key_Up);
  QTest::mouseClick(field(), Qt::LeftButton, {}, field()->arrowRect(1).center());
  EXPECT_EQ(said(), QString());
}

TEST_P(StopFieldTest, HoldsItsWidestText) {
  state.asSequence = true;
  state.stops = uitest::stopsOf({1048576}, "o");
  show(1048576);
  const int room = field()->arrowRect(1).left() - 2;
  EXPECT_LE(field()->fontMetrics().horizontalAdvance(field()->text()), room);
}

}  // namespace
}  // namespace shardscope::ui
