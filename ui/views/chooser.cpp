// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chooser.hpp"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

constexpr int kPadding = 9, kArrow = 24, kAround = 12;  // pixels at a 12 px body
constexpr int kMostLetters = 60, kLeastLetters = 16, kLeastOfName = 5;
const QString kGap = QStringLiteral("  ");

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
  const int text = metrics.horizontalAdvance(name_ + kGap + subtitle_);
  return {std::min(text + scaledInt(2 * kPadding + kArrow), metrics.averageCharWidth() * kMostLetters),
          metrics.height() + scaledInt(kAround)};
}

QSize Chooser::minimumSizeHint() const {
  return {fontMetrics().averageCharWidth() * kLeastLetters + scaledInt(kArrow), sizeHint().height()};
}

QRect Chooser::textArea() const { return rect().adjusted(scaledInt(kPadding), 0, -scaledInt(kArrow), 0); }

// The number stands last in the subtitle and is the last to go: first the middle of the name, then words before it.
QString Chooser::shownSubtitle() const {
  const auto metrics = fontMetrics();
  const int least = std::min(metrics.horizontalAdvance(name_), metrics.averageCharWidth() * kLeastOfName);
  return metrics.elidedText(subtitle_, Qt::ElideLeft, textArea().width() - least - metrics.horizontalAdvance(kGap));
}

QString Chooser::shownName() const {
  const int rest = fontMetrics().horizontalAdvance(kGap + shownSubtitle());
  return fontMetrics().elidedText(name_, Qt::ElideMiddle, textArea().width() - rest);
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

  QRect area = textArea();
  const QString name = shownName();
  painter.setPen(theme.color(Token::text));
  painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, name);
  area.adjust(fontMetrics().horizontalAdvance(name + kGap), 0, 0, 0);
  painter.setPen(theme.color(Token::secondaryText));
  painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, shownSubtitle());

  const QPointF tip(width() - scaled(kArrow) / 2, height() / 2.0 + scaled(2.5));
  QPainterPath arrow(tip);
  arrow.lineTo(tip + QPointF(-scaled(4.5), -scaled(5)));
  arrow.lineTo(tip + QPointF(scaled(4.5), -scaled(5)));
  arrow.closeSubpath();
  painter.fillPath(arrow, theme.color(Token::secondaryText));
}

}  // namespace shardscope::ui
