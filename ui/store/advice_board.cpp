// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/advice_board.hpp"
#include "core/scenario/derived.hpp"

#include <utility>

namespace shardscope::ui {
namespace {

constexpr int kPauseMs = 120;
constexpr std::size_t kMoves = 8;

void compare(const std::shared_ptr<const PlanRequest>& request, const std::stop_token& stop,
             const std::function<void(PlanOutcome)>& publish) {
  PlanOutcome outcome{request, {}, {}, false, true};
  if (request->report.verdict != Verdict::invalid)
    outcome.moves = adviceMoves(request->scenario, request->report, request->locks, kMoves);
  outcome.comparison = request->known ? *request->known
                                      : comparePlans(request->scenario, request->recommended, request->threshold, stop);
  outcome.isComplete = !stop.stop_requested();
  publish(std::move(outcome));
}

}  // namespace

AdviceBoard::AdviceBoard(ScenarioStore& store, QObject* parent)
    : QObject(parent),
      store_(store),
      worker_(compare, [this] { QMetaObject::invokeMethod(this, "deliver", Qt::QueuedConnection); }) {
  pause_.setSingleShot(true);
  pause_.setInterval(kPauseMs);
  connect(&pause_, &QTimer::timeout, this, &AdviceBoard::askForPlans);
  connect(&store_, &ScenarioStore::changed, this, &AdviceBoard::refresh);
  connect(&store_, &ScenarioStore::locksChanged, this, [this] {
    asked_.reset();
    refresh();
  });
}

void AdviceBoard::setActive(bool active) {
  active_ = active;
  // What is under way would end after the scenario has moved on unseen.
  if (!active && stale_ && asked_) {
    pause_.stop();
    worker_.stop();
    asked_.reset();
  }
  refresh();
}

void AdviceBoard::setThreshold(double threshold) {
  if (threshold == threshold_) return;
  threshold_ = threshold;
  asked_.reset();
  refresh();
}

void AdviceBoard::refresh() {
  if (!active_ || asked_ == store_.scenario()) return;
  asked_ = store_.scenario();
  stale_ = true;
  worker_.stop();
  advice_.reset();
  obstacle_ = adviceObstacle(*asked_);
  if (obstacle_) {
    pause_.stop();
    plans_.reset();
  } else {
    advice_ = advise(*asked_);
    recommended_ = planOf(advice_->recommended);
    pause_.start();
  }
  emit changed();
}

bool AdviceBoard::isFollowed() const { return advice_ && isSamePlan(store_.scenario(), recommended_.scenario); }

void AdviceBoard::askForPlans() {
  worker_.start(std::make_shared<const PlanRequest>(
      PlanRequest{*asked_, store_.report(), store_.locks(), recommended_, threshold_, knownComparison()}));
}

// The plans are the same for all scenarios that differ only in what the sweep tries anyway.
std::optional<Comparison> AdviceBoard::knownComparison() const {
  if (!plans_) return std::nullopt;
  const auto& last = *plans_->request;
  const bool same = last.threshold == threshold_ && last.recommended.scenario == recommended_.scenario &&
                    adviceSpace(last.scenario) == adviceSpace(*asked_);
  return same ? std::optional(plans_->comparison) : std::nullopt;
}

void AdviceBoard::deliver() {
  const auto outcome = worker_.take();
  if (!outcome || !outcome->isComplete || outcome->request->scenario != asked_) return;
  plans_ = outcome;
  stale_ = false;
  emit changed();
}

void AdviceBoard::waitUntilDone() {
  if (pause_.isActive()) {
    pause_.stop();
    askForPlans();
  }
  if (!worker_.isRunning()) return;
  worker_.waitForLast();
  deliver();
}

}  // namespace shardscope::ui
