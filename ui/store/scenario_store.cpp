// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/scenario_store.hpp"

#include <map>
#include <utility>

#include "core/cost/evaluate.hpp"
#include "core/rules/range_rule.hpp"
#include "ui/store/undo_history.hpp"

namespace shardscope::ui {

struct ScenarioStore::State {
  explicit State(const Scenario& initial) : scenario(initial), documents{{QString(), initial}}, history(initial) {}

  struct Document {
    QString filePath;
    Scenario start;  // what it began with, while it has no file
  };
  QString filePath() const { return documents[document].filePath; }

  Scenario scenario;
  std::vector<Document> documents;        // every one that the history knows
  std::size_t document = 0;               // the open one
  std::map<QString, Scenario> fileHolds;  // by path
  Report report;
  Locks locks;
  UndoHistory history;
  bool inGesture = false;
  QString gestureText;
};

ScenarioStore::ScenarioStore(const Scenario& initial, QObject* parent)
    : QObject(parent), d_(std::make_unique<State>(initial)) {
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
  if (const auto issue = firstUnwritable(scenario)) return emit refused(*issue, scenario);
  show(scenario);
  if (d_->inGesture) {
    d_->gestureText = what;
    return;
  }
  d_->history.push({d_->scenario, d_->document, what});
  emit historyChanged();
}

void ScenarioStore::apply(const Edit& edit, const QString& what) { replace(applied(d_->scenario, edit), what); }

bool ScenarioStore::move(Knob knob, std::int64_t value, const QString& what) {
  const auto moved = moveKnob(d_->scenario, d_->locks, knob, value);
  if (!moved) {
    emit refused(moved.error(), d_->scenario);
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
  d_->history.push({d_->scenario, d_->document, d_->gestureText});
  emit gestureEnded();
  emit historyChanged();
}

bool ScenarioStore::inGesture() const { return d_->inGesture; }

bool ScenarioStore::canUndo() const { return d_->history.canUndo(); }
bool ScenarioStore::canRedo() const { return d_->history.canRedo(); }
QString ScenarioStore::undoText() const { return d_->history.undoText(); }
QString ScenarioStore::redoText() const { return d_->history.redoText(); }

void ScenarioStore::restore(const Scenario& scenario, std::size_t document) {
  d_->document = document;
  show(scenario);
  emit historyChanged();
}

void ScenarioStore::undo() {
  endGesture();
  if (!canUndo()) return;
  const auto& state = d_->history.undo();
  restore(state.scenario, state.document);
}

void ScenarioStore::redo() {
  endGesture();
  if (!canRedo()) return;
  const auto& state = d_->history.redo();
  restore(state.scenario, state.document);
}

QString ScenarioStore::filePath() const { return d_->filePath(); }

const Scenario* ScenarioStore::fileHolds() const {
  const auto found = d_->fileHolds.find(d_->filePath());
  return found == d_->fileHolds.end() ? nullptr : &found->second;
}

bool ScenarioStore::isModified() const {
  const auto* held = fileHolds();
  return (held ? *held : d_->documents[d_->document].start) != d_->scenario;
}

void ScenarioStore::markSaved(const QString& filePath) {
  d_->documents[d_->document].filePath = filePath;
  d_->fileHolds[filePath] = d_->scenario;
  emit historyChanged();
}

void ScenarioStore::open(const Scenario& scenario, const QString& filePath, const QString& what) {
  openModified(scenario, filePath, scenario, what);
}

void ScenarioStore::openModified(const Scenario& scenario, const QString& filePath, const Scenario& fileHolds,
                                 const QString& what) {
  endGesture();
  auto document = d_->document;
  if (filePath.isEmpty() || filePath != d_->filePath()) {
    document = d_->documents.size();
    d_->documents.push_back({filePath, fileHolds});
  }
  if (!filePath.isEmpty()) d_->fileHolds[filePath] = fileHolds;
  d_->history.push({scenario, document, what});
  restore(scenario, document);
}

void ScenarioStore::forgetHistory() {
  d_->history.forget();
  emit historyChanged();
}

void ScenarioStore::renameSteps(const StepName& name) {
  d_->history.rename(name);
  emit historyChanged();
}

}  // namespace shardscope::ui
