// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/flow_layout.hpp"

#include <QWidget>
#include <algorithm>

namespace shardscope::ui {
namespace {

// Also of a hidden widget, whose item claims to need nothing.
QSize hintOf(const QLayoutItem* item) { return const_cast<QLayoutItem*>(item)->widget()->sizeHint(); }

}  // namespace

FlowLayout::FlowLayout(QWidget* parent, int spacing) : QLayout(parent) { setSpacing(spacing); }

FlowLayout::~FlowLayout() {
  for (auto* item : items_) delete item;
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  auto* item = itemAt(index);
  if (item) items_.erase(items_.begin() + index);
  return item;
}

int FlowLayout::heightForWidth(int width) const { return arrange(shown(), QRect(0, 0, width, 0), false); }

QSize FlowLayout::sizeHint() const {
  int width = 0;
  for (const auto* item : items_)
    if (!item->isEmpty()) width += item->sizeHint().width() + spacing();
  const auto margins = contentsMargins();
  width += margins.left() + margins.right();
  return {width, heightForWidth(width)};
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const auto* item : items_)
    if (!item->isEmpty()) size = size.expandedTo(item->minimumSize());
  const auto margins = contentsMargins();
  return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  arrange(shown(), rect, true);
}

std::vector<QLayoutItem*> FlowLayout::shown() const {
  std::vector<QLayoutItem*> shown;
  std::copy_if(items_.begin(), items_.end(), std::back_inserter(shown), [](auto* item) { return !item->isEmpty(); });
  return shown;
}

bool FlowLayout::lastNeedsARow(int width) const {
  if (items_.empty()) return false;
  auto without = shown();
  if (!without.empty() && without.back() == items_.back()) without.pop_back();
  auto with = without;
  with.push_back(items_.back());
  const QRect rect(0, 0, width, 0);
  return arrange(with, rect, false) > arrange(without, rect, false);
}

int FlowLayout::arrange(const std::vector<QLayoutItem*>& items, const QRect& rect, bool apply) const {
  const QRect inner = rect.marginsRemoved(contentsMargins());
  int y = inner.top();
  for (std::size_t from = 0; from < items.size();) {
    std::size_t to = from;
    int width = 0, height = 0;
    while (to < items.size()) {
      const QSize hint = hintOf(items[to]);
      const int wanted = width + (to > from ? spacing() : 0) + hint.width();
      if (to > from && wanted > inner.width()) break;
      width = wanted;
      height = std::max(height, hint.height());
      ++to;
    }
    int x = inner.left();
    for (std::size_t i = from; i < to; ++i) {
      const QSize hint = hintOf(items[i]);
      if (items[i] == items_.back()) x = std::max(x, inner.right() + 1 - hint.width());
      if (apply) items[i]->setGeometry(QRect(x, y + (height - hint.height()) / 2, hint.width(), hint.height()));
      x += hint.width() + spacing();
    }
    y += height + spacing();
    from = to;
  }
  const int bottom = items.empty() ? y : y - spacing();
  return bottom + contentsMargins().bottom() - rect.top();
}

}  // namespace shardscope::ui
