// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Why nothing of a sweep can run, and what to change, in words.

#include <array>
#include <utility>

#include "ui/store/sweep_runner.hpp"
#include "ui/store/sweep_settings.hpp"

namespace shardscope::ui {

// Precondition: outcome.isEmpty().
QString emptyReason(const SweepOutcome& outcome);
// "Smallest change that gives one: global batch 128 → 122. Best with it: …", and which locks it opens.
QString wayOutText(const WayOut& way, const Scenario& now, const Locks& locks, const SweepSettings& settings);
// The locked ones among the axes of a map that have another value there.
std::vector<Knob> axisLocksLeft(const Locks& locks, const Scenario& now,
                                const std::array<std::pair<SweepAxis, std::int64_t>, 2>& place);
// "TP is locked at 8", of several "TP is locked at 8, b is locked at 1".
QString lockedText(const std::vector<Knob>& knobs, const Scenario& now);

}  // namespace shardscope::ui
