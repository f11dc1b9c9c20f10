// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/stop_slider_accessible.hpp"

#include "ui/controls/stop_slider.hpp"
#include "ui/controls/stop_track.hpp"

namespace shardscope::ui {
namespace {

QVariant valueAt(const StopSlider& slider, int index) {
  return index < 0 ? QVariant()
                   : QVariant(static_cast<qlonglong>(slider.stops()[static_cast<std::size_t>(index)].value));
}

}  // namespace

StopSliderAccessible::StopSliderAccessible(QWidget* widget) : QAccessibleWidget(widget, QAccessible::Slider) {}

StopSlider& StopSliderAccessible::slider() const { return *static_cast<StopSlider*>(widget()); }

void* StopSliderAccessible::interface_cast(QAccessible::InterfaceType type) {
  if (type == QAccessible::ValueInterface) return static_cast<QAccessibleValueInterface*>(this);
  return QAccessibleWidget::interface_cast(type);
}

QString StopSliderAccessible::text(QAccessible::Text part) const {
  if (part == QAccessible::Value) return slider().valueText();
  const QString own = QAccessibleWidget::text(part);
  if (part != QAccessible::Description) return own;
  const SliderStop* current = slider().currentStop();
  const QString reason = current == nullptr ? QString() : current->reason;
  if (reason.isEmpty() || own.contains(reason)) return own;
  return own.isEmpty() ? reason : own + u'\n' + reason;
}

QAccessible::State StopSliderAccessible::state() const {
  QAccessible::State state = QAccessibleWidget::state();
  const SliderStop* current = slider().currentStop();
  state.readOnly = slider().isFollower();
  state.disabled = state.disabled || !slider().isAvailable();
  state.invalid = slider().isAvailable() && current != nullptr && !isLegal(*current);
  return state;
}

QStringList StopSliderAccessible::actionNames() const {
  QStringList names = QAccessibleWidget::actionNames();
  if (slider().canStep()) names << increaseAction() << decreaseAction();
  return names;
}

void StopSliderAccessible::doAction(const QString& action) {
  if (action == increaseAction()) {
    slider().stepBy(1);
  } else if (action == decreaseAction()) {
    slider().stepBy(-1);
  } else {
    QAccessibleWidget::doAction(action);
  }
}

QVariant StopSliderAccessible::currentValue() const { return QVariant(static_cast<qlonglong>(slider().value())); }
void StopSliderAccessible::setCurrentValue(const QVariant& value) { slider().stepTo(value.toLongLong()); }
QVariant StopSliderAccessible::maximumValue() const { return valueAt(slider(), lastLegal(slider().stops())); }
QVariant StopSliderAccessible::minimumValue() const { return valueAt(slider(), firstLegal(slider().stops())); }
// The way to the next stop, in the unit of the value.
QVariant StopSliderAccessible::minimumStepSize() const {
  const auto& stops = slider().stops();
  const int first = firstLegal(stops);
  if (first < 0) return 1;
  const int second = nextLegal(stops, first, 1);
  return static_cast<qlonglong>(second == first ? 1
                                                : stops[static_cast<std::size_t>(second)].value -
                                                      stops[static_cast<std::size_t>(first)].value);
}

}  // namespace shardscope::ui
