// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heatmap.hpp"

#include <QCursor>
#include <QKeyEvent>

#include "ui/charts/chart_header.hpp"
#include "ui/charts/heat_scene.hpp"

namespace shardscope::ui {
namespace {

bool isComplete(const HeatGrid& grid) {
  return !grid.xs.empty() && !grid.ys.empty() && grid.cells.size() == grid.xs.size() * grid.ys.size();
}

}  // namespace

Heatmap::Heatmap(QWidget* parent) : ChartWidget(parent) { describe(); }

void Heatmap::render(const HeatGrid& grid, const HeatmapTexts& texts) {
  if (grid == grid_ && texts == texts_) return;
  grid_ = isComplete(grid) ? grid : HeatGrid{};
  texts_ = texts;
  describe();
  invalidate();
}

void Heatmap::setPlaceholder(const QString& text) {
  if (text == placeholder_) return;
  placeholder_ = text;
  if (grid_.cells.empty()) invalidate();
}

void Heatmap::setStale(bool stale) {
  if (stale == stale_) return;
  stale_ = stale;
  invalidate();
}

QString Heatmap::placeholder() const { return placeholder_.isEmpty() ? tr("Nothing to map yet.") : placeholder_; }

int Heatmap::cellOf(ChartItem item) const {
  const auto columns = static_cast<int>(grid_.xs.size()), rows = static_cast<int>(grid_.ys.size());
  const bool inside = item.row >= 0 && item.row < rows && item.column >= 0 && item.column < columns;
  return inside ? (rows - 1 - item.row) * columns + item.column : -1;
}

ChartItem Heatmap::itemOf(int cell) const {
  if (cell < 0 || static_cast<std::size_t>(cell) >= grid_.cells.size()) return {};
  const auto columns = static_cast<int>(grid_.xs.size()), rows = static_cast<int>(grid_.ys.size());
  return {rows - 1 - cell / columns, cell % columns};
}

int Heatmap::focusedCell() const { return cellOf(focusedItem()); }

QRectF Heatmap::cellRect(int index) const { return itemRect(itemOf(index)); }

ChartItem Heatmap::firstFocus() const {
  if (grid_.current >= 0) return itemOf(grid_.current);
  if (grid_.best >= 0) return itemOf(grid_.best);
  return ChartWidget::firstFocus();
}

QString Heatmap::title() const { return texts_.title.isEmpty() ? tr("Map of two settings") : texts_.title; }

QString Heatmap::summary() const {
  if (grid_.cells.empty()) return placeholder();
  int feasible = 0;
  for (const HeatCell& cell : grid_.cells) feasible += isFeasible(cell) ? 1 : 0;
  const auto at = [this](int index) {
    const auto i = static_cast<std::size_t>(index), columns = grid_.xs.size();
    const QString text = i < texts_.cell.size() ? texts_.cell[i].section(u'\n', 0, 0) : QString();
    return tr("%1 %2, %3 %4: %5").arg(texts_.xLabel, xTick(i % columns), texts_.yLabel, yTick(i / columns), text);
  };
  QString sentence = tr("%1 of %2 cells can run.").arg(feasible).arg(grid_.cells.size());
  if (grid_.best >= 0) sentence += u' ' + tr("Best: %1.").arg(at(grid_.best));
  if (grid_.current >= 0) sentence += u' ' + tr("Current: %1.").arg(at(grid_.current));
  return sentence;
}

ChartTable Heatmap::table() const {
  ChartTable table;
  table.corner = texts_.yLabel + QLatin1String(" \\ ") + texts_.xLabel;
  for (std::size_t i = 0; i < grid_.xs.size(); ++i) table.columns << xTick(i);
  for (int row = 0; row < static_cast<int>(grid_.ys.size()); ++row) {
    table.rowHeaders << yTick(grid_.ys.size() - 1 - static_cast<std::size_t>(row));
    QStringList cells;
    for (int column = 0; column < static_cast<int>(grid_.xs.size()); ++column) {
      const auto index = static_cast<std::size_t>(cellOf({row, column}));
      QString text = index < texts_.cell.size() ? texts_.cell[index] : QString();
      cells << text.replace(u'\n', QStringLiteral(" · "));
    }
    table.rows.push_back(cells);
  }
  return table;
}

QString Heatmap::xTick(std::size_t column) const {
  return column < texts_.xTicks.size() ? texts_.xTicks[column] : QString::number(grid_.xs[column]);
}

QString Heatmap::yTick(std::size_t row) const {
  return row < texts_.yTicks.size() ? texts_.yTicks[row] : QString::number(grid_.ys[row]);
}

QString Heatmap::clickHint(ChartItem item) const {
  const int cell = cellOf(item);
  if (cell < 0 || !isFeasible(grid_.cells[static_cast<std::size_t>(cell)])) return {};
  return grid_.cells[static_cast<std::size_t>(cell)].offLock ? tr("Click asks to unlock, Ctrl+click pins")
                                                             : tr("Click applies, Ctrl+click pins");
}

QString Heatmap::toolTipFor(ChartItem item) const {
  const int cell = cellOf(item);
  return cell >= 0 && static_cast<std::size_t>(cell) < texts_.toolTip.size()
             ? texts_.toolTip[static_cast<std::size_t>(cell)]
             : QString();
}

void Heatmap::layoutScene(Scene& scene, const ChartFrame& frame) const {
  if (!grid_.cells.empty()) return layoutHeatmap(scene, frame, grid_, texts_, stale_);
  const double top = layoutHeader(scene, frame, texts_.title, {});
  addSentence(scene, frame, top, placeholder());
}

// A cell in which nothing runs has nothing to apply; it says why at once instead.
void Heatmap::activate(ChartItem item, Qt::KeyboardModifiers modifiers) {
  const int cell = cellOf(item);
  if (cell < 0) return;
  if (!isFeasible(grid_.cells[static_cast<std::size_t>(cell)]))
    showStory(item);
  else if (modifiers & Qt::ControlModifier)
    emit pinRequested(cell);
  else
    emit applyRequested(cell);
}

void Heatmap::hoverChanged(ChartItem item) { emit hovered(cellOf(item)); }

bool Heatmap::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_A &&
      static_cast<QKeyEvent*>(event)->modifiers() == Qt::NoModifier) {
    event->accept();  // A applies the cell in focus
    return true;
  }
  return ChartWidget::event(event);
}

void Heatmap::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_A && event->modifiers() == Qt::NoModifier)
    activate(focusedItem(), Qt::NoModifier);
  else
    ChartWidget::keyPressEvent(event);
}

}  // namespace shardscope::ui
