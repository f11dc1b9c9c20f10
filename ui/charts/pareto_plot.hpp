// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Peak memory against MFU: everything that runs as a cloud, the Pareto front as a line of diamonds, the live
// configuration as a ring.

#include "ui/charts/chart_widget.hpp"
#include "ui/charts/pareto_points.hpp"

namespace shardscope::ui {

class ParetoPlot : public ChartWidget {
  Q_OBJECT

 public:
  explicit ParetoPlot(QWidget* parent = nullptr);
  void render(const ParetoPoints& points);
  void setPlaceholder(const QString& text);  // in place of a plot without points
  void setStale(bool stale);                 // of an old sweep: 40 % opacity
  const ParetoPoints& points() const { return points_; }
  QRectF frontRect(int index) const;  // widget coordinates
  QRectF currentRect() const;
  QString title() const override;
  QString summary() const override;
  ChartTable table() const override;  // the front, best MFU first, then the live configuration
  QString toolTipFor(ChartItem item) const override;
  QString clickHint(ChartItem item) const override;
  QSize sizeHint() const override { return {400, 340}; }
  QSize minimumSizeHint() const override { return {220, 160}; }

 signals:
  void applyRequested(int index);  // into points().front: click, Enter
  void pinRequested(int index);    // Ctrl+click, Ctrl+Enter

 protected:
  void layoutScene(Scene& scene, const ChartFrame& frame) const override;
  void activate(ChartItem item, Qt::KeyboardModifiers modifiers) override;
  ChartItem firstFocus() const override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  bool isEmpty() const;
  const ParetoPoint* pointOf(ChartItem item) const;

  ParetoPoints points_;
  QString placeholder_;
  bool stale_ = false;
};

}  // namespace shardscope::ui
