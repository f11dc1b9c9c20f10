// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The map of two knobs: better is brighter, infeasible cells hatched with their reason, current outlined, best starred.

#include <vector>

#include "core/sweep/grid.hpp"
#include "ui/charts/chart_widget.hpp"

namespace shardscope::ui {

struct HeatmapTexts {
  QString title;           // "Sweep: best MFU, %"
  QString xLabel, yLabel;  // "PP (pipeline stages)", "TP"
  // Short text in each cell: value, "OOM", "7 ∤ 64 heads". Further lines (after \n) show where there is room.
  std::vector<QString> cell;
  std::vector<QString> toolTip;         // the whole story of each cell
  QString current;                      // legend of the outline: "current cell (A: 39.6)"; empty: "current"
  QString scaleLow, scaleHigh;          // ends of the colour scale (heatScale); empty: no scale in the legend
  std::vector<QString> xTicks, yTicks;  // empty: the values themselves
  std::vector<bool> xWarn, yWarn;       // axis values against a rule (TP beyond the fast-link domain): amber with ⚠
  bool operator==(const HeatmapTexts&) const = default;
};

bool isFeasible(const GridCell& cell);  // fits or tight, with a finite value

// Colour range of a map: 2nd to 98th percentile of the feasible cells.
struct HeatScale {
  double low = 0, high = 0;  // in units of the metric, low < high unless all cells are equal
  bool smallerIsBetter = false;
  bool clipsLow = false, clipsHigh = false;  // cells beyond the ends exist: "≤", "≥" on the scale
  double benefit(double value) const;        // 0 = worst, 1 = best
};
HeatScale heatScale(const Grid& grid);

class Heatmap : public ChartWidget {
  Q_OBJECT

 public:
  explicit Heatmap(QWidget* parent = nullptr);
  void render(const Grid& grid, const HeatmapTexts& texts);
  void setPlaceholder(const QString& text);  // in place of a map without cells
  void setStale(bool stale);                 // cells of an old sweep: 40 % opacity
  const Grid& grid() const { return grid_; }
  int focusedCell() const;           // -1 = none
  QRectF cellRect(int index) const;  // widget coordinates
  int cellOf(ChartItem item) const;  // index into grid().cells; -1 = none
  ChartItem itemOf(int cell) const;
  QString title() const override;
  QString summary() const override;
  ChartTable table() const override;
  QString toolTipFor(ChartItem item) const override;
  QSize sizeHint() const override { return {400, 320}; }
  QSize minimumSizeHint() const override { return {220, 160}; }

 signals:
  void applyRequested(int cell);  // click, Enter, A; never for a cell without a legal setting
  void pinRequested(int cell);    // Ctrl+click, Ctrl+Enter
  void hovered(int cell);         // -1 = none

 protected:
  void layoutScene(Scene& scene, const ChartFrame& frame) const override;
  void activate(ChartItem item, Qt::KeyboardModifiers modifiers) override;
  void hoverChanged(ChartItem item) override;
  ChartItem firstFocus() const override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QString placeholder() const;

  Grid grid_;
  HeatmapTexts texts_;
  QString placeholder_;
  bool stale_ = false;
};

}  // namespace shardscope::ui
