// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Own buttons for screen readers. Qt's own interface for buttons is not public, and an unknown class would be mute.

#include <QAccessibleWidget>

class QAbstractButton;

namespace shardscope::ui {

class ButtonAccessible : public QAccessibleWidget {
 public:
  ButtonAccessible(QAbstractButton* button, QAccessible::Role role);

  QString text(QAccessible::Text part) const override;
  QAccessible::State state() const override;
  QStringList actionNames() const override;
  void doAction(const QString& action) override;

 private:
  QAbstractButton& button() const;
};

}  // namespace shardscope::ui
