// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tab_order.hpp"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QStatusBar>
#include <QToolBar>
#include <algorithm>
#include <tuple>

namespace shardscope::ui {
namespace {

bool isStop(const QWidget& widget) {
  return (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !widget.focusProxy() && widget.isVisible() &&
         widget.isEnabled();
}

template <class Part>
const Part* partOf(const QWidget* widget) {
  for (; widget; widget = widget->parentWidget())
    if (const auto* part = qobject_cast<const Part*>(widget)) return part;
  return nullptr;
}

QPoint placeOf(const QWidget& widget) { return widget.mapTo(widget.window(), QPoint()); }

// Part of the window, where that part lies, and for tool bars, whose buttons come and go, where the widget lies in it.
using Place = std::tuple<int, int, int>;
Place placeInWindow(const QMainWindow& window, const QWidget& widget) {
  if (const auto* bar = partOf<QToolBar>(&widget)) return {0, placeOf(*bar).y(), placeOf(widget).x()};
  if (const auto* dock = partOf<QDockWidget>(&widget)) {
    const bool isLeft = window.dockWidgetArea(const_cast<QDockWidget*>(dock)) == Qt::LeftDockWidgetArea;
    return {isLeft ? 1 : 3, placeOf(*dock).y(), 0};
  }
  return {partOf<QStatusBar>(&widget) ? 4 : 2, 0, 0};
}

}  // namespace

std::vector<QWidget*> tabChain(const QMainWindow& window) {
  std::vector<std::pair<Place, QWidget*>> found;
  for (auto* widget = window.nextInFocusChain(); widget && widget != &window; widget = widget->nextInFocusChain())
    if (widget->window() == &window && isStop(*widget)) found.emplace_back(placeInWindow(window, *widget), widget);
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<QWidget*> chain;
  for (const auto& [place, widget] : found) chain.push_back(widget);
  return chain;
}

bool focusNeighbour(const QMainWindow& window, bool next) {
  const auto chain = tabChain(window);
  if (chain.empty()) return false;
  const auto count = chain.size();
  const auto at = std::find(chain.begin(), chain.end(), QApplication::focusWidget());
  std::size_t to = next ? 0 : count - 1;
  if (at != chain.end()) to = (static_cast<std::size_t>(at - chain.begin()) + (next ? 1 : count - 1)) % count;
  chain[to]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  return true;
}

}  // namespace shardscope::ui
