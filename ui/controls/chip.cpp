// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/chip.hpp"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>

#include "ui/controls/accessible_controls.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {

Chip::Chip(Kind kind, QWidget* parent) : QAbstractButton(parent), kind_(kind) {
  installAccessibleControls();
  setCheckable(true);
  setAttribute(Qt::WA_Hover);
  setFocusPolicy(Qt::StrongFocus);
}

int Chip::markSide() const { return scaledInt(11); }

// The mark keeps its room when it is off, so that switching moves nothing.
QSize Chip::sizeHint() const {
  if (measured_ != text() || measuredScale_ != textScale()) {
    measured_ = text();
    measuredScale_ = textScale();
    letters_ = QFontMetrics(textFont(TextRole::secondary)).horizontalAdvance(measured_);
  }
  return {letters_ + markSide() + scaledInt(4 + 12), scaledInt(24)};
}

void Chip::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double inset = scaled(2);
  const QRectF frame = QRectF(rect()).adjusted(0.5, inset + 0.5, -0.5, -inset - 0.5);
  const bool lit = underMouse() && isEnabled();
  const Token ground = isChecked() ? Token::accentFill : kind_ == Kind::lock ? Token::softBorder : Token::control;
  const bool framed = lit || (!isChecked() && kind_ == Kind::tick);
  painter.setPen(framed ? QPen(theme.color(lit ? Token::accent : Token::border), 1) : QPen(Qt::NoPen));
  painter.setBrush(theme.color(ground));
  painter.drawRoundedRect(frame, scaled(3), scaled(3));

  const Token ink = isChecked() ? Token::accent : Token::secondaryText;
  const int side = markSide(), left = scaledInt(6);
  const QRect mark(left, (height() - side) / 2, side, side);
  const char* name = kind_ == Kind::tick ? "check" : isChecked() ? "unlock" : "lock";
  if (kind_ == Kind::lock || isChecked())
    ui::icon(name, ink).paint(&painter, mark, Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled);
  painter.setFont(textFont(TextRole::secondary));
  painter.setPen(isEnabled() ? theme.color(ink) : palette().color(QPalette::Disabled, QPalette::Text));
  painter.drawText(QRect(mark.right() + 1 + scaledInt(4), 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter,
                   text());
  if (!hasFocus()) return;
  painter.setPen(QPen(theme.color(Token::accent), scaled(2)));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), scaled(3), scaled(3));
}

void Chip::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    click();
  else
    QAbstractButton::keyPressEvent(event);
}

void Chip::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) updateGeometry();
  QAbstractButton::changeEvent(event);
}

}  // namespace shardscope::ui
