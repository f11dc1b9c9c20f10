// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/scene.hpp"

#include <QFontInfo>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>
#include <cmath>

namespace shardscope::ui {
namespace {

QFont resized(QFont font, double factor) {
  if (font.pointSizeF() > 0)
    font.setPointSizeF(font.pointSizeF() * factor);
  else
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(font.pixelSize() * factor))));
  return font;
}

QFont emboldened(QFont font) {
  font.setBold(true);
  return font;
}

// Distance from the middle of a line to its baseline: digits and capitals look centred.
double baselineShift(const QFontMetricsF& metrics) { return metrics.capHeight() / 2; }

void paintFill(QPainter& painter, const SceneFill& fill, HatchTiles& tiles, bool vector) {
  if (fill.radius > 0) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill.color);
    painter.drawRoundedRect(fill.rect, fill.radius, fill.radius);
    painter.setRenderHint(QPainter::Antialiasing, false);
  } else if (fill.color.alpha() > 0) {
    painter.fillRect(fill.rect, fill.color);
  }
  if (fill.hatch != Hatch::none) tiles.fill(painter, fill.rect, fill.hatchColor, fill.hatch, vector);
}

void paintStrokes(QPainter& painter, const Scene& scene) {
  painter.setBrush(Qt::NoBrush);
  for (const SceneLine& line : scene.lines) {
    QPen pen(line.color, line.width, line.dashed ? Qt::CustomDashLine : Qt::SolidLine, Qt::FlatCap);
    if (line.dashed) pen.setDashPattern({3 / line.width, 3 / line.width});
    painter.setPen(pen);
    painter.drawLine(line.line);
  }
  for (const SceneOutline& outline : scene.outlines) {
    painter.setPen(QPen(outline.color, outline.width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    if (outline.radius > 0)
      painter.drawRoundedRect(outline.rect, outline.radius, outline.radius);
    else
      painter.drawRect(outline.rect);
  }
}

// One stamp for all on a raster, real circles in a vector picture.
void paintDots(QPainter& painter, const SceneDots& dots, bool vector) {
  if (dots.centres.empty()) return;
  if (vector) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(dots.color);
    for (const QPointF& centre : dots.centres) painter.drawEllipse(centre, dots.radius, dots.radius);
    return;
  }
  const double scale = painter.device()->devicePixelRatio() * painter.transform().m11();
  const int side = 2 * static_cast<int>(std::ceil(dots.radius * scale)) + 2;
  QPixmap stamp(side, side);
  stamp.fill(Qt::transparent);
  QPainter inner(&stamp);
  inner.setRenderHint(QPainter::Antialiasing);
  inner.setPen(Qt::NoPen);
  inner.setBrush(dots.color);
  inner.drawEllipse(QPointF(side / 2.0, side / 2.0), dots.radius * scale, dots.radius * scale);
  inner.end();
  std::vector<QPainter::PixmapFragment> fragments;
  fragments.reserve(dots.centres.size());
  for (const QPointF& centre : dots.centres)
    fragments.push_back(QPainter::PixmapFragment::create(centre, QRectF(0, 0, side, side), 1 / scale, 1 / scale));
  painter.drawPixmapFragments(fragments.data(), static_cast<int>(fragments.size()), stamp);
}

// An SVG carries no fonts: its letters are outlines.
void drawText(QPainter& painter, QPointF baseline, const SceneText& text, const QFont& font) {
  if (painter.paintEngine()->type() != QPaintEngine::SVG) return painter.drawText(baseline, text.text);
  QPainterPath outlines;
  outlines.addText(baseline, font, text.text);
  painter.fillPath(outlines, text.color);
}

void paintTexts(QPainter& painter, const Scene& scene, const ChartFonts& fonts) {
  for (const SceneText& text : scene.texts) {
    const QFont& font = fonts.font(text.face);
    if (text.plate.isValid()) {
      painter.setPen(text.plateBorder ? QPen(text.color, 1) : QPen(Qt::NoPen));
      painter.setBrush(text.plate);
      painter.drawRect(text.plateBorder ? text.rect.adjusted(-5.5, -1.5, 5.5, 1.5) : text.rect);
    }
    painter.setFont(font);
    painter.setPen(text.color);
    if (!text.rotated) {
      drawText(painter, text.baseline, text, font);
      continue;
    }
    painter.save();
    painter.translate(text.baseline);
    painter.rotate(-90);
    drawText(painter, QPointF(0, 0), text, font);
    painter.restore();
  }
}

}  // namespace

