// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/locks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "core/scenario/derived.hpp"
#include "core/scenario/stops.hpp"
#include "tests/property/rules_generators.hpp"

namespace shardscope {
namespace {

using namespace test;

// Every stop of every knob and one odd value each.
std::vector<KnobSetting> anySettings(const Scenario& s, const Locks& locks) {
  std::vector<KnobSetting> settings;
  for (int i = 0; i < static_cast<int>(Knob::count); ++i) {
    const auto knob = static_cast<Knob>(i);
    for (const auto value : stopValues(s, locks, knob)) settings.push_back({knob, value});
    settings.push_back({knob, *rc::gen::inRange<std::int64_t>(1, 200)});
  }
  return settings;
}

// Calls visit(setting, move, scenario after it) for every move that succeeds.
template <class Visit>
void forEachMove(const Scenario& s, const Locks& locks, const Visit& visit) {
  for (const auto& setting : anySettings(s, locks)) {
    const auto move = moveKnob(s, locks, setting.knob, setting.value);
    if (!move) continue;
    RC_LOG() << "knob " << static_cast<int>(setting.knob) << " to " << setting.value << std::endl;
    visit(setting, *move, applied(s, move->edit));
  }
}

RC_GTEST_PROP(LocksProperty, productAndBatchIdentitiesHoldAfterEveryMove, ()) {
  const auto s = anyScenario();
  forEachMove(s, anyLocks(), [](const KnobSetting& setting, const KnobMove&, const Scenario& after) {
    const auto& p = after.parallel;
    RC_ASSERT(!firstError(after));
    RC_ASSERT(knobValue(after, setting.knob) == setting.value);
    RC_ASSERT(p.tp * p.pp * p.cp * dataParallel(after) == gpuCount(after.cluster));
    RC_ASSERT(after.workload.microBatch * microBatches(after) * dataParallel(after) == after.workload.globalBatch);
    RC_ASSERT((!after.cluster.nodes || !after.cluster.gpus));
  });
}

RC_GTEST_PROP(LocksProperty, locksAndPinsAreNeverBroken, ()) {
  const auto s = validScenario();
  const auto locks = anyLocks();
  int moves = 0;
  forEachMove(s, locks, [&](const KnobSetting& setting, const KnobMove&, const Scenario& after) {
    ++moves;
    const auto stays = [&](Knob other) {
      return other == setting.knob || knobValue(after, other) == knobValue(s, other);
    };
    RC_ASSERT((stays(locks.gpuRole == GpuRole::totalLocked ? Knob::gpus : Knob::dp)));
    RC_ASSERT((stays(locks.batchRole == BatchRole::globalLocked ? Knob::globalBatch : Knob::microBatches)));
    for (int i = 0; i < static_cast<int>(Knob::count); ++i)
      RC_ASSERT((!locks.locked[static_cast<std::size_t>(i)] || stays(static_cast<Knob>(i))));
    for (const auto always : {Knob::tp, Knob::pp, Knob::microBatch, Knob::sequenceLength}) RC_ASSERT(stays(always));
  });
  RC_ASSERT(moves >= static_cast<int>(Knob::count));  // at least every current value
}

RC_GTEST_PROP(LocksProperty, aFollowerKeepsItsValue, ()) {
  const auto s = validScenario();
  const auto locks = anyLocks();
  for (const auto& setting : anySettings(s, locks))
    if (follows(setting.knob, locks)) {
      const bool isCurrent = setting.value == knobValue(s, setting.knob);
      RC_LOG() << "knob " << static_cast<int>(setting.knob) << " to " << setting.value << std::endl;
      RC_ASSERT(moveKnob(s, locks, setting.knob, setting.value).has_value() == isCurrent);
    }
}

RC_GTEST_PROP(LocksProperty, movingToTheCurrentValueIsAnEmptyEdit, ()) {
  const auto s = validScenario();
  const auto locks = anyLocks();
  for (int i = 0; i < static_cast<int>(Knob::count); ++i) {
    const auto knob = static_cast<Knob>(i);
    const auto same = moveKnob(s, locks, knob, knobValue(s, knob));
    RC_ASSERT(same.has_value());
    RC_ASSERT((same->edit.empty() && same->adjusted.empty()));
    RC_ASSERT(!moveKnob(s, locks, knob, 0).has_value());
  }
}

RC_GTEST_PROP(LocksProperty, editsAreMinimalAndTellWhatElseMoved, ()) {
  const auto s = anyScenario();
  forEachMove(s, anyLocks(), [&](const KnobSetting& setting, const KnobMove& move, const Scenario& after) {
    for (const auto& assignment : move.edit) {
      RC_ASSERT(fits(field(assignment.key), assignment.value) == FieldError::none);
      RC_ASSERT(field(assignment.key).read(s) != assignment.value);
    }
    for (const auto key : move.adjusted) {
      RC_ASSERT(std::any_of(move.edit.begin(), move.edit.end(), [&](const auto& a) { return a.key == key; }));
      RC_ASSERT(key != knobKey(setting.knob));
    }
    RC_ASSERT((s.parallel.dp || !after.parallel.dp));  // unset keeps following
    RC_ASSERT((s.parallel.schedule || !after.parallel.schedule));
  });
}

RC_GTEST_PROP(LocksProperty, theOrderOfKnobsDoesNotMatter, ()) {
  const auto s = anyScenario();
  const auto locks = anyLocks();
  const auto settings = anySettings(s, locks);
  const auto a = *rc::gen::elementOf(settings);
  for (const auto& b : settings) {
    if (a.knob == b.knob) continue;
    const KnobSetting forward[] = {a, b}, backward[] = {b, a};
    const auto there = moveKnobs(s, locks, forward), back = moveKnobs(s, locks, backward);
    RC_ASSERT(there.has_value() == back.has_value());
    if (there) {
      RC_ASSERT(there->edit == back->edit);
    } else {
      RC_ASSERT(there.error().rule == back.error().rule);
    }
  }
}

}  // namespace
}  // namespace shardscope
