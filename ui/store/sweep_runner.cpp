// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/sweep_runner.hpp"

#include <utility>

#include "core/sweep/compared_rows.hpp"

namespace shardscope::ui {
namespace {

SweepOutcome listed(const std::shared_ptr<const SweepRequest>& request, SweepResult result) {
  if (result.top.size() > kListedRows) result.top.resize(kListedRows);
  SweepOutcome outcome;
  outcome.request = request;
  outcome.result = std::move(result);
  return outcome;
}

void sweep(const std::shared_ptr<const SweepRequest>& request, const std::stop_token& stop,
           const std::function<void(SweepOutcome)>& publish) {
  const auto& space = request->space;
  const auto& options = request->options;
  auto result = runSweep(space, options, stop, [&](const SweepResult& soFar) { publish(listed(request, soFar)); });
  std::optional<ComparedRows> compared;
  if (result.complete) compared.emplace(space, options, result);
  auto outcome = listed(request, result);
  if (outcome.isEmpty()) {
    publish(outcome);  // the reason first: the search takes a while
    outcome.wayOut = wayOut(request->now, request->locks, space, options, result, stop);
    outcome.searchStopped = !outcome.wayOut && stop.stop_requested();
  }
  outcome.isLast = true;
  if (compared) {
    for (const auto& row : outcome.result.top) outcome.robustness.push_back(compared->robustness(row));
    for (const auto& row : outcome.result.front) outcome.frontRobustness.push_back(compared->robustness(row));
    if (options.reference) outcome.referenceRobustness = compared->robustness(*options.reference);
  }
  publish(std::move(outcome));
}

}  // namespace

SweepRunner::SweepRunner(QObject* parent)
    : QObject(parent), worker_(sweep, [this] { QMetaObject::invokeMethod(this, "deliver", Qt::QueuedConnection); }) {}

void SweepRunner::deliver() {
  if (const auto outcome = worker_.take()) emit arrived(outcome);
}

void SweepRunner::waitUntilDone() {
  if (!isRunning()) return;
  worker_.waitForLast();
  deliver();
}

}  // namespace shardscope::ui
