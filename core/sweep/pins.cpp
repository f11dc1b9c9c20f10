// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/pins.hpp"

#include "core/scenario/derived.hpp"

namespace shardscope {

Knob knobOf(SweepAxis axis) {
  switch (axis.dim) {
    case Dim::gpus: return Knob::gpus;
    case Dim::sequenceLength: return Knob::sequenceLength;
    case Dim::globalBatch: return Knob::globalBatch;
    case Dim::tp: return Knob::tp;
    case Dim::cp: return Knob::cp;
    case Dim::ep: return Knob::ep;
    case Dim::microBatch: return Knob::microBatch;
    case Dim::pp: return Knob::pp;
    case Dim::vpp: return Knob::vpp;
    case Dim::count: return Knob::dp;
    default: return Knob::count;
  }
}

bool isPinned(const Locks& locks, SweepAxis axis) {
  const auto knob = knobOf(axis);
  return knob != Knob::count && locks.isLocked(knob);
}

SweepSpace withinPins(SweepSpace space, const Scenario& now, const Locks& locks) {
  for (std::size_t i = 0; i < kDims; ++i)
    if (const auto dim = static_cast<Dim>(i); isPinned(locks, {dim})) {
      space.of(dim) = {dimValue(now, dim)};
      space.free.reset(i);
      setDim(space.base, dim, dimValue(now, dim));
    }
  if (const auto dp = dataParallel(now); dp > 0 && isPinned(locks, {})) space.dp = dp;
  return space;
}

std::vector<Knob> pinsLeft(const Locks& locks, const Scenario& now, const Scenario& after) {
  std::vector<Knob> left;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Knob::count); ++i)
    if (const auto knob = static_cast<Knob>(i); locks.isLocked(knob) && knobValue(now, knob) != knobValue(after, knob))
      left.push_back(knob);
  return left;
}

}  // namespace shardscope
