// SPDX-License-Identifier: Apache-2.0
#include "core/cost/evaluate.hpp"
#include "core/rules/rule.hpp"
#include "core/scenario/knobs_settle.hpp"

namespace shardscope {
namespace {

// Args: degree in use, peak bytes without it, capacity, step seconds without it, step seconds now (0: unknown).
std::optional<Issue> simplerLayout(const Scenario& scenario, const Report& report) {
  Scenario simpler;
  Report figures;
  for (const auto knob : {Knob::pp, Knob::cp, Knob::tp}) {  // the costliest to run first
    const auto degree = knobValue(scenario, knob);
    const KnobSetting without{knob, 1};
    if (degree <= 1 || tryMove(scenario, Locks{}, {&without, 1}, simpler)) continue;
    evaluateInto(simpler, figures);
    if (figures.verdict != Verdict::fits) continue;
    const auto& row = rule(RuleId::Hdims);
    return Issue{
        row.info.id,
        row.info.severity,
        knobKey(knob),
        {static_cast<double>(degree), static_cast<double>(figures.memory.peak.count()),
         static_cast<double>(figures.memory.capacity.count()), figures.time.step.count(), report.time.step.count()}};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Issue> fewestDimensions(const Scenario& scenario, const Report& report) {
  return report.verdict == Verdict::invalid ? std::nullopt : simplerLayout(scenario, report);
}

void checkFewestDimensions(const Scenario& scenario, Report& report) {
  if (const auto issue = fewestDimensions(scenario, report)) report.issues.push_back(*issue);
}

}  // namespace shardscope
