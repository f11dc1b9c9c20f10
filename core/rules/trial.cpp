// SPDX-License-Identifier: Apache-2.0
#include "core/rules/trial.hpp"

#include <algorithm>

#include "core/cost/evaluate.hpp"
#include "core/rules/remedy.hpp"

namespace shardscope {

Trial::Trial(const Scenario& before, FrameworkSet frameworks)
    : frameworks_(frameworks), before_(evaluate(before)), refused_(refusals(before)) {}

std::vector<Trial::Refusal> Trial::refusals(const Scenario& scenario) const {
  std::vector<Refusal> found;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Framework::count); ++i) {
    const auto framework = static_cast<Framework>(i);
    if ((frameworks_ & bitOf(framework)) == 0) continue;
    for (const auto& finding : checkFramework(scenario, framework))
      if (finding.state == FrameworkState::broken && finding.severity == Severity::error)
        found.emplace_back(framework, finding.rule);
  }
  return found;
}

bool Trial::isHarmless(const Scenario& after) {
  evaluateInto(after, after_);
  if (runs(before_.verdict) && !runs(after_.verdict)) return false;
  if (breaksAnew(before_.issues, after_.issues)) return false;
  const auto now = refusals(after);
  return std::all_of(now.begin(), now.end(), [this](const Refusal& refusal) {
    return std::find(refused_.begin(), refused_.end(), refusal) != refused_.end();
  });
}

bool Trial::mends(const Issue& issue, const Scenario& after) {
  return isHarmless(after) && !isAmong(issue, after_.issues);
}

}  // namespace shardscope
