// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sweep around the live scenario: what is asked (settings), what is known (outcome), and when to sweep anew. Views
// render it; while none of them is on the screen nothing runs.

#include <QObject>
#include <QTimer>
#include <optional>

#include "ui/store/scenario_store.hpp"
#include "ui/store/sweep_runner.hpp"
#include "ui/store/sweep_settings.hpp"

namespace shardscope::ui {

class SweepBoard : public QObject {
  Q_OBJECT

 public:
  explicit SweepBoard(ScenarioStore& store, QObject* parent = nullptr);

  const ScenarioStore& store() const { return store_; }
  const SweepSettings& settings() const { return settings_; }
  void setSettings(const SweepSettings& settings);
  void setActive(bool active);  // a view of it is on the screen

  // The space around the live scenario; none if its numbers are out of range.
  const SweepSpace* space() const { return wanted_ ? &wanted_->space : nullptr; }
  // The newest outcome, maybe of another space than the wanted one; none before the first.
  const std::shared_ptr<const SweepOutcome>& outcome() const { return shown_; }
  // The last complete outcome: what stands where a running sweep has not been yet.
  const std::shared_ptr<const SweepOutcome>& previous() const { return previous_; }
  bool isStale() const { return stale_; }  // the outcome is of another space, and the wanted one takes a while
  bool isRunning() const { return runner_.isRunning(); }
  bool isStopped() const { return stopped_; }  // by the user, before it was complete
  // Of the live scenario among all that can run, from 1, equal results counted singly; none while unknown.
  std::optional<std::uint64_t> rank() const;

  void stop();           // Esc
  void run();            // anew, whatever is known
  void waitUntilDone();  // for pictures and tests

 signals:
  void settingsChanged();
  void changed();  // anything but the settings

 private:
  void refresh();
  void start();
  void take(const std::shared_ptr<const SweepOutcome>& outcome);
  bool isKnown() const;  // the outcome answers the wanted request, rank excepted
  bool isQuick() const;

  ScenarioStore& store_;
  SweepSettings settings_ = usualSweep();
  std::shared_ptr<const SweepRequest> wanted_;
  std::shared_ptr<const SweepOutcome> shown_, previous_;
  QTimer pause_, slow_;
  double perSecond_ = 0;  // configurations, of the last sweep long enough to tell
  bool active_ = false, stale_ = false, stopped_ = false;
  SweepRunner runner_;
};

}  // namespace shardscope::ui
