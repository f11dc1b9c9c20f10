// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sweeps beside the window: one thread, the newest request wins. Results lie in a mailbox behind a mutex; the window is
// only woken, so that nothing travels inside Qt's events.

#include <QObject>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "core/sweep/answers.hpp"

namespace shardscope::ui {

struct SweepRequest {
  SweepSpace space;
  SweepOptions options;
};

// What is known of a request; never changed once published.
struct SweepOutcome {
  std::shared_ptr<const SweepRequest> request;
  SweepResult result;
  std::vector<Robustness> robustness;  // of result.top, once complete
  bool isLast = false;                 // nothing more will come: complete or stopped
};

class SweepRunner : public QObject {
  Q_OBJECT

 public:
  explicit SweepRunner(QObject* parent = nullptr);
  ~SweepRunner() override;  // stops what runs

  // Takes the place of whatever runs or waits. Returns at once.
  void start(std::shared_ptr<const SweepRequest> request);
  // Ends the sweep early; its last outcome, incomplete, still arrives.
  void stop();
  bool isRunning() const { return running_; }
  // Blocks until the last outcome is there and delivers it; for pictures and tests.
  void waitUntilDone();

 signals:
  // Of the newest request only; on the thread of this object, about every 30 ms and at the end.
  void arrived(const std::shared_ptr<const shardscope::ui::SweepOutcome>& outcome);

 private:
  void work(const std::stop_token& quit);
  void publish(SweepOutcome outcome);
  Q_INVOKABLE void deliver();

  // Of the object's own thread.
  std::shared_ptr<const SweepRequest> newest_;
  bool running_ = false;

  // Shared, behind the mutex.
  std::mutex mutex_;
  std::condition_variable_any requested_;
  std::condition_variable published_;
  std::shared_ptr<const SweepRequest> next_;
  std::stop_source stop_;  // of the newest request, waiting or running
  std::shared_ptr<const SweepOutcome> mail_;
  bool woken_ = false;

  std::jthread thread_;  // last: ends before what it uses
};

}  // namespace shardscope::ui
