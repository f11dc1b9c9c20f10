// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/scenario_store.hpp"

#include <map>
#include <utility>

#include "core/cost/evaluate.hpp"
#include "ui/store/undo_history.hpp"

namespace shardscope::ui {

struct ScenarioStore::State {
  explicit State(Scenario initial) : scenario(initial), history(initial) { saved[QString()] = std::move(initial); }

  Scenario scenario;
  std::map<QString, Scenario> saved;  // by file: what it holds; under "" what an unsaved document started from
  Report report;
  Locks locks;
  UndoHistory history;
  QString filePath;
  bool inGesture = false;
  QString gestureText;
};

ScenarioStore::ScenarioStore(Scenario initial, QObject* parent)
    : QObject(parent), d_(std::make_unique<State>(std::move(initial))) {
  evaluateInto(d_->scenario, d_->report);
}

ScenarioStore::~ScenarioStore() = default;

const Scenario& ScenarioStore::scenario() const { return d_->scenario; }
const Report& ScenarioStore::report() const { return d_->report; }
const Locks& ScenarioStore::locks() const { return d_->locks; }

void ScenarioStore::show(const Scenario& scenario) {
  if (scenario == d_->scenario) return;
  d_->scenario = scenario;
  evaluateInto(d_->scenario, d_->report);
  emit changed();
}

void ScenarioStore::replace(const Scenario& scenario, const QString& what) {
  if (scenario == d_->scenario) return;
  show(scenario);
  if (d_->inGesture) {
    d_->gestureText = what;
    return;
  }
  d_->history.push({d_->scenario, d_->filePath, what});
  emit historyChanged();
}

void ScenarioStore::apply(const Edit& edit, const QString& what) { replace(applied(d_->scenario, edit), what); }

bool ScenarioStore::move(Knob knob, std::int64_t value, const QString& what) {
  const auto moved = moveKnob(d_->scenario, d_->locks, knob, value);
  if (!moved) {
    emit refused(moved.error());
    return false;
  }
  apply(moved->edit, what);
  if (!moved->adjusted.empty()) emit adjusted(moved->adjusted);
  return true;
}

void ScenarioStore::setLocks(const Locks& locks) {
  if (locks == d_->locks) return;
  d_->locks = locks;
  emit locksChanged();
}

void ScenarioStore::beginGesture() {
  if (d_->inGesture) return;
  d_->inGesture = true;
  d_->gestureText.clear();
}

void ScenarioStore::endGesture() {
  if (!d_->inGesture) return;
  d_->inGesture = false;
  d_->history.push({d_->scenario, d_->filePath, d_->gestureText});
  emit gestureEnded();
  emit historyChanged();
}

bool ScenarioStore::inGesture() const { return d_->inGesture; }

bool ScenarioStore::canUndo() const { return d_->history.canUndo(); }
bool ScenarioStore::canRedo() const { return d_->history.canRedo(); }
QString ScenarioStore::undoText() const { return d_->history.undoText(); }
QString ScenarioStore::redoText() const { return d_->history.redoText(); }

void ScenarioStore::restore(const Scenario& scenario, const QString& filePath) {
  d_->filePath = filePath;
  show(scenario);
  emit historyChanged();
}

void ScenarioStore::undo() {
  endGesture();
  if (!canUndo()) return;
  const auto& state = d_->history.undo();
  restore(state.scenario, state.filePath);
}

void ScenarioStore::redo() {
  endGesture();
  if (!canRedo()) return;
  const auto& state = d_->history.redo();
  restore(state.scenario, state.filePath);
}

QString ScenarioStore::filePath() const { return d_->filePath; }

bool ScenarioStore::isModified() const {
  const auto saved = d_->saved.find(d_->filePath);
  return saved == d_->saved.end() || saved->second != d_->scenario;
}

void ScenarioStore::markSaved(const QString& filePath) {
  d_->filePath = filePath;
  d_->history.setFilePath(filePath);
  d_->saved[filePath] = d_->scenario;
  emit historyChanged();
}

void ScenarioStore::open(const Scenario& scenario, const QString& filePath, const QString& what) {
  endGesture();
  d_->saved[filePath] = scenario;
  d_->history.push({scenario, filePath, what});
  restore(scenario, filePath);
}

}  // namespace shardscope::ui
