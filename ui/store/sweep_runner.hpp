// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sweeps beside the window: one thread, the newest request wins.

#include <QObject>

#include "core/sweep/way_out.hpp"
#include "ui/store/newest_worker.hpp"

namespace shardscope::ui {

inline constexpr std::size_t kListedRows = 100;  // at most, of the ranking

struct SweepRequest {
  SweepSpace space;
  SweepOptions options;
  Scenario now;  // the space was made around
  Locks locks;
  SweepSpace withinLocks;  // what of the space a way out may keep
};

// What is known of a request; never changed once published.
struct SweepOutcome {
  using Request = SweepRequest;
  std::shared_ptr<const SweepRequest> request;
  SweepResult result;
  // Once complete, among all the rows that the command line compares, of which result.top holds the best to list.
  std::vector<Robustness> robustness, frontRobustness;  // of result.top, of result.front
  std::optional<Robustness> referenceRobustness;        // of options.reference
  std::optional<WayOut> wayOut;                         // where nothing runs, once it is the last
  bool searchStopped = false;                           // the search for it ended early, without one
  bool isLast = false;                                  // nothing more will come: complete or stopped

  bool isEmpty() const { return result.complete && result.counts.fitted + result.counts.tight == 0; }
};

class SweepRunner : public QObject {
  Q_OBJECT

 public:
  explicit SweepRunner(QObject* parent = nullptr);

  // Takes the place of whatever runs or waits. Returns at once.
  void start(std::shared_ptr<const SweepRequest> request) { worker_.start(std::move(request)); }
  // Ends the sweep early; its last outcome, incomplete, still arrives.
  void stop() { worker_.stop(); }
  bool isRunning() const { return worker_.isRunning(); }
  // Blocks until the last outcome is there and delivers it; for pictures and tests.
  void waitUntilDone();

 signals:
  // Of the newest request only; on the thread of this object, about every 30 ms and at the end.
  void arrived(const std::shared_ptr<const shardscope::ui::SweepOutcome>& outcome);

 private:
  Q_INVOKABLE void deliver();

  NewestWorker<SweepOutcome> worker_;
};

}  // namespace shardscope::ui
