// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/segment_button.hpp"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>

#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {

SegmentButton::SegmentButton(QWidget* parent) : QAbstractButton(parent) {
  setCheckable(true);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void SegmentButton::setEnds(bool first, bool last) {
  first_ = first;
  last_ = last;
  update();
}

// As wide as its bold form, so that choosing moves nothing.
QSize SegmentButton::sizeHint() const {
  return {QFontMetrics(textFont(TextRole::strong)).horizontalAdvance(text()) + 2 * scaledInt(9), scaledInt(24)};
}

QSize SegmentButton::minimumSizeHint() const { return {scaledInt(24), scaledInt(24)}; }

void SegmentButton::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  const double radius = scaled(4);
  // Reaches past the straight sides, where the neighbor draws the line between.
  const QRectF frame = QRectF(rect()).adjusted(first_ ? 0.5 : -radius, 0.5, last_ ? -0.5 : radius, -0.5);
  const Token ground = isChecked()                   ? Token::accent
                       : isDown()                    ? Token::accentFill
                       : underMouse() && isEnabled() ? Token::alternate
                                                     : Token::control;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.color(isChecked() ? Token::accent : Token::border), 1));
  painter.setBrush(isEnabled() || isChecked() ? theme.color(ground) : theme.color(Token::alternate));
  painter.drawRoundedRect(frame, radius, radius);
  if (!first_ && !isChecked()) painter.drawLine(QPointF(0.5, 1), QPointF(0.5, height() - 1));

  const QFont font = textFont(isChecked() ? TextRole::strong : TextRole::body);
  painter.setFont(font);
  painter.setPen(isChecked() ? theme.color(Token::onAccent)
                             : palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::Text));
  painter.drawText(rect(), Qt::AlignCenter, QFontMetrics(font).elidedText(text(), Qt::ElideRight, width() - 4));
  if (!hasFocus()) return;
  const double line = scaled(2), inset = line / 2 + 1;
  painter.setPen(QPen(theme.color(isChecked() ? Token::onAccent : Token::accent), line));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), radius - 1, radius - 1);
}

void SegmentButton::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: click(); break;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: event->ignore(); break;  // the row moves the choice; a plain button would move the focus only
    default: QAbstractButton::keyPressEvent(event);
  }
}

void SegmentButton::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) updateGeometry();
  QAbstractButton::changeEvent(event);
}

}  // namespace shardscope::ui
