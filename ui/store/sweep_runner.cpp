// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/sweep_runner.hpp"

#include <utility>

namespace shardscope::ui {

SweepRunner::SweepRunner(QObject* parent)
    : QObject(parent), thread_([this](const std::stop_token& quit) { work(quit); }) {}

SweepRunner::~SweepRunner() {
  thread_.request_stop();
  {
    const std::scoped_lock lock(mutex_);
    next_.reset();
    stop_.request_stop();
  }
  thread_.join();
}

void SweepRunner::start(std::shared_ptr<const SweepRequest> request) {
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

void SweepRunner::stop() {
  const std::scoped_lock lock(mutex_);
  stop_.request_stop();
}

void SweepRunner::work(const std::stop_token& quit) {
  for (;;) {
    std::unique_lock lock(mutex_);
    requested_.wait(lock, quit, [this] { return next_ != nullptr; });
    if (quit.stop_requested()) return;
    const auto request = std::exchange(next_, nullptr);
    const auto stop = stop_.get_token();
    lock.unlock();
    auto result = runSweep(request->space, request->options, stop, [&](const SweepResult& soFar) {
      publish({request, soFar, {}, false});
    });
    auto robust = result.complete ? robustness(request->space, result.top) : std::vector<Robustness>{};
    publish({request, std::move(result), std::move(robust), true});
  }
}

void SweepRunner::publish(SweepOutcome known) {
  auto outcome = std::make_shared<const SweepOutcome>(std::move(known));
  bool wake = false;
  {
    const std::scoped_lock lock(mutex_);
    if (next_) return;  // nobody waits for this one any more
    mail_ = std::move(outcome);
    wake = !std::exchange(woken_, true);
  }
  published_.notify_all();
  if (wake) QMetaObject::invokeMethod(this, "deliver", Qt::QueuedConnection);
}

void SweepRunner::deliver() {
  std::shared_ptr<const SweepOutcome> outcome;
  {
    const std::scoped_lock lock(mutex_);
    woken_ = false;
    outcome = std::exchange(mail_, nullptr);
  }
  if (!outcome || outcome->request != newest_) return;
  if (outcome->isLast) running_ = false;
  emit arrived(outcome);
}

void SweepRunner::waitUntilDone() {
  if (!running_) return;
  {
    std::unique_lock lock(mutex_);
    published_.wait(lock, [this] { return mail_ && mail_->isLast && mail_->request == newest_; });
  }
  deliver();
}

}  // namespace shardscope::ui
