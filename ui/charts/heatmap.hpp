#pragma once
// The map of two knobs: better is brighter, infeasible cells hatched with their reason, current outlined, best starred.

#include <QWidget>

#include "core/sweep/grid.hpp"

class QCustomPlot;

namespace shardscope::ui {

struct HeatmapTexts {
  QString xLabel, yLabel;                 // "PP (pipeline stages)", "TP"
  std::vector<QString> cell;              // short text in each cell: value, "OOM", "7 ∤ 64 heads"
  std::vector<QString> toolTip;           // the whole story of each cell
};

class Heatmap : public QWidget {
  Q_OBJECT

 public:
  explicit Heatmap(QWidget* parent = nullptr);
  void render(const Grid& grid, const HeatmapTexts& texts);
  const Grid& grid() const;
  int focusedCell() const;
  QRectF cellRect(int index) const;       // widget coordinates
  QCustomPlot* plot() const { return plot_; }

 signals:
  void applyRequested(int cell);          // click, Enter, A
  void pinRequested(int cell);            // Ctrl+click
  void hovered(int cell);                 // -1 = none

 protected:
  void changeEvent(QEvent*) override;
  bool eventFilter(QObject*, QEvent*) override;
  void keyPressEvent(QKeyEvent*) override;

 private:
  class Private;
  Private* d_;
  QCustomPlot* plot_;
};

}  // namespace shardscope::ui
