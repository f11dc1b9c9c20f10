// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/accessible_controls.hpp"

#include <QAccessibleWidget>
#include <QToolBar>

#include "ui/controls/button_accessible.hpp"
#include "ui/controls/chip.hpp"
#include "ui/controls/kpi_tile.hpp"
#include "ui/controls/segment_button.hpp"
#include "ui/controls/segmented.hpp"
#include "ui/controls/stop_slider.hpp"
#include "ui/controls/stop_slider_accessible.hpp"

namespace shardscope::ui {
namespace {

QAccessibleInterface* make(const QString&, QObject* object) {
  if (auto* slider = qobject_cast<StopSlider*>(object)) return new StopSliderAccessible(slider);
  if (auto* tile = qobject_cast<KpiTile*>(object)) return new ButtonAccessible(tile, QAccessible::Button);
  if (auto* segment = qobject_cast<SegmentButton*>(object))
    return new ButtonAccessible(segment, QAccessible::RadioButton);
  if (auto* chip = qobject_cast<Chip*>(object)) return new ButtonAccessible(chip, QAccessible::CheckBox);
  // The usual interface keeps the name that a tool bar had when it was first asked, in whatever language.
  if (auto* bar = qobject_cast<QToolBar*>(object)) return new QAccessibleWidget(bar, QAccessible::ToolBar);
  if (auto* row = qobject_cast<Segmented*>(object)) return new QAccessibleWidget(row, QAccessible::Grouping);
  return nullptr;
}

}  // namespace

void installAccessibleControls() {
  static const bool installed = [] {
    QAccessible::installFactory(make);
    return true;
  }();
  static_cast<void>(installed);
}

}  // namespace shardscope::ui
