// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The map of two knobs: better is brighter, infeasible cells hatched with their reason, current outlined, best starred.

#include <vector>

#include "ui/charts/chart_widget.hpp"
#include "ui/charts/heat_grid.hpp"

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
  int xLocked = -1, yLocked = -1;       // the axis value the user locked: carries a lock, the others step back
  bool operator==(const HeatmapTexts&) const = default;
};

class Heatmap : public ChartWidget {
  Q_OBJECT

 public:
  explicit Heatmap(QWidget* parent = nullptr);
  void render(const HeatGrid& grid, const HeatmapTexts& texts);
  void setPlaceholder(const QString& text);  // in place of a map without cells
  void setStale(bool stale);                 // all cells are of an old sweep: 40 % opacity
  const HeatGrid& grid() const { return grid_; }
  int focusedCell() const;           // -1 = none
  QRectF cellRect(int index) const;  // widget coordinates
  int cellOf(ChartItem item) const;  // index into grid().cells; -1 = none
  ChartItem itemOf(int cell) const;
  QString title() const override;
  QString summary() const override;
  ChartTable table() const override;
  QString toolTipFor(ChartItem item) const override;
  QString clickHint(ChartItem item) const override;
  QSize sizeHint() const override { return {400, 320}; }
  QSize minimumSizeHint() const override { return {220, 160}; }

 signals:
  void applyRequested(int cell);  // click, Enter, A; only for a cell that can run
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
  QString xTick(std::size_t column) const;
  QString yTick(std::size_t row) const;

  HeatGrid grid_;
  HeatmapTexts texts_;
  QString placeholder_;
  bool stale_ = false;
};

}  // namespace shardscope::ui
