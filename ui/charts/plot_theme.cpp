// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_theme.hpp"

namespace shardscope::ui {

// An axis rectangle that lets the chart set margins and range before the layout uses them. `beforeReplot` would do for
// the screen, but exports lay out without it.
class ThemedPlot::Frame : public QCPAxisRect {
 public:
  explicit Frame(ThemedPlot* plot) : QCPAxisRect(plot), plot_(plot) {
    setAutoMargins(QCP::msNone);
    setMinimumMargins(QMargins());
    setMinimumSize(1, 1);
  }
  void update(UpdatePhase phase) override {
    if (phase == upPreparation && plot_->prepare_) plot_->prepare_();
    QCPAxisRect::update(phase);
  }

 private:
  ThemedPlot* plot_;
};

class ThemedPlot::Canvas : public QCPLayerable {
 public:
  explicit Canvas(ThemedPlot* plot) : QCPLayerable(plot, QStringLiteral("main")), plot_(plot) {}

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
  void draw(QCPPainter* painter) override {
    if (plot_->draw_) plot_->draw_(*painter);
  }

 private:
  ThemedPlot* plot_;
};

ThemedPlot::ThemedPlot(QWidget* parent) : QCustomPlot(parent), ticker_(new QCPAxisTickerFixed) {
  setFocusPolicy(Qt::NoFocus);
  setLocale(QLocale::c());
  plotLayout()->clear();
  plotLayout()->setMargins(QMargins());
  auto* frame = new Frame(this);
  plotLayout()->addElement(0, 0, frame);
  xAxis = frame->axis(QCPAxis::atBottom);
  yAxis = frame->axis(QCPAxis::atLeft);
  for (QCPAxis* axis : frame->axes()) axis->setLayer(QStringLiteral("axes"));
  xAxis->grid()->setLayer(QStringLiteral("grid"));
  frame->axis(QCPAxis::atTop)->setVisible(false);
  frame->axis(QCPAxis::atRight)->setVisible(false);
  yAxis->setVisible(false);
  yAxis->grid()->setVisible(false);
  xAxis->setTicker(ticker_);
  xAxis->setSubTicks(false);
  xAxis->setTickLength(0, 0);
  xAxis->setTickLabels(false);  // the scene writes them
  // Nothing here uses the second buffer that the overlay layer would cost at each paint.
  layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
  new Canvas(this);  // QObject child of the plot
  connect(this, &QCustomPlot::afterReplot, this, [this] { stale_ = false; });
}

void ThemedPlot::requestReplot() {
  stale_ = true;
  if (!isVisible()) return;
  replot(rpQueuedReplot);
}

void ThemedPlot::wear(const Theme& theme) {
  const QPen grid(theme.color(Token::softBorder), 1);
  panel_ = theme.color(Token::panel);
  setBackground(QBrush(panel_));
  for (QCPAxis* axis : axisRect()->axes()) {
    axis->setBasePen(Qt::NoPen);
    axis->setTickPen(grid);
    axis->setSubTickPen(grid);
    axis->grid()->setPen(grid);
    axis->grid()->setSubGridPen(grid);
    axis->grid()->setZeroLinePen(QPen(theme.color(Token::border), 1));
  }
}

void ThemedPlot::setAxis(const SceneAxis& axis) {
  axisRect()->setMargins(axis.margins);
  xAxis->setVisible(axis.step > 0);
  if (axis.step <= 0) return;
  xAxis->setRange(0, axis.upper);
  ticker_->setTickStep(axis.step);
}

void ThemedPlot::paintEvent(QPaintEvent* event) {
  // Version 2.1.0 reads the pixel ratio once, in the constructor; a move to another screen must not blur.
  const bool moved = !qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF());
  if (moved) setBufferDevicePixelRatio(devicePixelRatioF());
  if (stale_ || moved) {
    replot(rpQueuedRefresh);
  }
  QCustomPlot::paintEvent(event);
  if (!overlay_) return;
  QPainter painter(this);
  overlay_(painter);
}

void ThemedPlot::showEvent(QShowEvent* event) {
  QCustomPlot::showEvent(event);
  if (stale_) requestReplot();
}

}  // namespace shardscope::ui
