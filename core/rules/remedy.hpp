// SPDX-License-Identifier: Apache-2.0
#pragma once
// Changing one setting to make a rule hold. Internal to core/rules.

#include <optional>
#include <vector>

#include "core/rules/rule.hpp"

namespace shardscope {

// The scenario with one setting written and everything that follows from it settled under the default locks: GPU total
// and global batch stay. Nothing where the setting would not survive that. Precondition: `value` fits the field.
std::optional<Scenario> withSetting(const Scenario& scenario, Key key, const Value& value);

// `issue` no longer holds of `after`, and `after` breaks no rule that is not among `before`, what check() found until
// then.
bool improves(const Issue& issue, const std::vector<Issue>& before, const Scenario& after);

// The value that the issue complains about, as a number; from the issue alone where it carries it.
std::optional<double> foundNumber(const Issue& issue, const Scenario& scenario);

// Of ascending values: the one nearest by ratio, and the neighbours on both sides of `found`.
std::optional<std::int64_t> nearest(const std::vector<std::int64_t>& values, double found);
std::vector<std::int64_t> neighbours(const std::vector<std::int64_t>& values, double found);

}  // namespace shardscope
