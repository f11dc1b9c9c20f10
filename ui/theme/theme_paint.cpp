// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme_paint.hpp"

#include <QPainter>
#include <QStyleOption>
#include <QVariant>
#include <QWidget>
#include <algorithm>

#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui::paint {
namespace {

QColor color(Token token) { return currentTheme().color(token); }
bool has(const QStyleOption& option, QStyle::StateFlag flag) { return option.state.testFlag(flag); }

// A frame of `line` pixels that lies inside `rect`.
void rounded(QPainter& painter, const QRectF& rect, double line, const QColor& ink, const QBrush& ground,
             double radius) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(line > 0 ? QPen(ink, line) : QPen(Qt::NoPen));
  painter.setBrush(ground);
  painter.drawRoundedRect(rect.adjusted(line / 2, line / 2, -line / 2, -line / 2), radius, radius);
  painter.restore();
}

Token groundOf(const QStyleOption& option) {
  if (!has(option, QStyle::State_Enabled)) return Token::alternate;
  if (has(option, QStyle::State_Sunken) || has(option, QStyle::State_On)) return Token::accentFill;
  return has(option, QStyle::State_MouseOver) ? Token::alternate : Token::control;
}

void primaryButton(QPainter& painter, const QStyleOption& option) {
  QColor ground = color(Token::accent);
  if (!has(option, QStyle::State_Enabled)) {
    ground = color(Token::border);
  } else if (has(option, QStyle::State_Sunken) || has(option, QStyle::State_MouseOver)) {
    ground = mixed(ground, color(Token::text), has(option, QStyle::State_Sunken) ? 0.75 : 0.88);
  }
  rounded(painter, option.rect, 0, {}, ground, scaled(4));
  if (!has(option, QStyle::State_HasFocus)) return;
  rounded(painter, QRectF(option.rect).adjusted(2, 2, -2, -2), scaled(2), color(Token::onAccent), Qt::NoBrush,
          scaled(3));
}

}  // namespace

bool isPrimary(const QWidget* widget) { return widget != nullptr && widget->property("primary").toBool(); }
bool isChip(const QWidget* widget) { return widget != nullptr && widget->property("chip").toBool(); }

void button(QPainter& painter, const QStyleOption& option, const QWidget* widget) {
  if (isPrimary(widget)) return primaryButton(painter, option);
  const auto* push = qstyleoption_cast<const QStyleOptionButton*>(&option);
  const bool isDefault = push != nullptr && push->features.testFlag(QStyleOptionButton::DefaultButton);
  const bool isFlat = push != nullptr && push->features.testFlag(QStyleOptionButton::Flat);
  const bool focused = has(option, QStyle::State_HasFocus);
  const bool pressed = has(option, QStyle::State_Sunken) || has(option, QStyle::State_On);
  if (isFlat && !focused && !pressed && !has(option, QStyle::State_MouseOver)) return;
  const Token ink = focused || isDefault ? Token::accent : Token::border;
  rounded(painter, option.rect, focused ? scaled(2) : 1, color(ink), color(groundOf(option)), scaled(4));
}

void toolButton(QPainter& painter, const QStyleOption& option, const QWidget* widget) {
  if (isPrimary(widget)) return primaryButton(painter, option);
  if (isChip(widget) || !has(option, QStyle::State_AutoRaise)) {
    rounded(painter, option.rect, 1, color(Token::border), color(groundOf(option)), scaled(4));
    return;
  }
  const bool pressed = has(option, QStyle::State_Sunken) || has(option, QStyle::State_On);
  const bool hovered = has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled);
  if (!pressed && !hovered) return;
  rounded(painter, option.rect, 0, {}, color(pressed ? Token::accentFill : Token::softBorder), scaled(4));
}

