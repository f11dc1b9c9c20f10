// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_accessible.hpp"

#include <QAccessibleInterface>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

#include "ui/charts/chart_widget.hpp"

namespace shardscope::ui {
namespace {

// One cell, addressed by its place; reads the chart when asked, so it is never out of date.
class CellInterface : public QAccessibleInterface, public QAccessibleTableCellInterface {
 public:
  CellInterface(ChartWidget* chart, int row, int column) : chart_(chart), row_(row), column_(column) {}

  bool isValid() const override {
    if (!chart_) return false;
    const ChartTable table = chart_->table();
    return row_ < table.rowCount() && column_ < table.columnCount();
  }
  QObject* object() const override { return nullptr; }
  QAccessibleInterface* parent() const override {
    return chart_ ? QAccessible::queryAccessibleInterface(chart_) : nullptr;
  }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QAccessible::Role role() const override { return QAccessible::Cell; }
  void setText(QAccessible::Text, const QString&) override {}
  QString text(QAccessible::Text kind) const override {
    if (!chart_) return {};
    if (kind == QAccessible::Description) return chart_->toolTipFor({row_, column_});
    if (kind != QAccessible::Name && kind != QAccessible::Value) return {};
    const ChartTable table = chart_->table();
    const QString value = table.cell(row_, column_);
    if (kind == QAccessible::Value) return value;
    return table.rowHeaders.value(row_) + QLatin1String(", ") + table.columns.value(column_) + QLatin1String(": ") +
           value;
  }
  QRect rect() const override {
    if (!chart_) return {};
    const QRect local = chart_->itemRect({row_, column_}).toAlignedRect();
    return local.isEmpty() ? QRect() : QRect(chart_->mapToGlobal(local.topLeft()), local.size());
  }
  QAccessible::State state() const override {
    QAccessible::State state;
    state.focusable = true;
    state.readOnly = true;
    state.focused = chart_ && chart_->hasFocus() && chart_->focusedItem() == ChartItem{row_, column_};
    state.offscreen = rect().isEmpty();
    return state;
  }
  void* interface_cast(QAccessible::InterfaceType type) override {
    return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this) : nullptr;
  }

  bool isSelected() const override { return chart_ && chart_->focusedItem() == ChartItem{row_, column_}; }
  QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
  QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
  int columnIndex() const override { return column_; }
  int rowIndex() const override { return row_; }
  int columnExtent() const override { return 1; }
  int rowExtent() const override { return 1; }
  QAccessibleInterface* table() const override { return parent(); }

 private:
  QPointer<ChartWidget> chart_;
  int row_, column_;
};

class TableInterface : public QAccessibleWidget, public QAccessibleTableInterface {
 public:
  explicit TableInterface(ChartWidget* chart) : QAccessibleWidget(chart, QAccessible::Table) {}
  ~TableInterface() override {
    for (const QAccessible::Id id : std::as_const(cells_)) QAccessible::deleteAccessibleInterface(id);
  }

  QString text(QAccessible::Text kind) const override {
    if (kind == QAccessible::Name) return chart()->title();
    if (kind == QAccessible::Description) return chart()->summary();
    return QAccessibleWidget::text(kind);
  }
  int childCount() const override { return rowCount() * columnCount(); }
  QAccessibleInterface* child(int index) const override {
    const int columns = columnCount();
    return columns > 0 && index >= 0 && index < rowCount() * columns ? cellAt(index / columns, index % columns)
                                                                     : nullptr;
  }
  int indexOfChild(const QAccessibleInterface* candidate) const override {
    auto* cell = dynamic_cast<CellInterface*>(const_cast<QAccessibleInterface*>(candidate));
    return cell && cell->table() == this ? cell->rowIndex() * columnCount() + cell->columnIndex() : -1;
  }
  QAccessibleInterface* childAt(int x, int y) const override {
    const int cells = childCount();
    for (int i = 0; i < cells; ++i)
      if (QAccessibleInterface* candidate = child(i); candidate->rect().contains(x, y)) return candidate;
    return nullptr;
  }
  QAccessibleInterface* focusChild() const override {
    const ChartItem focused = chart()->focusedItem();
    return chart()->hasFocus() && focused.isSet() ? cellAt(focused.row, focused.column) : nullptr;
  }
  void* interface_cast(QAccessible::InterfaceType type) override {
    if (type == QAccessible::TableInterface) return static_cast<QAccessibleTableInterface*>(this);
    return QAccessibleWidget::interface_cast(type);
  }

  QAccessibleInterface* caption() const override { return nullptr; }
  QAccessibleInterface* summary() const override { return nullptr; }
  QAccessibleInterface* cellAt(int row, int column) const override {
    if (row < 0 || column < 0 || row >= rowCount() || column >= columnCount()) return nullptr;
    const auto key = std::pair(row, column);
    if (const auto known = cells_.constFind(key); known != cells_.constEnd())
      return QAccessible::accessibleInterface(*known);
    auto* cell = new CellInterface(chart(), row, column);  // owned by Qt's registry
    cells_.insert(key, QAccessible::registerAccessibleInterface(cell));
    return cell;
  }
  int rowCount() const override { return chart()->table().rowCount(); }
  int columnCount() const override { return chart()->table().columnCount(); }
  QString columnDescription(int column) const override { return chart()->table().columns.value(column); }
  QString rowDescription(int row) const override { return chart()->table().rowHeaders.value(row); }
  int selectedCellCount() const override { return 0; }
  QList<QAccessibleInterface*> selectedCells() const override { return {}; }
  int selectedColumnCount() const override { return 0; }
  int selectedRowCount() const override { return 0; }
  QList<int> selectedColumns() const override { return {}; }
  QList<int> selectedRows() const override { return {}; }
  bool isColumnSelected(int) const override { return false; }
  bool isRowSelected(int) const override { return false; }
  bool selectRow(int) override { return false; }
  bool selectColumn(int) override { return false; }
  bool unselectRow(int) override { return false; }
  bool unselectColumn(int) override { return false; }
  void modelChange(QAccessibleTableModelChangeEvent*) override {}

 private:
  ChartWidget* chart() const { return static_cast<ChartWidget*>(widget()); }
  mutable QHash<std::pair<int, int>, QAccessible::Id> cells_;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
  auto* chart = qobject_cast<ChartWidget*>(object);
  return chart ? new TableInterface(chart) : nullptr;
}

}  // namespace

void installChartAccessibility() {
  static const bool installed = [] {
    QAccessible::installFactory(makeInterface);
    return true;
  }();
  Q_UNUSED(installed);
}

}  // namespace shardscope::ui
