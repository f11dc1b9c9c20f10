// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A stop slider for screen readers: role slider, value text "TP 8 of 1 2 4 8", increase and decrease, the reason of
// the current stop as description.

#include <QAccessibleWidget>

namespace shardscope::ui {

class StopSlider;

class StopSliderAccessible final : public QAccessibleWidget, public QAccessibleValueInterface {
 public:
  explicit StopSliderAccessible(QWidget* widget);

  void* interface_cast(QAccessible::InterfaceType type) override;
  QString text(QAccessible::Text part) const override;
  QAccessible::State state() const override;
  QStringList actionNames() const override;
  void doAction(const QString& action) override;

  QVariant currentValue() const override;
  void setCurrentValue(const QVariant& value) override;
  QVariant maximumValue() const override;
  QVariant minimumValue() const override;
  QVariant minimumStepSize() const override;

 private:
  StopSlider& slider() const;
};

}  // namespace shardscope::ui
