// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// States of a document in the order they were reached; one entry per gesture.

#include <QString>
#include <cstddef>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace shardscope::ui {

class UndoHistory {
 public:
  explicit UndoHistory(Scenario initial);

  void clear(Scenario initial);
  // Drops what was undone. Equal to the current state: nothing happens. The oldest of over kLimit states is forgotten.
  void push(Scenario state, const QString& what);

  bool canUndo() const { return index_ > 0; }
  bool canRedo() const { return index_ + 1 < states_.size(); }
  QString undoText() const { return canUndo() ? states_[index_].what : QString(); }
  QString redoText() const { return canRedo() ? states_[index_ + 1].what : QString(); }
  const Scenario& undo();   // precondition: canUndo()
  const Scenario& redo();   // precondition: canRedo()

  static constexpr std::size_t kLimit = 500;

 private:
  struct State {
    Scenario scenario;
    QString what;
  };
  std::vector<State> states_;
  std::size_t index_ = 0;
};

}  // namespace shardscope::ui
