// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/locks.hpp"

#include <rapidcheck/gtest.h>

#include <algorithm>

#include "core/scenario/derived.hpp"
#include "core/scenario/stops.hpp"
#include "tests/property/rules_generators.hpp"

namespace shardscope {
namespace {

using namespace test;

std::int64_t anyValue(const Scenario& s, const Locks& locks, Knob knob) {
  if (*rc::gen::inRange(0, 4) == 0) return *rc::gen::inRange<std::int64_t>(1, 200);
  return *rc::gen::elementOf(stopValues(s, locks, knob));
}

RC_GTEST_PROP(LocksProperty, productAndBatchIdentitiesHoldAfterEveryMove, ()) {
  const auto s = anyScenario();
  const auto locks = anyLocks();
  const auto knob = anyKnob();
  const auto value = anyValue(s, locks, knob);
  const auto move = moveKnob(s, locks, knob, value);
  RC_PRE(move.has_value());
  const auto after = applied(s, move->edit);
  const auto& p = after.parallel;
  RC_ASSERT(!firstError(after));
  RC_ASSERT(knobValue(after, knob) == value);
  RC_ASSERT(p.tp * p.pp * p.cp * dataParallel(after) == gpuCount(after.cluster));
  RC_ASSERT(after.workload.microBatch * microBatches(after) * dataParallel(after) == after.workload.globalBatch);
  RC_ASSERT(!(after.cluster.nodes && after.cluster.gpus));
}

RC_GTEST_PROP(LocksProperty, locksAndPinsAreNeverBroken, ()) {
  const auto s = validScenario();
  const auto locks = anyLocks();
  const auto knob = anyKnob();
  const auto move = moveKnob(s, locks, knob, anyValue(s, locks, knob));
  RC_PRE(move.has_value());
  const auto after = applied(s, move->edit);
  const auto stays = [&](Knob other) { return other == knob || knobValue(after, other) == knobValue(s, other); };
  RC_ASSERT(stays(locks.gpuRole == GpuRole::totalLocked ? Knob::gpus : Knob::dp));
  RC_ASSERT(stays(locks.batchRole == BatchRole::globalLocked ? Knob::globalBatch : Knob::microBatches));
  for (int i = 0; i < static_cast<int>(Knob::count); ++i)
    if (locks.isLocked(static_cast<Knob>(i))) RC_ASSERT(stays(static_cast<Knob>(i)));
  for (const auto always : {Knob::tp, Knob::pp, Knob::microBatch, Knob::sequenceLength}) RC_ASSERT(stays(always));
}

RC_GTEST_PROP(LocksProperty, aFollowerKeepsItsValue, ()) {
  const auto s = validScenario();
  const auto locks = anyLocks();
  const auto knob = anyKnob();
  RC_PRE(follows(knob, locks));
  const auto value = anyValue(s, locks, knob);
  RC_ASSERT(moveKnob(s, locks, knob, value).has_value() == (value == knobValue(s, knob)));
}

RC_GTEST_PROP(LocksProperty, movingToTheCurrentValueIsAnEmptyEdit, ()) {
  const auto s = validScenario();
  const auto move = moveKnob(s, anyLocks(), anyKnob(), 0);
  RC_ASSERT(!move.has_value());
  const auto knob = anyKnob();
  const auto same = moveKnob(s, anyLocks(), knob, knobValue(s, knob));
  RC_ASSERT(same.has_value());
  RC_ASSERT(same->edit.empty() && same->adjusted.empty());
}

RC_GTEST_PROP(LocksProperty, editsAreMinimalAndTellWhatElseMoved, ()) {
  const auto s = anyScenario();
  const auto locks = anyLocks();
  const auto knob = anyKnob();
  const auto move = moveKnob(s, locks, knob, anyValue(s, locks, knob));
  RC_PRE(move.has_value());
  for (const auto& assignment : move->edit) {
    RC_ASSERT(fits(field(assignment.key), assignment.value) == FieldError::none);
    RC_ASSERT(field(assignment.key).read(s) != assignment.value);
  }
  for (const auto key : move->adjusted) {
    RC_ASSERT(std::any_of(move->edit.begin(), move->edit.end(), [&](const auto& a) { return a.key == key; }));
    RC_ASSERT(key != knobKey(knob));
  }
  if (!s.parallel.dp) RC_ASSERT(!applied(s, move->edit).parallel.dp);  // unset keeps following
  if (!s.parallel.schedule) RC_ASSERT(!applied(s, move->edit).parallel.schedule);
}

RC_GTEST_PROP(LocksProperty, theOrderOfKnobsDoesNotMatter, ()) {
  const auto s = anyScenario();
  const auto locks = anyLocks();
  const auto first = anyKnob(), second = anyKnob();
  RC_PRE(first != second);
  const KnobSetting a{first, anyValue(s, locks, first)}, b{second, anyValue(s, locks, second)};
  const KnobSetting forward[] = {a, b}, backward[] = {b, a};
  const auto there = moveKnobs(s, locks, forward), back = moveKnobs(s, locks, backward);
  RC_ASSERT(there.has_value() == back.has_value());
  if (there) RC_ASSERT(there->edit == back->edit);
  else RC_ASSERT(there.error() == back.error());
}

}  // namespace
}  // namespace shardscope
