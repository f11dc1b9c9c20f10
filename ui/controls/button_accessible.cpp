// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/button_accessible.hpp"

#include <QAbstractButton>

#include "ui/controls/kpi_tile.hpp"

namespace shardscope::ui {

ButtonAccessible::ButtonAccessible(QAbstractButton* button, QAccessible::Role role) : QAccessibleWidget(button, role) {}

QAbstractButton& ButtonAccessible::button() const { return *static_cast<QAbstractButton*>(widget()); }

QString ButtonAccessible::text(QAccessible::Text part) const {
  const QString own = QAccessibleWidget::text(part);
  if (part != QAccessible::Name || !own.isEmpty()) return own;
  const auto* tile = qobject_cast<const KpiTile*>(&button());
  return tile != nullptr ? tile->spokenText() : button().text();
}

QAccessible::State ButtonAccessible::state() const {
  QAccessible::State state = QAccessibleWidget::state();
  state.checkable = button().isCheckable();
  state.checked = button().isChecked();
  state.pressed = button().isDown();
  return state;
}

QStringList ButtonAccessible::actionNames() const {
  QStringList names = QAccessibleWidget::actionNames();
  if (button().isEnabled()) names.prepend(pressAction());
  return names;
}

void ButtonAccessible::doAction(const QString& action) {
  if (action == pressAction()) {
    button().click();
  } else {
    QAccessibleWidget::doAction(action);
  }
}

}  // namespace shardscope::ui
