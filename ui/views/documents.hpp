// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Opening and saving: files, presets, dropped config.json. Talks through notices, never loses an open scenario.

#include <QObject>

#include "ui/store/scenario_store.hpp"

class QWidget;

namespace shardscope::ui {

class NoticeBar;

class Documents : public QObject {
  Q_OBJECT

 public:
  Documents(ScenarioStore& store, NoticeBar& notices, QWidget* window);

  bool openPath(const QString& pathOrPreset);  // false: a notice says why, the open scenario is untouched
  void askOpen();
  void askOpenConfig();
  bool save();  // asks for a name if there is none
  bool saveAs();
  bool writeTo(const QString& path);
  static QString keepComments(const QString& path);  // the copy; empty: there was nothing to keep  // false: a notice
                                                     // says why, the old file is untouched
  // Before something replaces the scenario for good (not on open: that is one undo step away).
  QString title() const;  // "llama3-70b.shard.yaml •"

 signals:
  void dimensionsRequested();  // to see what was read

 private:
  void importModel(const Scenario& imported, const QString& path, const std::vector<std::string>& notices);

  ScenarioStore& store_;
  NoticeBar& notices_;
  QWidget* window_;
};

}  // namespace shardscope::ui
