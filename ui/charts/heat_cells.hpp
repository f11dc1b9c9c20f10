// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The cells of a heatmap: colour or hatch, lines of text, marks in the corners.

#include <QStringList>
#include <vector>

#include "ui/charts/heatmap.hpp"

namespace shardscope::ui {

bool isLowMfu(const HeatGrid& grid, const HeatCell& cell);  // carries the mark for it

class HeatCells {
 public:
  // `smallest`: no cell is narrower or lower. Which lines of the texts are shown is decided once for the whole map, so
  // that no cell says less than its neighbours: as many as fit in every cell that runs, the first and the last first.
  HeatCells(Scene& scene, const ChartFrame& frame, const HeatGrid& grid, const HeatmapTexts& texts, QSizeF smallest,
            bool stale);
  void add(std::size_t index, const QRectF& rect);

 private:
  using Lines = std::vector<qsizetype>;  // places in the texts

  bool fits(const Lines& lines, QSizeF smallest) const;
  double pitchOf(std::size_t lines, double height) const;
  static Face faceOf(qsizetype line, bool single);
  void addValue(const QStringList& lines, const QRectF& rect, const QColor& ink);
  void addRunning(std::size_t index, const QRectF& rect);
  bool touchesInk(const QRectF& rect, std::size_t firstText) const;
  bool addCornerMark(const QRectF& cell, std::size_t firstText, Mark mark, bool left, const QColor& ink);
  void addReason(const QString& text, const QRectF& rect);
  QColor faded(const QColor& color) const;

  Scene& scene_;
  const ChartFrame& frame_;
  const HeatGrid& grid_;
  const HeatScale scale_;
  std::vector<QStringList> texts_;  // by cell
  Lines lines_{0};
  bool stale_;
  double mark_;       // side of a mark
  double shade_ = 1;  // opacity of the cell at hand
};

// `text` on at most `rows` lines of `width`, broken at spaces; the last line is elided. Empty if not even an elided
// word fits.
QStringList wrapped(const QString& text, const QFontMetricsF& metrics, double width, int rows);

}  // namespace shardscope::ui
