// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a set of knob settings does to the rest of a scenario: followers are recomputed, settings that neither follow
// nor are locked give way to their nearest legal value. Shared by slider moves, stops, the grid and the fixes of rules.

#include <optional>
#include <span>

#include "core/scenario/locks.hpp"

namespace shardscope {

// Leaves the outcome in `trial` (its storage is reused). Returns an issue where the arithmetic itself says no: a value
// out of its range, a follower asked for another value, a pinned knob that would have to move. Any other broken rule
// stays in `trial` for firstError() to name. With no settings: recomputes followers and lets the rest give way.
std::optional<Issue> settle(const Scenario& before, const Locks& locks, std::span<const KnobSetting> settings,
                            Scenario& trial);

// settle(), then the first rule that is still broken. The current values of a valid scenario change nothing.
std::optional<Issue> tryMove(const Scenario& before, const Locks& locks, std::span<const KnobSetting> settings,
                             Scenario& trial);

// The keys in which two scenarios of the same model and device differ, with the values of `after`.
Edit difference(const Scenario& before, const Scenario& after);

}  // namespace shardscope
