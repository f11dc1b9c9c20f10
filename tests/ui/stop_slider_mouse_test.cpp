// SPDX-License-Identifier: Apache-2.0
#include <QToolTip>

#include "tests/support/ui_slider.hpp"

namespace shardscope::ui {
namespace {

class StopSliderMouse : public uitest::SliderTest {};
INSTANTIATE_TEST_SUITE_P(Both, StopSliderMouse, uitest::bothThemes(), uitest::themeName);

// 262 px wide, margins 10: seven stops at 10, 50, 90, 130, 171, 211, 252 (rounded from steps of 40.33).
TEST_P(StopSliderMouse, StopsAreEvenlySpacedByIndex) {
  EXPECT_EQ(at(1).x(), 10);
  EXPECT_EQ(at(32).x(), 252);
  EXPECT_EQ(at(5).x(), 131);
  EXPECT_EQ(slider.handleRect().center(), at(4));
}

TEST_P(StopSliderMouse, OneDragIsOneGestureThroughLegalStopsOnly) {
  press(at(4));
  EXPECT_EQ(said(), QStringLiteral("["));
  for (double x = at(4).x(); x <= at(16).x(); x += 1) move({x, 12});
  EXPECT_EQ(said(), QStringLiteral("8 16"));
  move({400, 12});
  release({400, 12});
  EXPECT_EQ(said(), QStringLiteral("]"));
  EXPECT_EQ(slider.value(), 16);
}

TEST_P(StopSliderMouse, AStopCatchesAtSixPixelsAndNotBefore) {
  press(at(2) + (at(4) - at(2)));
  move(at(8) - QPointF(7, 0));
  EXPECT_EQ(said(), QStringLiteral("["));
  EXPECT_EQ(slider.value(), 4);
  move(at(8) - QPointF(6, 0));
  EXPECT_EQ(said(), QStringLiteral("8"));
  move(at(4) + QPointF(7, 0));
  EXPECT_EQ(slider.value(), 8);
  move(at(4) + QPointF(6, 0));
  EXPECT_EQ(slider.value(), 4);
  release(at(4));
}

TEST_P(StopSliderMouse, TheHandleKeepsTheDistanceToTheFinger) {
  press(at(4) + QPointF(5, 0));
  EXPECT_EQ(said(), QStringLiteral("["));
  move(at(8) + QPointF(-2, 0));  // the handle's centre would stand 7 px before the stop
  EXPECT_EQ(slider.value(), 4);
  move(at(8) + QPointF(-1, 0));
  EXPECT_EQ(slider.value(), 8);
  release(at(8));
}

TEST_P(StopSliderMouse, OneFastMoveReachesWhatASlowOneWould) {
  press(at(4));
  move(at(1));
  release(at(1));
  EXPECT_EQ(said(), QStringLiteral("[ 1 ]"));
}

TEST_P(StopSliderMouse, TheHandleLeansBeforeItLetsGoAndSettlesOnRelease) {
  press(at(4));
  move(at(4) + QPointF(10, 0));
  EXPECT_EQ(slider.handleRect().center().x(), at(4).x() + 4);  // 10 minus the magnet of 6
  release(at(4) + QPointF(10, 0));
  EXPECT_EQ(slider.handleRect().center(), at(4));
  EXPECT_EQ(said(), QStringLiteral("[ ]"));
}

TEST_P(StopSliderMouse, ShiftPreviewsAnIllegalStopAndSpringsBack) {
  press(at(4), Qt::ShiftModifier);
  move(at(5), Qt::ShiftModifier);
  EXPECT_EQ(said(), QStringLiteral("[ (5)"));
  EXPECT_EQ(slider.value(), 4);
  EXPECT_EQ(slider.handleRect().center(), at(5));
  release(at(5), Qt::ShiftModifier);
  EXPECT_EQ(said(), QStringLiteral("(4) ]"));
  EXPECT_EQ(slider.handleRect().center(), at(4));
}

TEST_P(StopSliderMouse, ShiftPassesThroughToLegalStops) {
  press(at(4), Qt::ShiftModifier);
  move(at(5), Qt::ShiftModifier);
  move(at(8), Qt::ShiftModifier);
  move(at(16), Qt::ShiftModifier);
  move(at(32), Qt::ShiftModifier);
  release(at(32), Qt::ShiftModifier);
  EXPECT_EQ(said(), QStringLiteral("[ (5) (4) 8 16 (32) (16) ]"));
  EXPECT_EQ(slider.value(), 16);
}

TEST_P(StopSliderMouse, LettingShiftGoEndsThePreview) {
  press(at(4), Qt::ShiftModifier);
  move(at(5), Qt::ShiftModifier);
  move(at(5));
  EXPECT_EQ(said(), QStringLiteral("[ (5) (4)"));
  release(at(5));
  EXPECT_EQ(said(), QStringLiteral("]"));
}

TEST_P(StopSliderMouse, AnOwnerThatShowsThePreviewGetsTheOldValueBack) {
  QObject::connect(&slider, &StopSlider::previewed, &slider, [this](auto v) { slider.setStops(slider.stops(), v); });
  press(at(4), Qt::ShiftModifier);
  move(at(5), Qt::ShiftModifier);
  EXPECT_EQ(slider.value(), 5);
  release(at(5), Qt::ShiftModifier);
  EXPECT_EQ(slider.value(), 4);
  EXPECT_EQ(said(), QStringLiteral("[ (5) (4) ]"));
}

TEST_P(StopSliderMouse, AClickInTheGrooveMovesOneLegalStop) {
  press(at(16));
  release(at(16));
  EXPECT_EQ(said(), QStringLiteral("[ 8 ]"));
  press(at(1));
  release(at(1));
  EXPECT_EQ(said(), QStringLiteral("[ 4 ]"));
}

TEST_P(StopSliderMouse, OtherButtonsDoNothing) {
  QTest::mouseClick(&slider, Qt::RightButton, {}, at(8).toPoint());
  EXPECT_EQ(said(), QString());
}

TEST_P(StopSliderMouse, EscapeTakesTheDragBack) {
  press(at(4));
  move(at(16));
  key(Qt::Key_Escape);
  EXPECT_EQ(said(), QStringLiteral("[ 16 4 ]"));
  move(at(8));  // the button is still down, the drag is over
  release(at(8));
  EXPECT_EQ(said(), QString());
}

TEST_P(StopSliderMouse, ADragAlwaysEndsItsGesture) {
  press(at(4));
  slider.setFollower(true);
  EXPECT_EQ(said(), QStringLiteral("[ ]"));
  slider.setFollower(false);
  press(at(4));
  slider.setEnabled(false);
  EXPECT_EQ(said(), QStringLiteral("[ ]"));
  slider.setEnabled(true);
  press(at(4));
  slider.hide();
  EXPECT_EQ(said(), QStringLiteral("[ ]"));
}

TEST_P(StopSliderMouse, FollowersAndUnavailableKnobsCannotBeDragged) {
  slider.setFollower(true);
  press(at(4));
  move(at(8));
  release(at(8));
  slider.setFollower(false);
  slider.setAvailable(false);
  EXPECT_TRUE(slider.handleRect().isEmpty());
  press(at(4));
  move(at(8));
  release(at(8));
  EXPECT_EQ(said(), QString());
}

TEST_P(StopSliderMouse, AnIllegalValueFromAFileHoldsTheHandleAndCanBeLeft) {
  slider.setStops(slider.stops(), 5);
  EXPECT_EQ(slider.handleRect().center(), at(5));
  press(at(5));
  move(at(8));
  move(at(5));
  release(at(5));
  EXPECT_EQ(said(), QStringLiteral("[ 8 ]"));  // it does not go back
}

TEST_P(StopSliderMouse, AValueThatIsNoStopGetsAPlaceOfItsOwn) {
  slider.setStops(uitest::stopsOf({1, 2, 4}, "ooo"), 3);
  ASSERT_EQ(slider.stops().size(), 4U);
  EXPECT_EQ(slider.stops()[2], (SliderStop{3, StopState::invalid, {}}));
  EXPECT_EQ(slider.handleRect().center(), at(3));
}

TEST_P(StopSliderMouse, TheWheelMovesOnlyWithFocusAndOneStopANotch) {
  slider.clearFocus();
  EXPECT_FALSE(uitest::sendWheel(slider, 1));
  EXPECT_EQ(said(), QString());
  slider.setFocus();
  EXPECT_TRUE(uitest::sendWheel(slider, 1));
  EXPECT_EQ(said(), QStringLiteral("[ 8 ]"));
  EXPECT_TRUE(uitest::sendWheel(slider, -2));
  EXPECT_EQ(said(), QStringLiteral("[ 4 ] [ 2 ]"));
  EXPECT_TRUE(uitest::sendWheel(slider, 0.5));  // a fine wheel: two halves make a notch
  EXPECT_EQ(said(), QString());
  EXPECT_TRUE(uitest::sendWheel(slider, 0.5));
  EXPECT_EQ(said(), QStringLiteral("[ 4 ]"));
  EXPECT_FALSE(uitest::sendWheel(slider, 1, Qt::ControlModifier));
}

TEST_P(StopSliderMouse, HoveringAnIllegalStopTellsWhyOnce) {
  const auto hover = [this](QPointF point) {
    QMouseEvent event(QEvent::MouseMove, point, slider.mapToGlobal(point), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(&slider, &event);
  };
  hover(at(5));
  hover(at(5) + QPointF(1, 0));
  hover(at(2));
  hover(at(16));
  EXPECT_EQ(reasons, QStringList({QStringLiteral("5 is out"), QStringLiteral("16 is risky")}));
  const QPoint point = at(16).toPoint();
  QHelpEvent help(QEvent::ToolTip, point, slider.mapToGlobal(point));
  QApplication::sendEvent(&slider, &help);
  EXPECT_EQ(QToolTip::text(), QStringLiteral("16 is risky"));
  QToolTip::hideText();
}

}  // namespace
}  // namespace shardscope::ui
