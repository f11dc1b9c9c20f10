// SPDX-License-Identifier: Apache-2.0
#pragma once
// Changing one setting to make a rule hold. Internal to core/rules.

#include <optional>
#include <vector>

#include "core/rules/rule.hpp"

namespace shardscope {

struct Setting {
  Key key{};
  Value value;
};
template <class T>
void append(std::vector<Setting>& settings, Key key, const T& value) {
  auto& setting = settings.emplace_back();
  setting.key = key;
  setting.value = value;
}

// The scenario with one setting written and everything that follows from it settled under the default locks: GPU total
// and global batch stay. Nothing where the setting would not survive that. Precondition: `value` fits the field.
std::optional<Scenario> withSetting(const Scenario& scenario, Key key, const Value& value);

// `issue` no longer holds of `after`, and `after` breaks no rule that is not among `before`, what check() found until
// then.
bool improves(const Issue& issue, const std::vector<Issue>& before, const Scenario& after);

// `issue`, or the same with other numbers.
bool isAmong(const Issue& issue, const std::vector<Issue>& issues);

// Whether an error is among `now` that was not among `before`.
bool breaksAnew(const std::vector<Issue>& before, const std::vector<Issue>& now);

// The edit from `before` to what withSetting() made of it.
Edit editTo(const Scenario& before, const Scenario& after, Key key, const Value& value);

// Rules of thumb whose way out only figures can judge: settings to try in turn. To be taken only if the memory verdict
// is no worse, and the step no slower unless it fits better.
bool hasPricedFix(RuleId id);
std::vector<Setting> pricedRemedies(const Issue& issue, const RuleContext& context);

// Whole numbers that could be legal for a key at all, ascending; the rules themselves decide. `found`: its value now.
// Precondition: the numbers of the context are in range.
std::vector<std::int64_t> candidateValues(Key key, const RuleContext& context, double found);

// The value that the issue complains about, as a number; from the issue alone where it carries it.
std::optional<double> foundNumber(const Issue& issue, const Scenario& scenario);

// Of ascending values: the one nearest by ratio, and the neighbours on both sides of `found`.
std::optional<std::int64_t> nearest(const std::vector<std::int64_t>& values, double found);
std::vector<std::int64_t> neighbours(const std::vector<std::int64_t>& values, double found);

}  // namespace shardscope
