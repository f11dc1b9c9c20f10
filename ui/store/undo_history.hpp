// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// States of the work in the order they were reached; one entry per gesture. Opening another file is an entry too, so a
// state carries the number of the document it belongs to.

#include <QString>
#include <cstddef>
#include <functional>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace shardscope::ui {

struct DocumentState {
  Scenario scenario;
  std::size_t document = 0;
  QString what;  // what led here: "TP 8"
};

class UndoHistory {
 public:
  explicit UndoHistory(Scenario initial);

  // Drops what was undone. Equal to the current state: nothing happens. The oldest of over kLimit states is forgotten.
  void push(DocumentState state);
  void forget();  // only the current state is left
  // Names every step anew, from the states before and after it and its name so far.
  void rename(const std::function<QString(const Scenario& before, const Scenario& after, const QString& what)>& name);

  bool canUndo() const { return index_ > 0; }
  bool canRedo() const { return index_ + 1 < states_.size(); }
  QString undoText() const { return canUndo() ? states_[index_].what : QString(); }
  QString redoText() const { return canRedo() ? states_[index_ + 1].what : QString(); }
  const DocumentState& undo() { return states_[--index_]; }  // precondition: canUndo()
  const DocumentState& redo() { return states_[++index_]; }  // precondition: canRedo()

  static constexpr std::size_t kLimit = 500;

 private:
  std::vector<DocumentState> states_;
  std::size_t index_ = 0;
};

}  // namespace shardscope::ui
