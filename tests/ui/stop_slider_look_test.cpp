// SPDX-License-Identifier: Apache-2.0
// What the picture of a slider holds: colors of the theme at the places where the marks belong.
#include "tests/support/ui_slider.hpp"

namespace shardscope::ui {
namespace {

class StopSliderLook : public uitest::SliderTest {
 protected:
  QColor color(Token token) const { return Theme::of(GetParam()).color(token); }
  QImage picture() {
    // A panel behind it, as in the window.
    QImage image(slider.size() * slider.devicePixelRatioF(), QImage::Format_RGB32);
    image.setDevicePixelRatio(slider.devicePixelRatioF());
    image.fill(color(Token::panel));
    slider.render(&image, {}, {}, QWidget::DrawChildren);
    return image;
  }
  QRectF around(std::int64_t value, double reach = 6) const {
    return {at(value) - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach)};
  }
};
INSTANTIATE_TEST_SUITE_P(Both, StopSliderLook, uitest::bothThemes(), uitest::themeName);

TEST_P(StopSliderLook, TheTrackIsFilledUpToTheHandle) {
  const QImage image = picture();
  EXPECT_EQ(uitest::colorAt(image, (at(1) + at(2)) / 2), color(Token::accent));
  EXPECT_EQ(uitest::colorAt(image, (at(2) + at(4)) / 2), color(Token::accent));
  EXPECT_EQ(uitest::colorAt(image, (at(8) + at(16)) / 2), color(Token::border));
}

TEST_P(StopSliderLook, MarksCarryTheirColors) {
  const QImage image = picture();
  EXPECT_EQ(uitest::colorAt(image, at(2)), color(Token::panel));  // ○ is hollow
  EXPECT_EQ(uitest::colorAt(image, at(8)), color(Token::panel));
  EXPECT_EQ(uitest::colorAt(image, at(4)), color(Token::panel));  // so is the handle
  EXPECT_GT(uitest::pixelsOf(image, color(Token::warn), around(16)), 0);
  EXPECT_EQ(uitest::pixelsOf(image, color(Token::warn), around(8)), 0);
  EXPECT_TRUE(uitest::isNear(uitest::colorAt(image, at(5)), color(Token::secondaryText)));  // the middle of ✕
}

TEST_P(StopSliderLook, FocusDrawsARingOutsideTheHandle) {
  const QPointF ring = {slider.handleRect().left() - 2, slider.handleRect().center().y() - 6};
  slider.clearFocus();
  EXPECT_NE(uitest::colorAt(picture(), ring), color(Token::accent));
  slider.setFocus();
  EXPECT_EQ(uitest::colorAt(picture(), ring), color(Token::accent));
}

TEST_P(StopSliderLook, AFollowerHasNoFillAndNoAccent) {
  slider.clearFocus();
  slider.setFollower(true);
  const QImage image = picture();
  EXPECT_EQ(uitest::pixelsOf(image, color(Token::accent)), 0);
  EXPECT_EQ(uitest::colorAt(image, (at(1) + at(2)) / 2), color(Token::border));
  EXPECT_EQ(uitest::colorAt(image, at(4)), color(Token::panel));
}

TEST_P(StopSliderLook, AnIllegalValueShowsItsSignNotOnlyRed) {
  slider.clearFocus();
  slider.setStops(slider.stops(), 32);
  const QImage image = picture();
  EXPECT_GT(uitest::pixelsOf(image, color(Token::bad), slider.handleRect().adjusted(3, 3, -3, -3)), 0);
  EXPECT_GT(uitest::pixelsOf(image, color(Token::bad), slider.handleRect()), 20);
}

TEST_P(StopSliderLook, HoverLightsTheMark) {
  const QPointF beside = at(8) + QPointF(5.5, 0);
  const QColor before = uitest::colorAt(picture(), beside - QPointF(0, 4));
  QMouseEvent event(QEvent::MouseMove, at(8), slider.mapToGlobal(at(8)), Qt::NoButton, Qt::NoButton, {});
  QApplication::sendEvent(&slider, &event);
  EXPECT_NE(uitest::colorAt(picture(), beside - QPointF(0, 4)), before);
  QEvent leave(QEvent::Leave);
  QApplication::sendEvent(&slider, &leave);
  EXPECT_EQ(uitest::colorAt(picture(), beside - QPointF(0, 4)), before);
}

TEST_P(StopSliderLook, ThirtyStopsDoNotTouch) {
  std::vector<SliderStop> stops;
  for (int i = 0; i < 30; ++i) stops.push_back({i + 1, StopState::valid, {}});
  slider.setStops(stops, 1);
  slider.clearFocus();
  const QImage image = picture();
  for (int value = 15; value < 25; ++value) {
    const QRectF between(at(value) - QPointF(0, 1), QSizeF(at(value + 1).x() - at(value).x(), 2));
    EXPECT_GT(uitest::pixelsOf(image, color(Token::border), between), 0) << value;
  }
}

TEST_P(StopSliderLook, EverythingStaysInside) {
  EXPECT_TRUE(QRectF(slider.rect()).contains(slider.handleRect()));
  slider.setStops(slider.stops(), 1);
  EXPECT_TRUE(QRectF(slider.rect()).contains(slider.handleRect().adjusted(-3, -3, 3, 3)));
  slider.setStops(slider.stops(), 32);
  EXPECT_TRUE(QRectF(slider.rect()).contains(slider.handleRect().adjusted(-3, -3, 3, 3)));
}

}  // namespace
}  // namespace shardscope::ui
