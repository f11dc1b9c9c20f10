// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <algorithm>

#include "ui/controls/stop_field.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

void paintArrow(QPainter& painter, QPointF center, int direction, const QColor& ink) {
  const double half = scaled(3.5), height = scaled(4);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ink);
  painter.drawPolygon(
      QPolygonF{{center + QPointF(-half, direction * height / 2), center + QPointF(half, direction * height / 2),
                 center + QPointF(0, -direction * height / 2)}});
}

}  // namespace

void StopField::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintFrame(painter);
  if (canStep()) {
    paintArrows(painter);
    painter.end();
    QLineEdit::paintEvent(event);
    return;
  }
  painter.setPen(currentTheme().color(Token::secondaryText));
  painter.setFont(font());
  const QRect room = rect().adjusted(scaledInt(4), 0, -scaledInt(9), 0);
  painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                   fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
}

void StopField::paintFrame(QPainter& painter) const {
  const Theme& theme = currentTheme();
  const bool strong = hasFocus() || refused_;
  const double line = strong ? scaled(2) : 1, radius = scaled(4);
  QPen pen(theme.color(refused_ ? Token::bad : hasFocus() ? Token::accent : Token::border), line);
  if (!canStep() && !strong) pen.setDashPattern({3, 2});
  painter.setPen(pen);
  painter.setBrush(theme.color(canStep() ? Token::control : Token::alternate));
  painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), radius, radius);
}

void StopField::paintArrows(QPainter& painter) const {
  const Theme& theme = currentTheme();
  const double x = width() - scaled(9), middle = height() / 2.0, away = std::max(3.0, scaled(3.5));
  for (const int direction : {1, -1}) {
    const Token ink = nextIndex(direction) < 0                         ? Token::border
                      : direction == hovered_ || direction == pressed_ ? Token::accent
                                                                       : Token::secondaryText;
    paintArrow(painter, {x, middle - direction * away}, direction, theme.color(ink));
  }
}

}  // namespace shardscope::ui