void checkBox(QPainter& painter, const QStyleOption& option) {
  const bool enabled = has(option, QStyle::State_Enabled);
  const bool marked = has(option, QStyle::State_On) || has(option, QStyle::State_NoChange);
  const QColor fill = marked ? color(enabled ? Token::accent : Token::hatch) : color(groundOf(option));
  const QColor ink = marked ? fill : color(enabled ? Token::secondaryText : Token::border);
  const QRectF box = QRectF(option.rect);
  rounded(painter, box, std::max(1.0, scaled(1.25)), ink, fill, scaled(3));
  if (!marked) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(
      QPen(color(enabled ? Token::onAccent : Token::panel), scaled(1.75), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const auto at = [&box](double x, double y) { return box.topLeft() + QPointF(box.width() * x, box.height() * y); };
  if (has(option, QStyle::State_NoChange)) {
    painter.drawLine(at(0.27, 0.5), at(0.73, 0.5));
  } else {
    painter.drawPolyline(QPolygonF{{at(0.24, 0.52), at(0.43, 0.70), at(0.77, 0.31)}});
  }
  painter.restore();
}

void radioButton(QPainter& painter, const QStyleOption& option) {
  const bool enabled = has(option, QStyle::State_Enabled), on = has(option, QStyle::State_On);
  const QColor ink = color(!enabled ? Token::border : on ? Token::accent : Token::secondaryText);
  const QRectF box(option.rect);
  rounded(painter, box, on ? box.width() * 0.3 : std::max(1.0, scaled(1.25)), ink, color(groundOf(option)),
          box.width() / 2);
}

void field(QPainter& painter, const QStyleOption& option) {
  const bool focused = has(option, QStyle::State_HasFocus), enabled = has(option, QStyle::State_Enabled);
  rounded(painter, option.rect, focused ? scaled(2) : 1, color(focused ? Token::accent : Token::border),
          color(enabled ? Token::control : Token::alternate), scaled(4));
}

void outline(QPainter& painter, const QRect& rect) {
  painter.save();
  painter.setPen(QPen(color(Token::border), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5));
  painter.restore();
}

void focusRing(QPainter& painter, const QRect& rect) {
  rounded(painter, rect, scaled(2), color(Token::accent), Qt::NoBrush, scaled(3));
}

void arrow(QPainter& painter, QPointF center, int direction, bool enabled, bool hovered) {
  const double half = scaled(3.5), height = scaled(4);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color(!enabled ? Token::border : hovered ? Token::accent : Token::secondaryText));
  painter.drawPolygon(
      QPolygonF{{center + QPointF(-half, direction * height / 2), center + QPointF(half, direction * height / 2),
                 center + QPointF(0, -direction * height / 2)}});
  painter.restore();
}

// The chosen tab is part of the page: panel color, open below, a 3 px accent line above.
void tab(QPainter& painter, const QStyleOption& option) {
  const bool chosen = has(option, QStyle::State_Selected);
  const double radius = scaled(4), line = scaled(3);
  QRectF shape = QRectF(option.rect).adjusted(1, chosen ? 0 : scaled(2), -1, 0);
  const Token ground = chosen ? Token::panel : has(option, QStyle::State_MouseOver) ? Token::panel : Token::alternate;
  painter.save();
  painter.setClipRect(option.rect);
  rounded(painter, shape.adjusted(0, 0, 0, radius + 2), 1, color(Token::border), color(ground), radius);
  if (chosen) {
    painter.setClipRect(QRectF(shape.left(), shape.top(), shape.width(), line));
    rounded(painter, shape.adjusted(0, 0, 0, radius + 2), 0, {}, color(Token::accent), radius);
  } else {
    painter.fillRect(QRectF(shape.left(), shape.bottom() - 1, shape.width(), 1), color(Token::border));
  }
  painter.restore();
  if (chosen && has(option, QStyle::State_HasFocus)) {
    focusRing(painter, shape.toRect().adjusted(scaledInt(4), scaledInt(5), -scaledInt(4), -scaledInt(3)));
  }
}

void bar(QPainter& painter, const QRect& rect, bool lineAtBottom) {
  painter.fillRect(rect, color(Token::alternate));
  const int y = lineAtBottom ? rect.bottom() : rect.top();
  painter.fillRect(QRect(rect.left(), y, rect.width(), 1), color(Token::border));
}

void menuBarItem(QPainter& painter, const QStyleOption& option) {
  painter.fillRect(option.rect, color(Token::panel));
  const bool lit = has(option, QStyle::State_Selected);
  if (lit) rounded(painter, option.rect.adjusted(0, 2, 0, -2), 0, {}, color(Token::accentFill), scaled(4));
}

void progressGroove(QPainter& painter, const QStyleOption& option) {
  rounded(painter, option.rect, 1, color(Token::border), color(Token::control), scaled(4));
}

// Fill in accentFill, so that the text on it keeps its contrast. A busy bar (no range) is full.
void progressDone(QPainter& painter, const QStyleOption& option) {
  const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(&option);
  if (bar == nullptr) return;
  const double span = static_cast<double>(bar->maximum) - bar->minimum;
  const double share = span > 0 ? std::clamp((static_cast<double>(bar->progress) - bar->minimum) / span, 0.0, 1.0) : 1;
  QRectF done = QRectF(option.rect).adjusted(1, 1, -1, -1);
  done.setWidth(done.width() * share);
  rounded(painter, done, 0, {}, color(Token::accentFill), scaled(3));
  painter.fillRect(QRectF(done.left(), done.bottom() - 2, done.width(), 2), color(Token::accent));
}

void header(QPainter& painter, const QStyleOption& option) {
  const bool lit = has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled);
  painter.fillRect(option.rect, color(lit ? Token::softBorder : Token::alternate));
  painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), color(Token::border));
  painter.fillRect(QRect(option.rect.right(), option.rect.top(), 1, option.rect.height()), color(Token::softBorder));
}

}  // namespace shardscope::ui::paint
