// SPDX-License-Identifier: Apache-2.0
#pragma once
// Our own rules as one table (contract §3.1): id, severity, what it asks of a scenario, message, fix.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/report.hpp"
#include "core/rules/issue.hpp"
#include "core/text/language.hpp"

namespace shardscope {

// Another parallel dimension is worth its complexity if the step gains more than this share: this program's default.
inline constexpr double kWorthThreshold = 0.05;

struct RuleInfo {
  RuleId id{};
  std::string_view name;  // "T-1", "H-4P"
  Severity severity{};
  bool needsReport = false;  // rules of thumb: judged on figures
};
std::span<const RuleInfo> ruleTable();  // in contract order, indexed by RuleId
std::string_view ruleName(RuleId id);

// Appends every validity rule that fails: errors, then warnings and hints, in table order. Allocates only to grow
// `out`.
void check(const Scenario& scenario, std::vector<Issue>& out);
// The first error in table order; for stops and sweeps.
std::optional<Issue> firstError(const Scenario& scenario);
bool hasErrors(std::span<const Issue> issues);

// Appends the rules of thumb that do not hold for these figures. Precondition: report holds figures of `scenario`.
void checkRulesOfThumb(const Scenario& scenario, const Report& report, std::vector<Issue>& out);
// H-dims, if it does not hold: see checkFewestDimensions().
std::optional<Issue> fewestDimensions(const Scenario& scenario, const Report& report);
// Appends H-dims, the last rule of the table, if a layout with one dimension less at the same GPUs and global batch
// fits: shown by evaluating it. Not part of evaluate(): it costs up to three more evaluations, and is for reports that
// are shown. Precondition: `report` is evaluate(scenario). Nothing on an invalid one.
void checkFewestDimensions(const Scenario& scenario, Report& report);

// One sentence of cause with this scenario's numbers.
std::string message(const Issue& issue, const Scenario& scenario, Language language);
// What the rule asks, without numbers; for lists of rules that hold.
std::string ruleText(RuleId id, Language language);
// The value found and the legal values of the field, given the rest (empty where no list exists).
Value foundValue(const Issue& issue, const Scenario& scenario);
std::vector<std::int64_t> allowedValues(const Issue& issue, const Scenario& scenario);
// An edit after which this rule holds, no error is new, and what fitted still fits; none if there is no single obvious
// one. Evaluates a handful of scenarios.
std::optional<Edit> fix(const Issue& issue, const Scenario& scenario);

}  // namespace shardscope
