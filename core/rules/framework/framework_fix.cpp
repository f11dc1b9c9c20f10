// SPDX-License-Identifier: Apache-2.0
// Ways out of what a framework refuses. Each is judged again, by our rules and by the framework's, before it is
// offered.
#include <algorithm>

#include "core/cost/evaluate.hpp"
#include "core/rules/framework/framework_row.hpp"
#include "core/rules/remedy.hpp"

namespace shardscope {
namespace framework {

std::vector<Setting> remedies::nearest(const FrameworkFinding& finding, const Scenario& scenario) {
  const auto context = ruleContext(scenario);
  if (finding.field >= Key::count || !context.numbersInRange()) return {};
  const auto value = field(finding.field).read(scenario);
  const auto* found = std::get_if<std::int64_t>(&value);
  auto values = candidateValues(finding.field, context, found ? static_cast<double>(*found) : 0);
  std::vector<Setting> settings;
  while (const auto next = shardscope::nearest(values, found ? static_cast<double>(*found) : 0)) {
    std::erase(values, *next);
    if (!found || *next != *found) append(settings, finding.field, *next);
  }
  return settings;
}

}  // namespace framework

namespace {

constexpr std::size_t kMostTried = 64;

bool refuses(const FrameworkFinding& finding) {
  return finding.state == FrameworkState::broken && finding.severity == Severity::error;
}

// What was wrong before, to tell whether a change makes anything else wrong.
struct Trial {
  const FrameworkFinding& finding;
  std::vector<Issue> ours;
  std::vector<FrameworkFinding> theirs;
  bool mustFit = false;  // it fits now

  Trial(const FrameworkFinding& about, const Scenario& before) : finding(about) {
    check(before, ours);
    theirs = checkFramework(before, about.framework);
    const auto verdict = evaluate(before).verdict;
    mustFit = verdict == Verdict::fits || verdict == Verdict::tight;
  }

  bool mends(const Scenario& after) const {
    std::vector<Issue> now;
    check(after, now);
    if (breaksAnew(ours, now)) return false;
    for (const auto& each : checkFramework(after, finding.framework)) {
      if (each.rule == finding.rule && each.state != FrameworkState::holds) return false;
      if (refuses(each) && !wasRefused(each.rule)) return false;
    }
    return !mustFit || evaluate(after).verdict != Verdict::doesNotFit;
  }

  bool wasRefused(std::uint8_t rule) const {
    return std::any_of(theirs.begin(), theirs.end(),
                       [&](const FrameworkFinding& each) { return each.rule == rule && refuses(each); });
  }
};

}  // namespace

std::optional<Edit> fix(const FrameworkFinding& finding, const Scenario& scenario) {
  if (finding.state != FrameworkState::broken) return std::nullopt;
  const auto& row = framework::row(finding.rule);
  const Trial trial(finding, scenario);
  if (finding.isOwn) {
    const auto edit = fix(Issue{*row.rule.own, finding.severity, finding.field, finding.args}, scenario);
    if (edit && trial.mends(applied(scenario, *edit))) return edit;
  }
  const auto settings = finding.isOwn  ? framework::remedies::nearest(finding, scenario)
                        : row.remedies ? row.remedies(finding, scenario)
                                       : std::vector<Setting>{};
  for (std::size_t i = 0; i < std::min(settings.size(), kMostTried); ++i) {
    const auto& setting = settings[i];
    if (fits(field(setting.key), setting.value) != FieldError::none) continue;
    const auto after = withSetting(scenario, setting.key, setting.value);
    if (!after || *after == scenario) continue;
    auto edit = editTo(scenario, *after, setting.key, setting.value);
    if (trial.mends(applied(scenario, edit))) return edit;
  }
  return std::nullopt;
}

}  // namespace shardscope
