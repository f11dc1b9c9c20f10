// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/sweep_runner.hpp"

#include <utility>

namespace shardscope::ui {
namespace {

void sweep(const std::shared_ptr<const SweepRequest>& request, const std::stop_token& stop,
           const std::function<void(SweepOutcome)>& publish) {
  auto result = runSweep(request->space, request->options, stop, [&](const SweepResult& soFar) {
    publish({request, soFar, {}, false});
  });
  auto robust =
      result.complete ? robustness(request->space, result.top, request->options.metric) : std::vector<Robustness>{};
  publish({request, std::move(result), std::move(robust), true});
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
