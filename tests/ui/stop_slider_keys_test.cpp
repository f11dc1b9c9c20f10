// SPDX-License-Identifier: Apache-2.0
#include <QToolTip>

#include "tests/support/ui_slider.hpp"

namespace shardscope::ui {
namespace {

class StopSliderKeys : public uitest::SliderTest {};
INSTANTIATE_TEST_SUITE_P(Both, StopSliderKeys, uitest::bothThemes(), uitest::themeName);

TEST_P(StopSliderKeys, ArrowsStepOverLegalStopsOneGestureEach) {
  key(Qt::Key_Right);  // over ✕ 5
  key(Qt::Key_Up);     // △ 16 is legal
  EXPECT_EQ(said(), QStringLiteral("[ 8 ] [ 16 ]"));
  key(Qt::Key_Right);  // ✕ 32 is not
  EXPECT_EQ(said(), QString());
  key(Qt::Key_Left);
  key(Qt::Key_Down);
  EXPECT_EQ(said(), QStringLiteral("[ 8 ] [ 4 ]"));
}

TEST_P(StopSliderKeys, PageKeysMoveOneStopHomeAndEndTheLegalEnds) {
  key(Qt::Key_PageUp);
  key(Qt::Key_PageDown);
  EXPECT_EQ(said(), QStringLiteral("[ 8 ] [ 4 ]"));
  key(Qt::Key_End);
  EXPECT_EQ(said(), QStringLiteral("[ 16 ]"));
  key(Qt::Key_Home);
  EXPECT_EQ(said(), QStringLiteral("[ 1 ]"));
  key(Qt::Key_Home);
  EXPECT_EQ(said(), QString());
}

TEST_P(StopSliderKeys, AltArrowsReadTheReasonsOneAfterTheOther) {
  key(Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(QToolTip::text(), QStringLiteral("5 is out"));
  key(Qt::Key_Right, Qt::AltModifier);
  key(Qt::Key_Right, Qt::AltModifier);
  key(Qt::Key_Right, Qt::AltModifier);  // no further one
  key(Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(reasons, QStringList({QStringLiteral("5 is out"), QStringLiteral("16 is risky"),
                                  QStringLiteral("32 is out"), QStringLiteral("16 is risky")}));
  EXPECT_EQ(said(), QString());
  EXPECT_EQ(slider.value(), 4);
  QToolTip::hideText();
}

TEST_P(StopSliderKeys, AnUnavailableKnobStillTellsWhy) {
  slider.setStops(uitest::stopsOf({1, 2, 4}, "xxx"), 1);
  slider.setAvailable(false);
  key(Qt::Key_Right);
  key(Qt::Key_End);
  EXPECT_EQ(said(), QString());
  key(Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(reasons, QStringList{QStringLiteral("2 is out")});
  QToolTip::hideText();
}

TEST_P(StopSliderKeys, FollowersDoNotMove) {
  slider.setFollower(true);
  for (const Qt::Key k : {Qt::Key_Right, Qt::Key_Home, Qt::Key_End, Qt::Key_PageUp}) key(k);
  EXPECT_EQ(said(), QString());
}

TEST_P(StopSliderKeys, OnlyGesturesEmit) {
  slider.setStops(uitest::stopsOf({1, 2}, "oo"), 2);
  slider.setStops({}, 0);
  slider.setStops(uitest::stopsOf({1, 2, 4}, "xxo"), 4);
  key(Qt::Key_Home);
  key(Qt::Key_Left);
  EXPECT_EQ(said(), QString());
}

TEST_P(StopSliderKeys, LettersReachTheOwner) {
  QKeyEvent event(QEvent::KeyPress, Qt::Key_L, Qt::NoModifier, QStringLiteral("l"));
  QApplication::sendEvent(&slider, &event);
  EXPECT_FALSE(event.isAccepted());
}

TEST_P(StopSliderKeys, SpeaksTheStopWithItsNeighbors) {
  EXPECT_EQ(slider.valueText(), QStringLiteral("TP 4 of 1 2 4 8 16"));
  slider.setStops(slider.stops(), 5);
  EXPECT_EQ(slider.valueText(), QStringLiteral("TP 5, not a valid stop, of 1 2 4 8 16"));
  slider.setFollower(true);
  EXPECT_EQ(slider.valueText(), QStringLiteral("TP 5, follows"));
  slider.setAvailable(false);
  EXPECT_EQ(slider.valueText(), QStringLiteral("TP not available"));
}

TEST_P(StopSliderKeys, SequencesSpeakInK) {
  slider.setSymbol(QStringLiteral("s"));
  slider.setAsSequence(true);
  slider.setStops(uitest::stopsOf({4096, 8192, 16384}, "ooo"), 8192);
  EXPECT_EQ(slider.valueText(), QStringLiteral("s 8 K of 4 K 8 K 16 K"));
}

}  // namespace
}  // namespace shardscope::ui
