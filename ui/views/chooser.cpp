// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chooser.hpp"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

constexpr int kPadding = 9, kArrow = 24, kAround = 12;  // pixels at a 12 px body

}  // namespace

Chooser::Chooser(QWidget* parent) : QToolButton(parent) {
  setPopupMode(QToolButton::InstantPopup);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void Chooser::render(const QString& name, const QString& subtitle) {
  if (name == name_ && subtitle == subtitle_) return;
  name_ = name;
  subtitle_ = subtitle;
  const QString whole = QStringLiteral("%1, %2").arg(name, subtitle);
  setToolTip(whole);  // the bar may have no room for all of it
  setAccessibleDescription(whole);
  updateGeometry();
  update();
}

QSize Chooser::sizeHint() const {
  const auto metrics = fontMetrics();
  const int text = metrics.horizontalAdvance(name_ + QStringLiteral("  ") + subtitle_);
  return {std::min(text + scaledInt(2 * kPadding + kArrow), metrics.averageCharWidth() * 40),
          metrics.height() + scaledInt(kAround)};
}

QSize Chooser::minimumSizeHint() const {
  return {fontMetrics().averageCharWidth() * 16 + scaledInt(kArrow), sizeHint().height()};
}

// Space presses it anyway.
void Chooser::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if (!menu() && (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter)) return click();
  QToolButton::keyPressEvent(event);
}

void Chooser::paintEvent(QPaintEvent*) {
  const auto& theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool marked = hasFocus() || isDown() || underMouse();
  painter.setPen(QPen(theme.color(marked ? Token::accent : Token::border), hasFocus() ? 2 : 1));
  painter.setBrush(theme.color(Token::control));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);

  QRect area = rect().adjusted(scaledInt(kPadding), 0, -scaledInt(kArrow), 0);
  painter.setPen(theme.color(Token::text));
  const QString name = fontMetrics().elidedText(name_, Qt::ElideRight, area.width());
  painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, name);
  area.adjust(fontMetrics().horizontalAdvance(name + QStringLiteral("  ")), 0, 0, 0);
  painter.setPen(theme.color(Token::secondaryText));
  painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                   fontMetrics().elidedText(subtitle_, Qt::ElideRight, area.width()));

  const QPointF tip(width() - scaled(kArrow) / 2, height() / 2.0 + scaled(2.5));
  QPainterPath arrow(tip);
  arrow.lineTo(tip + QPointF(-scaled(4.5), -scaled(5)));
  arrow.lineTo(tip + QPointF(scaled(4.5), -scaled(5)));
  arrow.closeSubpath();
  painter.fillPath(arrow, theme.color(Token::secondaryText));
}

}  // namespace shardscope::ui
