// SPDX-License-Identifier: Apache-2.0
#pragma once
// One way of breaking each rule of a framework that a scenario decides, from a scenario that keeps it.

#include <vector>

#include "core/rules/framework/framework.hpp"
#include "tests/core/rules_scenarios.hpp"

namespace shardscope::test {

struct FrameworkCase {
  const char* id;
  Framework framework;
  bool moe;  // changes moeScenario(), else denseScenario()
  void (*change)(Scenario&);
  const char* says;        // part of the message
  bool keptBefore = true;  // the unchanged scenario keeps the rule
  bool isOwn = false;      // broken as our own rule is
  Severity severity = Severity::error;
};

std::vector<FrameworkCase> frameworkCases();

inline Scenario before(const FrameworkCase& c) { return c.moe ? moeScenario() : denseScenario(); }
inline Scenario after(const FrameworkCase& c) {
  auto s = before(c);
  c.change(s);
  return s;
}

inline const FrameworkFinding* findingOf(const std::vector<FrameworkFinding>& findings, std::string_view id) {
  for (const auto& finding : findings)
    if (ruleOf(finding).id == id) return &finding;
  return nullptr;
}

}  // namespace shardscope::test
