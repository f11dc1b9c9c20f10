// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a sweep has to do with the knobs that the user pinned: a pinned dimension is searched only as an axis of the
// map, so that the map may show what lies off a lock; what is proposed keeps to the locks.

#include "core/scenario/locks.hpp"
#include "core/sweep/sweep.hpp"

namespace shardscope {

Knob knobOf(SweepAxis axis);  // Knob::count where the dimension is no slider
bool isPinned(const Locks& locks, SweepAxis axis);
// The part of the space in which every pinned knob has the value that `now` gives it.
SweepSpace withinPins(SweepSpace space, const Scenario& now, const Locks& locks);
// The pinned knobs that have another value in `after`, in their order.
std::vector<Knob> pinsLeft(const Locks& locks, const Scenario& now, const Scenario& after);

}  // namespace shardscope
