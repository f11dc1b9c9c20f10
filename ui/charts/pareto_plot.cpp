// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pareto_plot.hpp"

#include <QKeyEvent>

#include "ui/charts/chart_header.hpp"
#include "ui/charts/pareto_scene.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {

ParetoPlot::ParetoPlot(QWidget* parent) : ChartWidget(parent) { describe(); }

void ParetoPlot::render(const ParetoPoints& points) {
  if (points == points_) return;
  points_ = points;
  describe();
  invalidate();
}

void ParetoPlot::setPlaceholder(const QString& text) {
  if (text == placeholder_) return;
  placeholder_ = text;
  if (isEmpty()) invalidate();
}

void ParetoPlot::setStale(bool stale) {
  if (stale == stale_) return;
  stale_ = stale;
  invalidate();
}

bool ParetoPlot::isEmpty() const { return points_.front.empty() && points_.current.empty(); }

// Rows: the front, best MFU first, then the live configuration.
const ParetoPoint* ParetoPlot::pointOf(ChartItem item) const {
  const auto row = static_cast<std::size_t>(item.row);
  if (item.row < 0) return nullptr;
  if (row < points_.front.size()) return &points_.front[row];
  return row == points_.front.size() && !points_.current.empty() ? &points_.current.front() : nullptr;
}

QRectF ParetoPlot::frontRect(int index) const { return itemRect({index, 0}); }
QRectF ParetoPlot::currentRect() const { return itemRect({static_cast<int>(points_.front.size()), 0}); }

ChartItem ParetoPlot::firstFocus() const {
  return points_.current.empty() ? ChartWidget::firstFocus() : ChartItem{static_cast<int>(points_.front.size()), 0};
}

QString ParetoPlot::title() const { return tr("Pareto front"); }

QString ParetoPlot::summary() const {
  if (isEmpty()) return placeholder_;
  const auto at = [](const ParetoPoint& point) {
    return QStringLiteral("%1, MFU %2, %3").arg(point.name, percent(point.mfu), gibUnit(point.peak));
  };
  QString sentence =
      tr("%1 configurations on the front: less memory or less time, nothing better in both.").arg(points_.front.size());
  if (!points_.front.empty()) sentence += u' ' + tr("Fastest: %1.").arg(at(points_.front.front()));
  if (!points_.current.empty()) sentence += u' ' + tr("Current: %1.").arg(at(points_.current.front()));
  return sentence;
}

ChartTable ParetoPlot::table() const {
  ChartTable table;
  table.corner = tr("Configuration");
  table.columns = {tr("MFU"), tr("Peak memory"), tr("Step time")};
  const auto add = [&table](const ParetoPoint& point, const QString& name) {
    table.rowHeaders << name;
    table.rows.push_back({percent(point.mfu), gibUnit(point.peak), seconds(point.step)});
  };
  for (const auto& point : points_.front) add(point, point.name);
  for (const auto& point : points_.current) add(point, tr("A current: %1").arg(point.name));
  return table;
}

QString ParetoPlot::toolTipFor(ChartItem item) const {
  const auto* point = pointOf(item);
  return point ? point->toolTip : QString();
}

QString ParetoPlot::clickHint(ChartItem item) const {
  return item.row >= 0 && static_cast<std::size_t>(item.row) < points_.front.size()
             ? tr("Click applies, Ctrl+click pins")
             : QString();
}

void ParetoPlot::layoutScene(Scene& scene, const ChartFrame& frame) const {
  if (!isEmpty()) return layoutPareto(scene, frame, points_, stale_);
  addSentence(scene, frame, layoutHeader(scene, frame, title(), {}), placeholder_);
}

void ParetoPlot::activate(ChartItem item, Qt::KeyboardModifiers modifiers) {
  if (!pointOf(item)) return;
  if (static_cast<std::size_t>(item.row) >= points_.front.size())
    showStory(item);
  else if (modifiers & Qt::ControlModifier)
    emit pinRequested(item.row);
  else
    emit applyRequested(item.row);
}

// The front runs from the upper right to the lower left: right is up.
void ParetoPlot::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if (key != Qt::Key_Left && key != Qt::Key_Right) return ChartWidget::keyPressEvent(event);
  QKeyEvent along(QEvent::KeyPress, key == Qt::Key_Left ? Qt::Key_Down : Qt::Key_Up, event->modifiers());
  ChartWidget::keyPressEvent(&along);
}

}  // namespace shardscope::ui
