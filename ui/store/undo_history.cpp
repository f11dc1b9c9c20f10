// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/undo_history.hpp"

#include <utility>

namespace shardscope::ui {

UndoHistory::UndoHistory(Scenario initial) { states_.push_back({std::move(initial), {}, {}}); }

void UndoHistory::push(DocumentState state) {
  const auto& current = states_[index_];
  if (state.scenario == current.scenario && state.filePath == current.filePath) return;
  states_.resize(index_ + 1);
  states_.push_back(std::move(state));
  if (states_.size() > kLimit) states_.erase(states_.begin());
  index_ = states_.size() - 1;
}

}  // namespace shardscope::ui
