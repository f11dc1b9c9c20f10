// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scenarios with their numbers in sight, for the tests of rules, locks, stops and grid.

#include <algorithm>
#include <vector>

#include "core/rules/rules.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope::test {

// 8 × 8 GPUs, TP 8 · PP 4 · DP 2, s 8192, b 1, B 128: M = 64.
inline Scenario denseScenario() {
  auto s = scenarioOf(llama3_70b(), 64, 8192);
  s.cluster.gpus.reset();
  s.cluster.nodes = 8;
  s.workload.globalBatch = 128;
  s.parallel.tp = 8;
  s.parallel.pp = 4;
  return s;
}

// 64 GPUs, EP 8 · DP 64, s 4096, b 1, B 1024: M = 16.
inline Scenario moeScenario() {
  auto s = scenarioOf(mixtral_8x7b(), 64, 4096);
  s.workload.globalBatch = 1024;
  s.parallel.ep = 8;
  return s;
}

inline std::vector<Issue> issuesOf(const Scenario& scenario) {
  std::vector<Issue> issues;
  check(scenario, issues);
  return issues;
}

inline const Issue* find(const std::vector<Issue>& issues, RuleId id) {
  const auto found = std::find_if(issues.begin(), issues.end(), [&](const Issue& i) { return i.rule == id; });
  return found == issues.end() ? nullptr : &*found;
}

inline std::vector<RuleId> brokenRules(const Scenario& scenario) {
  std::vector<RuleId> ids;
  for (const auto& issue : issuesOf(scenario)) ids.push_back(issue.rule);
  return ids;
}

inline std::vector<RuleId> brokenErrors(const Scenario& scenario) {
  std::vector<RuleId> ids;
  for (const auto& issue : issuesOf(scenario))
    if (issue.severity == Severity::error) ids.push_back(issue.rule);
  return ids;
}

}  // namespace shardscope::test
