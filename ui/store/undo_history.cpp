// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/undo_history.hpp"

#include <utility>

namespace shardscope::ui {

UndoHistory::UndoHistory(Scenario initial) { clear(std::move(initial)); }

void UndoHistory::clear(Scenario initial) {
  states_.clear();
  states_.push_back({std::move(initial), QString()});
  index_ = 0;
}

void UndoHistory::push(Scenario state, const QString& what) {
  if (state == states_[index_].scenario) return;
  states_.resize(index_ + 1);
  states_.push_back({std::move(state), what});
  if (states_.size() > kLimit) states_.erase(states_.begin());
  index_ = states_.size() - 1;
}

const Scenario& UndoHistory::undo() { return states_[--index_].scenario; }

const Scenario& UndoHistory::redo() { return states_[++index_].scenario; }

}  // namespace shardscope::ui
