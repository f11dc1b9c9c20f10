// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/primary_button.hpp"

#include <QAction>
#include <QPainter>
#include <QRegularExpression>

#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

// Pixels at a 12 px body.
constexpr int kPadding = 12;
constexpr int kIcon = 16;
constexpr int kGap = 6;

}  // namespace

PrimaryButton::PrimaryButton(QAction* action, QWidget* parent) : QToolButton(parent) {
  setDefaultAction(action);
  setFocusPolicy(Qt::StrongFocus);
}

// Chinese texts carry the mnemonic as "(&E)", others inside the word.
QString PrimaryButton::shownText() const {
  QString text = defaultAction()->text();
  text.remove(QRegularExpression(QStringLiteral("\\(&\\w\\)")));
  return text.remove(QLatin1Char('&'));
}

QSize PrimaryButton::sizeHint() const {
  return {fontMetrics().horizontalAdvance(shownText()) + scaledInt(2 * kPadding + kIcon + kGap),
          fontMetrics().height() + scaledInt(12)};
}

void PrimaryButton::paintEvent(QPaintEvent*) {
  const auto& theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor fill = theme.color(Token::accent);
  if (isDown())
    fill = fill.darker(115);
  else if (underMouse())
    fill = fill.lighter(108);
  painter.setPen(Qt::NoPen);
  painter.setBrush(fill);
  painter.drawRoundedRect(QRectF(rect()), 4, 4);
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.color(Token::onAccent), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(3, 3, -3, -3), 3, 3);
  }
  const int side = scaledInt(kIcon), padding = scaledInt(kPadding);
  const QRect picture(padding, (height() - side) / 2, side, side);
  painter.drawPixmap(picture, ui::icon("export").pixmap(picture.size(), devicePixelRatioF(), QIcon::Selected));
  painter.setPen(theme.color(Token::onAccent));
  painter.drawText(rect().adjusted(padding + side + scaledInt(kGap), 0, -padding / 2, 0),
                   Qt::AlignVCenter | Qt::AlignLeft, shownText());
}

}  // namespace shardscope::ui
