// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/undo_history.hpp"

#include <utility>

namespace shardscope::ui {

UndoHistory::UndoHistory(Scenario initial) { states_.push_back({std::move(initial), 0, {}}); }

void UndoHistory::push(DocumentState state) {
  const auto& current = states_[index_];
  if (state.scenario == current.scenario && state.document == current.document) return;
  states_.resize(index_ + 1);
  states_.push_back(std::move(state));
  if (states_.size() > kLimit) states_.erase(states_.begin());
  index_ = states_.size() - 1;
}

void UndoHistory::forget() {
  states_ = {std::move(states_[index_])};
  states_.front().what.clear();
  index_ = 0;
}

void UndoHistory::rename(
    const std::function<QString(const Scenario& before, const Scenario& after, const QString& what)>& name) {
  for (std::size_t i = 1; i < states_.size(); ++i)
    states_[i].what = name(states_[i - 1].scenario, states_[i].scenario, states_[i].what);
}

}  // namespace shardscope::ui
