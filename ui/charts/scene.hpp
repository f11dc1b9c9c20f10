// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A chart as plain lists of things to paint. Layout functions fill a Scene without a GUI thread or a plot, tests read
// it, `paintScene` draws it: fills, dots, lines, outlines, marks, texts, in this order.

#include <QColor>
#include <QFont>
#include <QFontMetricsF>
#include <QLineF>
#include <QMargins>
#include <QPixmap>
#include <QRectF>
#include <QString>
#include <cstdint>
#include <vector>

#include "ui/theme/tokens.hpp"

class QPainter;

namespace shardscope::ui {

enum class Hatch : std::uint8_t { none, rising, falling, sparse };  // "/", "\", and "/" for large areas
// alert: a triangle with a "!"; diamond and dot filled; ring: a thick circle; lock: a padlock
enum class Mark : std::uint8_t { check, cross, triangle, alert, star, diamond, dot, ring, lock };
enum class Face : std::uint8_t { normal, bold, small };
enum class Align : std::uint8_t { left, centre, right };

struct SceneFill {
  QRectF rect;
  QColor color;
  Hatch hatch = Hatch::none;
  QColor hatchColor;
  double radius = 0;
};

// Many equal round dots.
struct SceneDots {
  std::vector<QPointF> centres;
  double radius = 2;
  QColor color;  // may be translucent
};

struct SceneLine {
  QLineF line;
  QColor color;
  double width = 1;
  bool dashed = false;
};

struct SceneOutline {
  QRectF rect;  // centre line of the stroke
  QColor color;
  double width = 1;
  double radius = 0;
};

struct SceneMark {
  QRectF rect;
  Mark mark = Mark::check;
  QColor color;
};

struct SceneText {
  QRectF rect;  // the box of the glyphs: advance × line height (for rotated text, as it appears on screen)
  QPointF baseline;
  QString text;
  QColor color;
  Face face = Face::normal;
  bool rotated = false;  // reads upwards
  QColor plate = {};     // ground behind the text; invalid: none
  bool plateBorder = true;
};

// Something the pointer or the arrow keys can be on.
struct SceneItem {
  QRectF rect;
  int row = 0, column = 0;
};

// The axis under the bars; `step` 0 = no axis.
struct SceneAxis {
  QMargins margins;  // of the axis rectangle inside the plot
  double upper = 1, step = 0;
  int decimals = 0;
};

// Font faces of a chart with their metrics; made once per font change.
struct ChartFonts {
  explicit ChartFonts(const QFont& base);
  double scale;  // body size ÷ the 12 px of the design: lengths grow with the text
  QFont normal, bold, small;
  QFontMetricsF normalMetrics, boldMetrics, smallMetrics;
  const QFont& font(Face face) const;
  const QFontMetricsF& metrics(Face face) const;
  double width(Face face, const QString& text) const { return metrics(face).horizontalAdvance(text); }
  double lineHeight() const { return normalMetrics.height(); }
};

struct Scene {
  std::vector<SceneFill> fills;
  SceneDots dots;
  std::vector<SceneLine> lines;
  std::vector<SceneOutline> outlines;
  std::vector<SceneMark> marks;
  std::vector<SceneText> texts;
  std::vector<SceneItem> items;
  SceneAxis axis;
  double pixelRatio = 1;

  void clear();  // keeps the storage
  double snap(double logical) const;
  QRectF snap(const QRectF& rect) const;
  // `anchor.y()` is the middle of the line. Returns the box.
  QRectF addText(const ChartFonts& fonts, Face face, QPointF anchor, Align align, const QString& text, QColor color);
  QRectF addRotatedText(const ChartFonts& fonts, Face face, QPointF centre, const QString& text, QColor color);
  const SceneItem* itemAt(QPointF point) const;
  const SceneItem* item(int row, int column) const;
};

// What a layout function knows about its place.
struct ChartFrame {
  QSizeF size;
  const Theme& theme;
  const ChartFonts& fonts;
  bool compact = false;
  QSizeF titleWidget{0, 0};  // size of a widget that stands in the title's place; empty = none
  QColor color(Token token) const { return theme.color(token); }
  double px(double designLength) const { return designLength * fonts.scale; }
};

QColor mix(const QColor& color, const QColor& towards, double share);
// A sentence in place of the chart, centred below `top`, wrapped at spaces (anywhere for Chinese).
void addSentence(Scene& scene, const ChartFrame& frame, double top, const QString& text);

// Tiles of diagonal lines, one per colour and pixel ratio.
class HatchTiles {
 public:
  // `vector`: real lines, clipped by arithmetic, so that they survive in SVG and PDF.
  void fill(QPainter& painter, const QRectF& rect, const QColor& color, Hatch hatch, bool vector);

 private:
  struct Tile {
    QRgb color;
    Hatch hatch;
    double scale;
    QPixmap pixmap;
  };
  const QPixmap& tile(const QColor& color, Hatch hatch, double scale);
  std::vector<Tile> tiles_;
};

// The diagonals of a hatch inside `rect`, aligned to the whole plane so that neighbours continue each other.
std::vector<QLineF> hatchLines(const QRectF& rect, Hatch hatch);

void paintScene(QPainter& painter, const Scene& scene, const ChartFonts& fonts, HatchTiles& tiles, bool vector);
void paintMark(QPainter& painter, const QRectF& rect, Mark mark, const QColor& color);

}  // namespace shardscope::ui
