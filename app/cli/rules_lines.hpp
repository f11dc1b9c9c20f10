// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rules of a scenario as lines: our own in contract order, then what a framework asks beyond them.

#include <optional>
#include <string>
#include <vector>

#include "core/report/report.hpp"
#include "core/rules/framework/framework.hpp"
#include "core/rules/rules.hpp"

namespace shardscope::cli {

// Whose rules to add to our own.
struct FrameworkChoice {
  bool all = false;  // else `one`
  Framework one{};
  FrameworkSet set() const { return all ? kAllFrameworks : bitOf(one); }
};

struct RuleLine {
  std::string_view id;
  Severity severity{};
  std::optional<RuleId> rule;               // ours; none: a framework's own
  std::optional<Issue> issue;               // how ours is broken
  std::optional<FrameworkFinding> finding;  // what the framework says of it
  bool judged = true;
  std::optional<Edit> fix = {};
  bool isBroken() const { return issue || (finding && finding->state == FrameworkState::broken); }
  bool isDecidable() const { return !finding || finding->state != FrameworkState::undecidable; }
};

// One line per issue and one per rule without any; a rule that a framework shares with us stands once, with the
// framework's severity where that is the graver.
std::vector<RuleLine> ruleLines(const Scenario& scenario, const Report& report,
                                const std::optional<FrameworkChoice>& choice);
std::string lineMessage(const RuleLine& line, const Scenario& scenario, Language language);
// Where the rule comes from; empty where none is on file.
std::string lineEvidence(const RuleLine& line, Language language);

}  // namespace shardscope::cli
