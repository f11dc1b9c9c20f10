// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The last scenario and the pins, kept on disk by atomic replace shortly after each change, so that nothing is lost on
// a crash and the next start continues where this one ended.

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/io/error.hpp"
#include "ui/store/pins.hpp"
#include "ui/store/scenario_store.hpp"

class QLockFile;

namespace shardscope::ui {

struct SessionState {
  Scenario scenario;
  std::vector<Pin> pins;              // without A
  QString filePath;                   // the file the scenario belongs to
  std::optional<Scenario> fileHolds;  // what that file held when it was last read or written
};

// What a session file gives back; each part stands for itself, so that one broken part costs no other.
struct RestoredSession {
  std::optional<Scenario> scenario;
  std::vector<Pin> pins;
  QString filePath;
  std::optional<Scenario> fileHolds;
  bool isDamaged = false;             // something in the file could not be read
  std::vector<Error> scenarioErrors;  // why, if it was the scenario
};

RestoredSession loadSession(const QString& path);  // empty and undamaged if there is no such file
// A copy of a damaged session beside it, `session.json.bad`, before something else is written there; where it is, or
// empty if nothing could be kept.
QString keepDamagedSession(const QString& path);
// Empty string, or why it could not be written.
QString saveSession(const QString& path, const SessionState& state);
QString sessionFolder();  // the application's data folder

// The session file of one running program. Several may run at once: each holds the first file that no other holds.
class SessionSlot {
 public:
  static constexpr int kMost = 9;

  explicit SessionSlot(const QString& folder);
  ~SessionSlot();
  const QString& path() const { return path_; }
  // Sessions of programs that are gone, without our own: unsaved work of a second window, or set aside.
  std::vector<QString> leftBehind() const;
  // Writes a session that is about to be replaced to a file of its own, so that leftBehind() finds it next time. Empty,
  // or why not.
  QString setAside(const SessionState& state) const;

 private:
  QString folder_, path_;
  std::unique_ptr<QLockFile> lock_;
};

class Session : public QObject {
  Q_OBJECT

 public:
  Session(ScenarioStore& store, PinBoard& pins, QString path, QObject* parent = nullptr);
  void saveNow();
  static QString failure(const QString& path, const QString& reason);  // the sentence for `failed`

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
