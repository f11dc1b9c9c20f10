// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QPixmap>
#include <cmath>

#include "ui/charts/scene.hpp"

namespace shardscope::ui {
namespace {

// Logical pixels between two diagonals, along x.
double periodOf(Hatch hatch) { return hatch == Hatch::sparse ? 11 : 7; }

// Pixels on the device per logical unit of the painter.
double deviceScale(const QPainter& painter) {
  const QTransform& transform = painter.transform();
  return std::hypot(transform.m11(), transform.m12()) * painter.device()->devicePixelRatio();
}

}  // namespace

std::vector<QLineF> hatchLines(const QRectF& rect, Hatch hatch) {
  // A rising line is x + y = c, a falling one x − y = c, with c a multiple of the period.
  std::vector<QLineF> lines;
  if (hatch == Hatch::none || rect.isEmpty()) return lines;
  const double sign = hatch == Hatch::falling ? -1 : 1;
  const double period = periodOf(hatch);
  const double first = rect.left() + std::min(sign * rect.top(), sign * rect.bottom());
  const double last = rect.right() + std::max(sign * rect.top(), sign * rect.bottom());
  for (double c = std::ceil(first / period) * period; c <= last; c += period) {
    const auto yAt = [&](double x) { return sign * (c - x); };
    const auto xAt = [&](double y) { return c - sign * y; };
    const double leftX = std::max(rect.left(), std::min(xAt(rect.top()), xAt(rect.bottom())));
    const double rightX = std::min(rect.right(), std::max(xAt(rect.top()), xAt(rect.bottom())));
    if (rightX - leftX > 0.25) lines.emplace_back(leftX, yAt(leftX), rightX, yAt(rightX));
  }
  return lines;
}

const QPixmap& HatchTiles::tile(const QColor& color, Hatch hatch, double scale) {
  const int pixels = std::max(3, static_cast<int>(std::lround(periodOf(hatch) * scale)));
  for (const Tile& known : tiles_)
    if (known.color == color.rgba() && known.hatch == hatch && known.scale == scale) return known.pixmap;
  QPixmap pixmap(pixels, pixels);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, scale, Qt::SolidLine, Qt::SquareCap));
  for (int shift : {-pixels, 0, pixels}) {
    if (hatch == Hatch::falling)
      painter.drawLine(QLineF(shift, 0, shift + pixels, pixels));
    else
      painter.drawLine(QLineF(shift, pixels, shift + pixels, 0));
  }
  painter.end();
  // The tile is as large on the device as its pixmap: its ratio to logical units is the painter's scale, whatever
  // part of that comes from the screen and what from an export.
  pixmap.setDevicePixelRatio(scale);
  if (tiles_.size() > 32) tiles_.clear();  // a theme or a screen changed many times
  return tiles_.emplace_back(Tile{color.rgba(), hatch, scale, pixmap}).pixmap;
}

void HatchTiles::fill(QPainter& painter, const QRectF& rect, const QColor& color, Hatch hatch, bool vector) {
  if (vector) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(color, 1));
    const std::vector<QLineF> lines = hatchLines(rect, hatch);
    painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    painter.restore();
    return;
  }
  const double scale = deviceScale(painter);
  const QPixmap& pixmap = tile(color, hatch, scale);
  const double side = pixmap.width() / scale;
  const QPointF offset(std::fmod(rect.left(), side), std::fmod(rect.top(), side));
  painter.drawTiledPixmap(rect, pixmap, offset);
}

}  // namespace shardscope::ui
