// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one mutable thing: the scenario, what follows from it, the locks, the undo history and the file it belongs to.
// Views render it and hand edits back; an edit that changes nothing emits nothing, and one that no file could hold is
// refused: what is open can always be saved and read again.

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

#include "core/report/report.hpp"
#include "core/scenario/locks.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope::ui {

class ScenarioStore : public QObject {
  Q_OBJECT

 public:
  explicit ScenarioStore(const Scenario& initial, QObject* parent = nullptr);
  ~ScenarioStore() override;

  const Scenario& scenario() const;
  const Report& report() const;  // evaluate(scenario())
  const Locks& locks() const;

  // One undo step each, named `what` ("TP 8"); inside a gesture they fold into one. `refused` says why nothing
  // happened.
  void replace(const Scenario& scenario, const QString& what);
  void apply(const Edit& edit, const QString& what);
  bool move(Knob knob, std::int64_t value, const QString& what);  // false: no legal answer
  void setLocks(const Locks& locks);                              // not undoable

  void beginGesture();
  void endGesture();
  bool inGesture() const;

  bool canUndo() const;
  bool canRedo() const;
  QString undoText() const;
  QString redoText() const;
  void undo();
  void redo();

  // A document has one file; saving it under another name moves all of its undo steps there too.
  QString filePath() const;           // empty: never saved
  bool isModified() const;            // differs from what the file holds
  const Scenario* fileHolds() const;  // when it was last read or written; nullptr without a file
  void markSaved(const QString& filePath);
  // Another document, as it stands in `filePath` (empty: a preset). One undo step brings the old one back.
  void open(const Scenario& scenario, const QString& filePath, const QString& what);
  // The same with changes that the file does not hold.
  void openModified(const Scenario& scenario, const QString& filePath, const Scenario& fileHolds, const QString& what);
  void forgetHistory();  // a start: nothing to undo
  // Names the undo steps anew, in another language.
  using StepName = std::function<QString(const Scenario& before, const Scenario& after, const QString& what)>;
  void renameSteps(const StepName& name);

 signals:
  void changed();  // scenario and report
  void locksChanged();
  void historyChanged();  // undo, redo, modified, file
  void gestureEnded();
  void adjusted(const std::vector<shardscope::Key>& keys);  // settings that moved along
  void refused(const shardscope::Issue& issue, const shardscope::Scenario& asked);

 private:
  struct State;
  void show(const Scenario& scenario);  // evaluates and emits, if it differs
  void restore(const Scenario& scenario, std::size_t document);

  std::unique_ptr<State> d_;
};

}  // namespace shardscope::ui
