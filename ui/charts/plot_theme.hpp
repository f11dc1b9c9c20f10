// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Private to ui/charts: the only header that sees qcustomplot.h.
// A plot that wears the theme, keeps the pixel ratio of its screen, and replots only when somebody looks.

#include <qcustomplot.h>

#include <functional>

#include "ui/charts/scene.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {

class ThemedPlot : public QCustomPlot {
 public:
  explicit ThemedPlot(QWidget* parent);
  // Folded into one replot per turn of the event loop; none while hidden, caught up when shown or grabbed.
  void requestReplot();
  void wear(const Theme& theme);
  QColor panel() const { return panel_; }
  // Margins, range and ticks of the value axis; `step` 0 hides it.
  void setAxis(const SceneAxis& axis);
  // Called in the preparation phase of every layout, before margins count.
  void onPrepare(std::function<void()> prepare) { prepare_ = std::move(prepare); }
  // Paints the chart's own part into the buffer, above the grid.
  void onDraw(std::function<void(QCPPainter&)> draw) { draw_ = std::move(draw); }
  // Paints on the widget above the buffer: hover and focus, without any replot.
  void onOverlay(std::function<void(QPainter&)> overlay) { overlay_ = std::move(overlay); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  class Frame;
  class Canvas;
  std::function<void()> prepare_;
  std::function<void(QCPPainter&)> draw_;
  std::function<void(QPainter&)> overlay_;
  QSharedPointer<QCPAxisTickerFixed> ticker_;
  QColor panel_;
  bool stale_ = true;
};

}  // namespace shardscope::ui
