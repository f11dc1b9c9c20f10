// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/panel.hpp"

#include <QLabel>
#include <QWidget>

namespace shardscope::ui {

QLabel* makeTitle(QWidget* parent) {
  auto* label = new QLabel(parent);
  QFont font = label->font();
  font.setBold(true);
  label->setFont(font);
  return label;
}

QLabel* makeSection(QWidget* parent) {
  auto* label = makeTitle(parent);
  label->setAutoFillBackground(true);
  label->setBackgroundRole(QPalette::AlternateBase);
  label->setForegroundRole(QPalette::PlaceholderText);
  label->setContentsMargins(10, 4, 10, 4);
  return label;
}

void markAsPanel(QWidget* widget) {
  widget->setAutoFillBackground(true);
  widget->setBackgroundRole(QPalette::Base);
}

}  // namespace shardscope::ui
