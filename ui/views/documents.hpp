// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Opening and saving: files, presets, dropped config.json. Talks through notices, never loses an open scenario, and
// never replaces what it has not read without asking.

#include <QObject>
#include <functional>
#include <optional>
#include <string>

#include "core/io/scenario_reader.hpp"
#include "ui/store/scenario_store.hpp"

class QWidget;

namespace shardscope::ui {

class NoticeBar;

class Documents : public QObject {
  Q_OBJECT

 public:
  // Where a conversation about a file takes place: the window, or a dialog of its own.
  struct Place {
    QWidget* window;
    NoticeBar* notices;
  };
  // Asks for a name; empty: the user gave up.
  using NameDialog = std::function<QString(QWidget* window, const QString& suggestion)>;

  Documents(ScenarioStore& store, NoticeBar& notices, QWidget* window);

  bool openPath(const QString& pathOrPreset);  // false: a notice says why, the open scenario is untouched
  void askOpen();
  void askOpenConfig();
  bool save();  // asks for a name if there is none, and before it replaces what another program wrote
  bool saveAs() { return saveAs(window_); }
  bool saveAs(const Place& place);
  // False: a notice says why, the old file is untouched.
  bool writeTo(const QString& path) { return writeTo(path, window_); }
  bool writeTo(const QString& path, const Place& place);
  QString title() const;                                               // "llama3-70b.shard.yaml •"
  void setNameDialog(const NameDialog& dialog) { askName_ = dialog; }  // for tests

 signals:
  void saved();
  void dimensionsRequested();  // to see what was read

 private:
  void importModel(const Scenario& imported, const QString& path);
  void showErrors(const Errors& errors);
  void showNotices(const QString& pathOrPreset, bool isModel);
  void askToReplace(const QString& path, const Place& place, bool isOurs);
  void refuseConfig(const QString& path, const Place& place);
  bool isChangedOnDisk(const QString& path) const;

  ScenarioStore& store_;
  Place window_;
  NameDialog askName_;
  std::optional<std::string> noticedModel_;  // the model that the notice on the screen tells of
};

// The name that a scenario gets: *.shard.yaml where no kind is given.
QString scenarioFileName(const QString& name);

}  // namespace shardscope::ui