ChartFonts::ChartFonts(const QFont& base)
    : scale(QFontInfo(base).pixelSize() / 12.0),
      normal(base),
      bold(emboldened(base)),
      small(resized(base, 11.0 / 12.0)),
      normalMetrics(normal),
      boldMetrics(bold),
      smallMetrics(small) {}

const QFont& ChartFonts::font(Face face) const {
  return face == Face::bold ? bold : face == Face::small ? small : normal;
}

const QFontMetricsF& ChartFonts::metrics(Face face) const {
  return face == Face::bold ? boldMetrics : face == Face::small ? smallMetrics : normalMetrics;
}

void Scene::clear() {
  fills.clear();
  dots.centres.clear();
  lines.clear();
  outlines.clear();
  marks.clear();
  texts.clear();
  items.clear();
  axis = {};
}

double Scene::snap(double logical) const { return std::round(logical * pixelRatio) / pixelRatio; }

QRectF Scene::snap(const QRectF& rect) const {
  return QRectF(QPointF(snap(rect.left()), snap(rect.top())), QPointF(snap(rect.right()), snap(rect.bottom())));
}

QRectF Scene::addText(const ChartFonts& fonts, Face face, QPointF anchor, Align align, const QString& text,
                      QColor color) {
  const QFontMetricsF& metrics = fonts.metrics(face);
  const double width = metrics.horizontalAdvance(text);
  const double left = anchor.x() - (align == Align::left ? 0 : align == Align::right ? width : width / 2);
  const QPointF baseline(snap(left), snap(anchor.y() + baselineShift(metrics)));
  const QRectF box(baseline.x(), baseline.y() - metrics.ascent(), width, metrics.height());
  texts.push_back({box, baseline, text, color, face, false, {}});
  return box;
}

QRectF Scene::addRotatedText(const ChartFonts& fonts, Face face, QPointF centre, const QString& text, QColor color) {
  const QFontMetricsF& metrics = fonts.metrics(face);
  const double width = metrics.horizontalAdvance(text);
  const QPointF baseline(snap(centre.x() + baselineShift(metrics)), snap(centre.y() + width / 2));
  const QRectF box(baseline.x() - metrics.ascent(), baseline.y() - width, metrics.height(), width);
  texts.push_back({box, baseline, text, color, face, true, {}});
  return box;
}

const SceneItem* Scene::itemAt(QPointF point) const {
  const SceneItem* near = nullptr;  // in the gap beside it
  for (const SceneItem& candidate : items) {
    if (candidate.rect.contains(point)) return &candidate;
    if (candidate.rect.adjusted(-1.5, -1.5, 1.5, 1.5).contains(point)) near = &candidate;
  }
  return near;
}

const SceneItem* Scene::item(int row, int column) const {
  for (const SceneItem& candidate : items)
    if (candidate.row == row && candidate.column == column) return &candidate;
  return nullptr;
}

QColor mix(const QColor& color, const QColor& towards, double share) {
  const auto part = [share](int from, int to) { return static_cast<int>(std::lround(from + (to - from) * share)); };
  return QColor(part(color.red(), towards.red()), part(color.green(), towards.green()),
                part(color.blue(), towards.blue()));
}

void addSentence(Scene& scene, const ChartFrame& frame, double top, const QString& text) {
  const double maxWidth = std::max(80.0, std::min(520.0, frame.size.width() - 48));
  QTextLayout layout(text, frame.fonts.normal);
  std::vector<QString> rows;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(maxWidth);
    rows.push_back(text.mid(line.textStart(), line.textLength()).trimmed());
  }
  layout.endLayout();
  const double lineHeight = frame.fonts.lineHeight() * 1.15;
  double y = top + (frame.size.height() - top) / 2 - lineHeight * (static_cast<double>(rows.size()) - 1) / 2;
  for (const QString& row : rows) {
    scene.addText(frame.fonts, Face::normal, {frame.size.width() / 2, y}, Align::centre, row,
                  frame.color(Token::secondaryText));
    y += lineHeight;
  }
}

void paintScene(QPainter& painter, const Scene& scene, const ChartFonts& fonts, HatchTiles& tiles, bool vector) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (const SceneFill& fill : scene.fills) paintFill(painter, fill, tiles, vector);
  painter.setRenderHint(QPainter::Antialiasing, true);
  paintDots(painter, scene.dots, vector);
  paintStrokes(painter, scene);
  for (const SceneMark& mark : scene.marks) paintMark(painter, mark.rect, mark.mark, mark.color);
  paintTexts(painter, scene, fonts);
  painter.restore();
}

}  // namespace shardscope::ui
