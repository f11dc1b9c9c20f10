// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One thread that answers requests, the newest wins. Answers lie in a mailbox behind a mutex; the owner is only woken,
// so that nothing travels inside Qt's events (and ThreadSanitizer can follow).

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace shardscope::ui {

// Outcome: has Request (a type), request (shared_ptr<const Request>) and isLast (nothing more will come).
template <class Outcome>
class NewestWorker {
 public:
  using Request = std::shared_ptr<const typename Outcome::Request>;
  using Mail = std::shared_ptr<const Outcome>;
  // On the worker's thread: publishes any number of outcomes, the last one marked so.
  using Work = std::function<void(const Request&, const std::stop_token&, const std::function<void(Outcome)>&)>;

  // `wake` runs on the worker's thread and leads to take() on the owner's, sooner or later.
  NewestWorker(Work work, std::function<void()> wake)
      : work_(std::move(work)), wake_(std::move(wake)), thread_([this](const std::stop_token& quit) { run(quit); }) {}

  ~NewestWorker() {
    thread_.request_stop();
    {
      const std::scoped_lock lock(mutex_);
      next_.reset();
      stop_.request_stop();
    }
    thread_.join();
  }
  NewestWorker(const NewestWorker&) = delete;
  NewestWorker& operator=(const NewestWorker&) = delete;

  // Takes the place of whatever runs or waits. Returns at once.
  void start(Request request) {
    newest_ = request;
    running_ = true;
    {
      const std::scoped_lock lock(mutex_);
      next_ = std::move(request);
      mail_.reset();
      stop_.request_stop();
      stop_ = {};
    }
    requested_.notify_one();
  }

  // Ends the work early; its last outcome still arrives.
  void stop() {
    const std::scoped_lock lock(mutex_);
    stop_.request_stop();
  }

  bool isRunning() const { return running_; }  // until the last outcome was taken

  // What has arrived for the newest request; null if nothing has.
  Mail take() {
    Mail mail;
    {
      const std::scoped_lock lock(mutex_);
      woken_ = false;
      mail = std::exchange(mail_, nullptr);
    }
    if (!mail || mail->request != newest_) return nullptr;
    if (mail->isLast) running_ = false;
    return mail;
  }

  // Blocks until the last outcome is there to be taken.
  void waitForLast() {
    std::unique_lock lock(mutex_);
    published_.wait(lock, [this] { return mail_ && mail_->isLast && mail_->request == newest_; });
  }

 private:
  void run(const std::stop_token& quit) {
    for (;;) {
      std::unique_lock lock(mutex_);
      requested_.wait(lock, quit, [this] { return next_ != nullptr; });
      if (quit.stop_requested()) return;
      const auto request = std::exchange(next_, nullptr);
      const auto stop = stop_.get_token();
      lock.unlock();
      work_(request, stop, [this](Outcome outcome) { publish(std::move(outcome)); });
    }
  }

  void publish(Outcome known) {
    auto outcome = std::make_shared<const Outcome>(std::move(known));
    bool wakes = false;
    {
      const std::scoped_lock lock(mutex_);
      if (next_) return;  // nobody waits for this one any more
      mail_ = std::move(outcome);
      wakes = !std::exchange(woken_, true);
    }
    published_.notify_all();
    if (wakes) wake_();
  }

  const Work work_;
  const std::function<void()> wake_;

  // Of the owner's thread.
  Request newest_;
  bool running_ = false;

  // Shared, behind the mutex.
  std::mutex mutex_;
  std::condition_variable_any requested_;
  std::condition_variable published_;
  Request next_;
  std::stop_source stop_;  // of the newest request, waiting or running
  Mail mail_;
  bool woken_ = false;

  std::jthread thread_;  // last: ends before what it uses
};

}  // namespace shardscope::ui
