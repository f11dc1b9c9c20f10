// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/sweep_board.hpp"

#include <algorithm>
#include <thread>

namespace shardscope::ui {
namespace {

constexpr std::uint64_t kSmallSpace = 20'000;  // design §4: swept anew while dragging
constexpr double kQuickSeconds = 0.05;         // so is what is known to take no longer
constexpr int kPauseMs = 80, kSlowMs = 60;     // rest of a slider; time after which old cells fade
constexpr double kTellingSeconds = 0.002;

// One processor is left to the window.
unsigned sweepThreads() { return std::max(2u, std::thread::hardware_concurrency()) - 1; }

bool asksTheSame(const SweepRequest& a, const SweepRequest& b) {
  return a.options.metric == b.options.metric && a.options.x == b.options.x && a.options.y == b.options.y &&
         a.space == b.space && a.withinLocks == b.withinLocks;
}

}  // namespace

SweepBoard::SweepBoard(ScenarioStore& store, QObject* parent) : QObject(parent), store_(store) {
  pause_.setSingleShot(true);
  pause_.setInterval(kPauseMs);
  slow_.setSingleShot(true);
  slow_.setInterval(kSlowMs);
  connect(&pause_, &QTimer::timeout, this, &SweepBoard::start);
  connect(&slow_, &QTimer::timeout, this, [this] {
    stale_ = true;
    emit changed();
  });
  connect(&runner_, &SweepRunner::arrived, this, &SweepBoard::take);
  connect(&store_, &ScenarioStore::changed, this, &SweepBoard::refresh);
  connect(&store_, &ScenarioStore::locksChanged, this, &SweepBoard::refresh);
  connect(&store_, &ScenarioStore::gestureEnded, this, [this] {
    if (pause_.isActive()) start();
  });
  refresh();
}

void SweepBoard::setSettings(const SweepSettings& settings) {
  if (settings == settings_) return;
  settings_ = settings;
  emit settingsChanged();
  refresh();
}

void SweepBoard::setActive(bool active) {
  if (active == active_) return;
  active_ = active;
  if (active) {
    if (wanted_ && !isKnown() && !stopped_) start();
    return;
  }
  pause_.stop();
  slow_.stop();
  runner_.stop();
}

bool SweepBoard::isKnown() const {
  if (!wanted_ || !shown_ || !shown_->result.complete || !asksTheSame(*shown_->request, *wanted_)) return false;
  return !shown_->isEmpty() || (shown_->isLast && !shown_->searchStopped);
}

bool SweepBoard::isQuick() const {
  const auto count = candidateCount(wanted_->space);
  return count <= kSmallSpace || (perSecond_ > 0 && static_cast<double>(count) / perSecond_ <= kQuickSeconds);
}

void SweepBoard::refresh() {
  if (!canSweep(store_.report())) {
    pause_.stop();
    slow_.stop();
    runner_.stop();
    wanted_.reset();
    shown_.reset();
    previous_.reset();
    stale_ = stopped_ = false;
    emit changed();
    return;
  }
  auto request = std::make_shared<SweepRequest>();
  request->space = spaceAround(store_.scenario(), store_.locks(), settings_);
  request->now = store_.scenario();
  request->locks = store_.locks();
  request->withinLocks = withinPins(request->space, request->now, request->locks);
  request->options.metric = settings_.metric;
  request->options.top = kCompared;
  request->options.x = settings_.x;
  request->options.y = settings_.y;
  request->options.threads = sweepThreads();
  if (store_.report().verdict != Verdict::invalid)
    request->options.reference = rowOf(request->space, store_.scenario(), store_.report(), settings_.metric);
  const bool same = wanted_ && asksTheSame(*wanted_, *request);
  const bool sameRank = same && wanted_->options.reference == request->options.reference;
  wanted_ = std::move(request);
  if (!same) stopped_ = false;
  if (active_ && !same) {
    if (!store_.inGesture() || isQuick()) {
      start();
    } else {
      runner_.stop();
      stale_ = shown_ != nullptr;
      pause_.start();
    }
  } else if (active_ && !sameRank && !stopped_ && !runner_.isRunning()) {
    pause_.start();  // the outline moves at once, the rank follows when the slider rests
  }
  emit changed();
}

void SweepBoard::start() {
  pause_.stop();
  if (!wanted_ || !active_) return;
  if (isKnown())
    slow_.stop();
  else if (!stale_)
    slow_.start();
  runner_.start(wanted_);
}

void SweepBoard::take(const std::shared_ptr<const SweepOutcome>& outcome) {
  const auto& result = outcome->result;
  // A sweep that only looks for a rank does not take the picture apart.
  const bool shows =
      result.complete || !(shown_ && shown_->result.complete && asksTheSame(*shown_->request, *outcome->request));
  if (shows && (result.counts.tried > 0 || result.complete)) {
    slow_.stop();
    shown_ = outcome;
    stale_ = !wanted_ || !asksTheSame(*outcome->request, *wanted_);
  }
  if (result.complete) {
    previous_ = outcome;
    if (result.seconds > kTellingSeconds) perSecond_ = static_cast<double>(result.counts.tried) / result.seconds;
    if (active_ && wanted_ && wanted_->options.reference != outcome->request->options.reference) pause_.start();
  }
  emit changed();
}

std::optional<std::uint64_t> SweepBoard::rank() const {
  if (!isKnown() || !wanted_->options.reference) return std::nullopt;
  if (shown_->request->options.reference != wanted_->options.reference) return std::nullopt;
  const auto better = shown_->result.betterThanReference;
  if (better >= DistinctResults::kMost) return std::nullopt;  // no longer counted
  return better + 1;
}

void SweepBoard::stop() {
  pause_.stop();
  if (!runner_.isRunning()) return;
  stopped_ = !isKnown();
  runner_.stop();
  emit changed();
}

void SweepBoard::run() {
  stopped_ = false;
  start();
  emit changed();
}

void SweepBoard::waitUntilDone() {
  if (pause_.isActive()) start();
  runner_.waitUntilDone();
}

}  // namespace shardscope::ui
