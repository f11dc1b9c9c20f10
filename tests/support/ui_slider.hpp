// SPDX-License-Identifier: Apache-2.0
#pragma once
// A stop slider on the screen, with a record of everything it says.

#include <gtest/gtest.h>

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>
#include <initializer_list>

#include "tests/support/ui_support.hpp"
#include "ui/controls/stop_slider.hpp"

namespace shardscope::uitest {

// 'o' valid, '^' caution, 'x' invalid; reasons are "<value> is out" and "<value> is risky".
inline std::vector<ui::SliderStop> stopsOf(std::initializer_list<std::int64_t> values, const char* states) {
  std::vector<ui::SliderStop> stops;
  for (const std::int64_t value : values) {
    const char state = *states++;
    const StopState kind = state == 'o' ? StopState::valid : state == '^' ? StopState::caution : StopState::invalid;
    const QString reason = kind == StopState::valid     ? QString()
                           : kind == StopState::caution ? QStringLiteral("%1 is risky").arg(value)
                                                        : QStringLiteral("%1 is out").arg(value);
    stops.push_back({value, kind, reason});
  }
  return stops;
}

inline void sendMouse(QWidget& widget, QEvent::Type type, QPointF point, Qt::KeyboardModifiers modifiers = {}) {
  const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
  const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
  QMouseEvent event(type, point, widget.mapToGlobal(point), button, held, modifiers);
  QApplication::sendEvent(&widget, &event);
}

// A turn of the wheel in notches; true when the widget took it.
inline bool sendWheel(QWidget& widget, double notches, Qt::KeyboardModifiers modifiers = {}) {
  const QPointF point = QRectF(widget.rect()).center();
  QWheelEvent event(point, widget.mapToGlobal(point), {}, QPoint(0, static_cast<int>(120 * notches)), Qt::NoButton,
                    modifiers, Qt::NoScrollPhase, false);
  QApplication::sendEvent(&widget, &event);
  return event.isAccepted();
}

// TP of a model with 64 heads on nodes of 8: 16 is risky, 5 and 32 are out.
class SliderTest : public ::testing::TestWithParam<ui::ThemeName> {
 protected:
  void SetUp() override {
    ui::applyTheme(GetParam());
    slider.setSymbol(QStringLiteral("TP"));
    slider.setStops(stopsOf({1, 2, 4, 5, 8, 16, 32}, "oooxo^x"), 4);
    QObject::connect(&slider, &ui::StopSlider::gestureStarted, &slider, [this] { log << QStringLiteral("["); });
    QObject::connect(&slider, &ui::StopSlider::gestureFinished, &slider, [this] { log << QStringLiteral("]"); });
    QObject::connect(&slider, &ui::StopSlider::moved, &slider, [this](auto v) { log << QString::number(v); });
    QObject::connect(&slider, &ui::StopSlider::previewed, &slider,
                     [this](auto v) { log << QStringLiteral("(%1)").arg(v); });
    QObject::connect(&slider, &ui::StopSlider::reasonRequested, &slider, [this](const QString& r) { reasons << r; });
    present(slider, {262, 24});
    slider.setFocus();
  }

  // "[ 8 16 ]": one gesture that moved to 8, then 16. "(5)": previewed.
  QString said() {
    const QString all = log.join(u' ');
    log.clear();
    return all;
  }
  QPointF at(std::int64_t value) const {
    for (std::size_t i = 0; i < slider.stops().size(); ++i) {
      if (slider.stops()[i].value == value) return slider.stopPosition(static_cast<int>(i));
    }
    ADD_FAILURE() << "no stop " << value;
    return {};
  }
  void press(QPointF point, Qt::KeyboardModifiers m = {}) { sendMouse(slider, QEvent::MouseButtonPress, point, m); }
  void move(QPointF point, Qt::KeyboardModifiers m = {}) { sendMouse(slider, QEvent::MouseMove, point, m); }
  void release(QPointF point, Qt::KeyboardModifiers m = {}) { sendMouse(slider, QEvent::MouseButtonRelease, point, m); }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&slider, key, modifiers); }

  ui::StopSlider slider;
  QStringList log, reasons;
};

inline auto bothThemes() { return ::testing::Values(ui::ThemeName::light, ui::ThemeName::dark); }
inline std::string themeName(const ::testing::TestParamInfo<ui::ThemeName>& parameter) {
  return parameter.param == ui::ThemeName::light ? "light" : "dark";
}

}  // namespace shardscope::uitest
