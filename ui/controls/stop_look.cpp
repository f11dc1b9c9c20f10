// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/stop_look.hpp"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

QColor color(Token token) { return currentTheme().color(token); }

QPolygonF diamond(QPointF center, double radius) {
  return {{center + QPointF(0, -radius), center + QPointF(radius, 0), center + QPointF(0, radius),
           center + QPointF(-radius, 0)}};
}

QPolygonF triangle(QPointF center, double radius) {
  return {
      {center + QPointF(0, -radius), center + QPointF(radius, radius * 0.8), center + QPointF(-radius, radius * 0.8)}};
}

void paintCross(QPainter& painter, QPointF center, double radius, const QPen& pen) {
  painter.setPen(pen);
  painter.drawLine(center - QPointF(radius, radius), center + QPointF(radius, radius));
  painter.drawLine(center - QPointF(radius, -radius), center + QPointF(radius, -radius));
}

struct Marks {
  double radius;  // of a circle
  QPen pen(const QColor& ink, double width) const {
    return {ink, scaled(width), Qt::SolidLine, Qt::RoundCap, Qt::MiterJoin};
  }
};

// Close stops get small marks, so that they never touch.
Marks marksFor(const StopTrack& track) {
  const double room = track.count > 1 ? track.spacing() : scaled(20);
  return {std::clamp(room * 0.32, scaled(1.5), scaled(3.5))};
}

void paintMark(QPainter& painter, const StopLook& look, const SliderStop& stop, QPointF at, bool highlighted) {
  const Marks marks = marksFor(look.track);
  const double line = (highlighted ? 2 : 1.5) * std::min(1.0, marks.radius / scaled(2.5));
  const bool quiet = look.follower || !look.available;
  if (highlighted) {
    const Token halo = stop.state == StopState::valid     ? Token::accentFill
                       : stop.state == StopState::caution ? Token::warnFill
                                                          : Token::softBorder;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(halo));
    painter.drawEllipse(at, marks.radius + scaled(4), marks.radius + scaled(4));
  }
  painter.setBrush(color(Token::panel));
  if (stop.state == StopState::invalid) {
    const bool onFill = !quiet && at.x() < look.handle.center().x();
    if (onFill) paintCross(painter, at, marks.radius * 0.8, marks.pen(color(Token::panel), 3.5));
    paintCross(painter, at, marks.radius * 0.8, marks.pen(color(Token::secondaryText), highlighted ? 1.75 : 1.25));
  } else if (stop.state == StopState::caution) {
    painter.setPen(marks.pen(color(quiet ? Token::secondaryText : Token::warn), line));
    painter.drawPolygon(triangle(at, marks.radius + scaled(0.75)));
  } else {
    painter.setPen(marks.pen(color(quiet ? Token::secondaryText : Token::accent), line));
    painter.drawEllipse(at, marks.radius - scaled(0.5), marks.radius - scaled(0.5));
  }
}

void paintTrack(QPainter& painter, const StopLook& look) {
  const double half = std::max(1.0, std::round(scaled(1.75)));
  const double left = look.track.position(0), right = look.track.position(look.track.count - 1);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color(Token::border));
  painter.drawRoundedRect(QRectF(left - half, look.middle - half, right - left + 2 * half, 2 * half), half, half);
  if (look.follower || !look.available || look.handle.isEmpty()) return;
  const double filled = look.handle.center().x() - left;
  if (filled <= 0) return;
  painter.setBrush(color(look.preview ? Token::hatch : Token::accent));
  painter.drawRoundedRect(QRectF(left - half, look.middle - half, filled + 2 * half, 2 * half), half, half);
}

Token handleInk(const StopLook& look, StopState state) {
  if (look.follower) return Token::secondaryText;
  if (state == StopState::invalid) return Token::bad;
  return state == StopState::caution ? Token::warn : Token::accent;
}

// The mark of an illegal or cautioned stop shows inside the handle: colour alone would not say it.
void paintHandleSign(QPainter& painter, const StopLook& look, StopState state) {
  const Marks marks{scaled(2.25)};
  const QPen pen = marks.pen(color(handleInk(look, state)), 1.5);
  if (state == StopState::invalid) paintCross(painter, look.handle.center(), marks.radius, pen);
  if (state != StopState::caution) return;
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawPolygon(triangle(look.handle.center(), marks.radius));
}

void paintDiamond(QPainter& painter, const StopLook& look, StopState state) {
  const QPointF center = look.handle.center();
  const Marks marks{0};
  if (look.hasFocus) {
    painter.setPen(marks.pen(color(Token::accent), 2));
    painter.setBrush(color(Token::panel));
    painter.drawPolygon(diamond(center, scaled(9.5)));
  }
  const Token ink = state == StopState::invalid ? Token::bad : Token::secondaryText;
  painter.setPen(marks.pen(color(ink), 1.5));
  painter.setBrush(color(Token::panel));
  painter.drawPolygon(diamond(center, scaled(5.5)));
}

void paintHandle(QPainter& painter, const StopLook& look, StopState state) {
  const double line = scaled(2), radius = scaled(3.5);
  const QRectF outline = look.handle.adjusted(line / 2, line / 2, -line / 2, -line / 2);
  if (look.hasFocus) {  // 2 px, offset 1
    const double away = scaled(1) + line / 2;
    painter.setPen(QPen(color(Token::accent), line));
    painter.setBrush(color(Token::panel));
    painter.drawRoundedRect(look.handle.adjusted(-away, -away, away, away), radius + away, radius + away);
  }
  painter.setPen(QPen(color(handleInk(look, state)), line));
  const bool warm = look.handleHovered || look.pressed;
  painter.setBrush(color(warm ? Token::accentFill : Token::panel));
  painter.drawRoundedRect(outline, radius, radius);
  paintHandleSign(painter, look, state);
}

}  // namespace

void StopLook::paint(QPainter& painter, const std::vector<SliderStop>& stops) const {
  if (track.count == 0) return;
  painter.setRenderHint(QPainter::Antialiasing);
  paintTrack(painter, *this);
  for (int i = 0; i < track.count; ++i) {
    const bool hidden = i == current && !handle.isEmpty() && handle.center().x() == track.position(i);
    if (!hidden)
      paintMark(painter, *this, stops[static_cast<std::size_t>(i)], {track.position(i), middle}, i == highlighted);
  }
  if (handle.isEmpty()) {
    if (!hasFocus) return;
    const double line = scaled(2);
    painter.setPen(QPen(color(Token::accent), line));
    painter.setBrush(Qt::NoBrush);
    const double away = scaled(7);
    painter.drawRoundedRect(QRectF(track.position(0) - away, middle - away,
                                   track.position(track.count - 1) - track.position(0) + 2 * away, 2 * away),
                            4, 4);
    return;
  }
  const StopState state = current >= 0 ? stops[static_cast<std::size_t>(current)].state : StopState::valid;
  follower ? paintDiamond(painter, *this, state) : paintHandle(painter, *this, state);
}

}  // namespace shardscope::ui
