// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/locks.hpp"

#include <algorithm>

#include "core/rules/rule.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/knobs_settle.hpp"

namespace shardscope {
namespace {

// Keys that a move writes by its nature: the knobs themselves and what follows them.
bool isExpected(Key key, const Locks& locks, std::span<const KnobSetting> settings) {
  const bool isTotal = key == Key::nodes || key == Key::gpus;
  if (isTotal) return true;  // only a moved or following total is ever written
  if (key == Key::dp && locks.gpuRole == GpuRole::totalLocked) return true;
  if (key == Key::globalBatch) return true;
  return std::any_of(settings.begin(), settings.end(), [&](const auto& s) { return knobKey(s.knob) == key; });
}

}  // namespace

bool follows(Knob knob, const Locks& locks) {
  switch (knob) {
    case Knob::dp: return locks.gpuRole == GpuRole::totalLocked;
    case Knob::gpus: return locks.gpuRole == GpuRole::dpLocked;
    case Knob::microBatches: return locks.batchRole == BatchRole::globalLocked;
    case Knob::globalBatch: return locks.batchRole == BatchRole::microBatchesLocked;
    default: return false;
  }
}

Key knobKey(Knob knob) {
  switch (knob) {
    case Knob::tp: return Key::tp;
    case Knob::pp: return Key::pp;
    case Knob::vpp: return Key::vpp;
    case Knob::dp: return Key::dp;
    case Knob::cp: return Key::cp;
    case Knob::ep: return Key::ep;
    case Knob::microBatch: return Key::microBatch;
    case Knob::sequenceLength: return Key::sequenceLength;
    case Knob::gpus: return Key::gpus;
    case Knob::microBatches:
    case Knob::globalBatch:
    case Knob::count: break;
  }
  return Key::globalBatch;
}

std::int64_t knobValue(const Scenario& scenario, Knob knob) {
  const auto& p = scenario.parallel;
  switch (knob) {
    case Knob::tp: return p.tp;
    case Knob::pp: return p.pp;
    case Knob::vpp: return p.vpp;
    case Knob::cp: return p.cp;
    case Knob::ep: return p.ep;
    case Knob::microBatch: return scenario.workload.microBatch;
    case Knob::globalBatch: return scenario.workload.globalBatch;
    case Knob::sequenceLength: return scenario.workload.sequenceLength;
    case Knob::dp: return ruleContext(scenario).dp;  // 0 also where the degrees are out of range
    case Knob::microBatches: return ruleContext(scenario).microBatches;
    case Knob::gpus: return ruleContext(scenario).gpus;
    case Knob::count: break;
  }
  return 0;
}

tl::expected<KnobMove, Issue> moveKnobs(const Scenario& scenario, const Locks& locks,
                                        std::span<const KnobSetting> settings) {
  Scenario trial;
  if (const auto issue = tryMove(scenario, locks, settings, trial)) return tl::unexpected(*issue);
  KnobMove move{difference(scenario, trial), {}};
  for (const auto& assignment : move.edit)
    if (!isExpected(assignment.key, locks, settings)) move.adjusted.push_back(assignment.key);
  return move;
}

tl::expected<KnobMove, Issue> moveKnob(const Scenario& scenario, const Locks& locks, Knob knob, std::int64_t value) {
  const KnobSetting setting{knob, value};
  return moveKnobs(scenario, locks, {&setting, 1});
}

}  // namespace shardscope
