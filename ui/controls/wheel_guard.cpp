// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/wheel_guard.hpp"

#include <QComboBox>
#include <QEvent>

namespace shardscope::ui {
namespace {

class WheelGuard : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Wheel || static_cast<QWidget*>(watched)->hasFocus()) return false;
    event->ignore();  // on to the panel that scrolls
    return true;
  }
};

}  // namespace

void guardFromWheel(QWidget* panel) {
  auto* guard = new WheelGuard(panel);
  for (auto* box : panel->findChildren<QComboBox*>()) {
    box->setFocusPolicy(Qt::StrongFocus);
    box->installEventFilter(guard);
  }
}

}  // namespace shardscope::ui
