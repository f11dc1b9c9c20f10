// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The last scenario and the pins, kept on disk by atomic replace shortly after each change, so that nothing is lost on
// a crash and the next start continues where this one ended.

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <optional>
#include <vector>

#include "ui/store/pins.hpp"
#include "ui/store/scenario_store.hpp"

namespace shardscope::ui {

struct SessionState {
  Scenario scenario;
  std::vector<Pin> pins;  // without A
  QString filePath;       // the file the scenario belongs to
};

// Nothing if there is none yet or it cannot be read (then `problem` says why).
std::optional<SessionState> loadSession(const QString& path, QString& problem);
// Empty string, or why it could not be written.
QString saveSession(const QString& path, const SessionState& state);
QString sessionPath();  // in the application's data folder

class Session : public QObject {
  Q_OBJECT

 public:
  Session(ScenarioStore& store, PinBoard& pins, QString path, QObject* parent = nullptr);
  void saveNow();

 signals:
  void failed(const QString& reason);  // once per new reason

 private:
  ScenarioStore& store_;
  PinBoard& pins_;
  QString path_;
  QString lastProblem_;
  QTimer timer_;
};

}  // namespace shardscope::ui
