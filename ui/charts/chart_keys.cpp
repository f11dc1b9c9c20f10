// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard path of every chart: arrows move a ring over the items, Enter does what a click does.
#include <QAccessible>
#include <QAccessibleEvent>
#include <QKeyEvent>
#include <algorithm>
#include <cmath>

#include "ui/charts/chart_widget.hpp"
#include "ui/charts/plot_theme.hpp"

namespace shardscope::ui {
namespace {

bool isMove(int key) {
  return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down ||
         key == Qt::Key_Home || key == Qt::Key_End;
}

// Along the row: the neighbour, or the end of the row.
const SceneItem* alongRow(const std::vector<SceneItem>& items, const SceneItem& from, int key) {
  const bool forward = key == Qt::Key_Right || key == Qt::Key_End;
  const bool toEnd = key == Qt::Key_Home || key == Qt::Key_End;
  const SceneItem* best = nullptr;
  for (const SceneItem& item : items) {
    if (item.row != from.row || item.column == from.column || (item.column > from.column) != forward) continue;
    const bool further = best && std::abs(item.column - from.column) > std::abs(best->column - from.column);
    if (!best || further == toEnd) best = &item;
  }
  return best;
}

// To the next row up or down: same column if it exists there, else the nearest one.
const SceneItem* acrossRows(const std::vector<SceneItem>& items, const SceneItem& from, bool down) {
  const SceneItem* best = nullptr;
  const auto rank = [&](const SceneItem& item) {
    return std::pair(std::abs(item.row - from.row), std::abs(item.column - from.column));
  };
  for (const SceneItem& item : items) {
    if (item.row == from.row || (item.row > from.row) != down) continue;
    if (!best || rank(item) < rank(*best)) best = &item;
  }
  return best;
}

}  // namespace

void ChartWidget::moveFocus(int key) {
  const ChartItem from = focusedItem();
  const SceneItem* start = scene().item(from.row, from.column);
  if (!start) return;
  const bool vertical = key == Qt::Key_Up || key == Qt::Key_Down;
  const SceneItem* target =
      vertical ? acrossRows(scene().items, *start, key == Qt::Key_Down) : alongRow(scene().items, *start, key);
  if (!target) target = start;
  focused_ = {target->row, target->column};
  ringVisible_ = true;
  plot_->update();
  showStory(focused_);
  QAccessibleEvent announcement(this, QAccessible::Focus);
  announcement.setChild(target->row * table().columnCount() + target->column);
  QAccessible::updateAccessibility(&announcement);
  emit itemFocused(focused_);
}

void ChartWidget::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copyTable();
  } else if (isMove(event->key()) && !(event->modifiers() & ~Qt::KeypadModifier)) {
    moveFocus(event->key());
  } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space) {
    ringVisible_ = true;
    focused_ = focusedItem();
    if (focused_.isSet()) activate(focused_, event->modifiers() & ~Qt::KeypadModifier);
    plot_->update();
  } else {
    QWidget::keyPressEvent(event);
  }
}

}  // namespace shardscope::ui
