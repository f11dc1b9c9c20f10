// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/panel.hpp"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QWidget>

#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

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

void nameButtons(QDialogButtonBox& buttons) {
  const auto name = [&buttons](QDialogButtonBox::StandardButton which, const QString& text) {
    if (auto* button = buttons.button(which)) button->setText(text);
  };
  name(QDialogButtonBox::Ok, QCoreApplication::translate("shardscope::ui::Buttons", "OK"));
  name(QDialogButtonBox::Cancel, QCoreApplication::translate("shardscope::ui::Buttons", "Cancel"));
  name(QDialogButtonBox::Close, QCoreApplication::translate("shardscope::ui::Buttons", "Close"));
}

void paintFocusRing(QWidget& widget) {
  const double line = scaled(2), inset = 1 + line / 2;
  QPainter painter(&widget);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(currentTheme().color(Token::accent), line));
  painter.drawRoundedRect(QRectF(widget.rect()).adjusted(inset, inset, -inset, -inset), scaled(3), scaled(3));
}

void markAsPanel(QWidget* widget) {
  widget->setAutoFillBackground(true);
  widget->setBackgroundRole(QPalette::Base);
}

}  // namespace shardscope::ui
