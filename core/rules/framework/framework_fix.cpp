// SPDX-License-Identifier: Apache-2.0
// Ways out of what a framework refuses. Each is judged again, by our rules and by the framework's, before it is
// offered.
#include <algorithm>

#include "core/rules/framework/framework_row.hpp"
#include "core/rules/remedy.hpp"
#include "core/rules/trial.hpp"

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

bool holds(const FrameworkFinding& finding, const Scenario& after) {
  const auto now = checkFramework(after, finding.framework);
  return std::all_of(now.begin(), now.end(), [&](const FrameworkFinding& each) {
    return each.rule != finding.rule || each.state == FrameworkState::holds;
  });
}

}  // namespace

std::optional<Edit> fix(const FrameworkFinding& finding, const Scenario& scenario, FrameworkSet others) {
  if (finding.state != FrameworkState::broken) return std::nullopt;
  const auto& row = framework::row(finding.rule);
  const auto frameworks = static_cast<FrameworkSet>(others | bitOf(finding.framework));
  if (finding.isOwn) {
    const Issue issue{*row.rule.own, finding.severity, finding.field, finding.args};
    const auto edit = fix(issue, scenario, frameworks);
    if (edit && holds(finding, applied(scenario, *edit))) return edit;
  }
  const auto settings = finding.isOwn  ? framework::remedies::nearest(finding, scenario)
                        : row.remedies ? row.remedies(finding, scenario)
                                       : std::vector<Setting>{};
  Trial trial(scenario, frameworks);
  for (std::size_t i = 0; i < std::min(settings.size(), kMostTried); ++i) {
    const auto& setting = settings[i];
    if (fits(field(setting.key), setting.value) != FieldError::none) continue;
    const auto after = withSetting(scenario, setting.key, setting.value);
    if (!after || *after == scenario) continue;
    auto edit = editTo(scenario, *after, setting.key, setting.value);
    const auto edited = applied(scenario, edit);
    if (holds(finding, edited) && trial.isHarmless(edited)) return edit;
  }
  return std::nullopt;
}

}  // namespace shardscope
