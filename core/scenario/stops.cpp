// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/stops.hpp"

#include "core/rules/rule.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/knobs_settle.hpp"

namespace shardscope {
namespace {

// The warnings that speak about this knob; what concerns another setting is said there.
std::span<const RuleId> cautionsOf(Knob knob) {
  static constexpr std::array tensor = {RuleId::T2w, RuleId::E2};
  static constexpr std::array pipeline = {RuleId::P1, RuleId::P10};
  static constexpr std::array batch = {RuleId::P10};
  switch (knob) {
    case Knob::tp: return tensor;
    case Knob::pp: return pipeline;
    case Knob::microBatch:
    case Knob::microBatches:
    case Knob::globalBatch: return batch;
    default: return {};
  }
}

std::optional<Issue> caution(const Scenario& trial, Knob knob) {
  const auto domain = nvlinkDomain(trial.cluster);
  if (const auto tp = trial.parallel.tp; knob == Knob::tp && tp > domain)
    return Issue{RuleId::Hnode, Severity::hint, Key::tp, {static_cast<double>(tp), static_cast<double>(domain)}};
  const auto context = ruleContext(trial);
  Issue issue;
  for (const auto id : cautionsOf(knob))
    if (isBroken(id, context, &issue)) return issue;
  return std::nullopt;
}

}  // namespace

std::vector<Stop> stops(const Scenario& scenario, const Locks& locks, Knob knob) {
  std::vector<Stop> all;
  Scenario trial;  // one copy for all stops: its texts keep their storage
  for (const auto value : stopValues(scenario, locks, knob)) {
    const KnobSetting setting{knob, value};
    Stop stop{value, StopState::valid, tryMove(scenario, locks, {&setting, 1}, trial)};
    if (stop.reason)
      stop.state = StopState::invalid;
    else if ((stop.reason = caution(trial, knob)))
      stop.state = StopState::caution;
    all.push_back(std::move(stop));
  }
  return all;
}

}  // namespace shardscope
