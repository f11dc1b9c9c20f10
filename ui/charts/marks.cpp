// SPDX-License-Identifier: GPL-3.0-or-later
// Marks are drawn, not typed: ✓ ✕ △ ★ look the same whatever fonts the system has.
#include <QPainter>
#include <QPainterPath>
#include <array>
#include <cmath>
#include <numbers>

#include "ui/charts/scene.hpp"

namespace shardscope::ui {
namespace {

QPolygonF starPolygon(const QRectF& rect) {
  QPolygonF star;
  const double outer = rect.width() / 2, inner = outer * 0.42;
  for (int i = 0; i < 10; ++i) {
    const double angle = -std::numbers::pi / 2 + i * std::numbers::pi / 5;
    const double radius = i % 2 == 0 ? outer : inner;
    star << rect.center() + QPointF(radius * std::cos(angle), radius * std::sin(angle));
  }
  return star;
}

QPolygonF trianglePolygon(const QRectF& rect) {
  return QPolygonF({QPointF(rect.center().x(), rect.top() + rect.height() * 0.08),
                    QPointF(rect.right(), rect.bottom() - rect.height() * 0.08),
                    QPointF(rect.left(), rect.bottom() - rect.height() * 0.08)});
}

void paintStroke(QPainter& painter, const QRectF& rect, Mark mark, const QColor& color) {
  const auto at = [&rect](double x, double y) {
    return QPointF(rect.left() + x * rect.width(), rect.top() + y * rect.height());
  };
  painter.setPen(QPen(color, std::max(1.2, rect.width() * 0.14), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  if (mark == Mark::check) {
    const std::array points{at(0.1, 0.55), at(0.38, 0.85), at(0.9, 0.15)};
    painter.drawPolyline(points.data(), static_cast<int>(points.size()));
  } else if (mark == Mark::cross) {
    painter.drawLine(at(0.15, 0.15), at(0.85, 0.85));
    painter.drawLine(at(0.85, 0.15), at(0.15, 0.85));
  } else {
    painter.drawPolygon(trianglePolygon(rect));
  }
  if (mark == Mark::alert) {
    painter.drawLine(at(0.5, 0.42), at(0.5, 0.62));
    painter.drawPoint(at(0.5, 0.78));
  }
}

QPolygonF diamondPolygon(const QRectF& rect) {
  return QPolygonF({QPointF(rect.center().x(), rect.top()), QPointF(rect.right(), rect.center().y()),
                    QPointF(rect.center().x(), rect.bottom()), QPointF(rect.left(), rect.center().y())});
}

void paintFilled(QPainter& painter, const QRectF& rect, Mark mark, const QColor& color) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  if (mark == Mark::star)
    painter.drawPolygon(starPolygon(rect));
  else if (mark == Mark::diamond)
    painter.drawPolygon(diamondPolygon(rect));
  else
    painter.drawEllipse(rect);
}

void paintRing(QPainter& painter, const QRectF& rect, const QColor& color) {
  const double width = rect.width() * 0.2;
  painter.setPen(QPen(color, width));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2));
}

void paintLock(QPainter& painter, const QRectF& rect, const QColor& color) {
  const double w = rect.width(), h = rect.height();
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawRoundedRect(QRectF(rect.left() + 0.14 * w, rect.top() + 0.46 * h, 0.72 * w, 0.5 * h), 0.08 * w, 0.08 * w);
  painter.setPen(QPen(color, std::max(1.2, 0.13 * w), Qt::SolidLine, Qt::FlatCap));
  painter.setBrush(Qt::NoBrush);
  QPainterPath shackle(QPointF(rect.left() + 0.28 * w, rect.top() + 0.5 * h));
  shackle.lineTo(rect.left() + 0.28 * w, rect.top() + 0.32 * h);
  shackle.arcTo(QRectF(rect.left() + 0.28 * w, rect.top() + 0.1 * h, 0.44 * w, 0.44 * h), 180, -180);
  shackle.lineTo(rect.left() + 0.72 * w, rect.top() + 0.5 * h);
  painter.drawPath(shackle);
}

}  // namespace

void paintMark(QPainter& painter, const QRectF& rect, Mark mark, const QColor& color) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  if (mark == Mark::star || mark == Mark::diamond || mark == Mark::dot)
    paintFilled(painter, rect, mark, color);
  else if (mark == Mark::ring)
    paintRing(painter, rect, color);
  else if (mark == Mark::lock)
    paintLock(painter, rect, color);
  else
    paintStroke(painter, rect, mark, color);
  painter.restore();
}

}  // namespace shardscope::ui
