// SPDX-License-Identifier: Apache-2.0
#include "core/rules/framework/framework.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "core/cost/evaluate.hpp"
#include "tests/property/rules_generators.hpp"

namespace shardscope {
namespace {

using namespace test;

Framework anyFramework() { return static_cast<Framework>(*rc::gen::inRange(0, static_cast<int>(Framework::count))); }

// Settings that frameworks mind and our own rules do not.
Scenario anySettings() {
  auto s = anyScenario();
  s.workload.precision = *rc::gen::element(Precision::bf16, Precision::bf16, Precision::fp8, Precision::fp32);
  s.workload.recompute = *rc::gen::element(Recompute::none, Recompute::selective, Recompute::ops, Recompute::full);
  s.workload.optimizer = *rc::gen::element(Optimizer::adam, Optimizer::muon, Optimizer::adam8bit, Optimizer::adafactor,
                                           Optimizer::adamPureBf16);
  s.overlap.tp = *rc::gen::element(0.0, 0.5);
  s.overlap.ep = *rc::gen::element(0.0, 0.5);
  s.overlap.pp = *rc::gen::arbitrary<bool>();
  s.model.shape.tied = *rc::gen::inRange(0, 4) == 0;
  return s;
}

bool refuses(const FrameworkFinding& finding) {
  return finding.state == FrameworkState::broken && finding.severity == Severity::error;
}

RC_GTEST_PROP(FrameworkRulesProperty, aFixHoldsAndBreaksNothing, ()) {
  const auto s = anySettings();
  const auto framework = anyFramework();
  const auto before = checkFramework(s, framework);
  std::vector<Issue> ours;
  check(s, ours);
  for (const auto& finding : before) {
    const auto edit = fix(finding, s);
    if (!edit) continue;
    RC_ASSERT(finding.state == FrameworkState::broken);
    RC_ASSERT(!edit->empty());
    const auto fixed = applied(s, *edit);
    const auto after = checkFramework(fixed, framework);
    RC_ASSERT(after.size() == before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
      RC_ASSERT(after[i].rule != finding.rule || after[i].state == FrameworkState::holds);
      RC_ASSERT(!refuses(after[i]) || refuses(before[i]));
    }
    const auto fitted = evaluate(s).verdict;
    RC_ASSERT(evaluate(fixed).verdict != Verdict::doesNotFit || fitted == Verdict::doesNotFit ||
              fitted == Verdict::invalid);
    std::vector<Issue> now;
    check(fixed, now);
    for (const auto& issue : now) {
      const auto wasThere = [&](const Issue& each) { return each.rule == issue.rule; };
      RC_ASSERT(issue.severity != Severity::error || std::any_of(ours.begin(), ours.end(), wasThere));
    }
  }
}

// With a framework chosen, what mends a rule of ours is nothing that the framework refuses.
RC_GTEST_PROP(FrameworkRulesProperty, aFixOfOursKeepsTheFramework, ()) {
  auto s = anyClusterScenario();
  if (*rc::gen::arbitrary<bool>()) s.cluster.nodes.reset(), s.cluster.gpus = 64;
  const auto framework = anyFramework();
  const auto before = checkFramework(s, framework);
  const auto report = fullReport(s);
  for (const auto& issue : report.issues) {
    const auto edit = fix(issue, s, bitOf(framework));
    if (!edit) continue;
    const auto fixed = applied(s, *edit);
    const auto after = checkFramework(fixed, framework);
    for (std::size_t i = 0; i < after.size(); ++i) RC_ASSERT(!refuses(after[i]) || refuses(before[i]));
    const auto now = evaluate(fixed);
    for (const auto& left : now.issues) RC_ASSERT(left.rule != issue.rule || left.field != issue.field);
    if (report.verdict <= Verdict::tight) {
      RC_ASSERT(now.verdict <= Verdict::tight);
    }
  }
}

// Where a framework asks what we ask, both say the same.
RC_GTEST_PROP(FrameworkRulesProperty, ourOwnRulesAreJudgedAlike, ()) {
  const auto s = anySettings();
  std::vector<Issue> ours;
  check(s, ours);
  for (const auto& finding : checkFramework(s, anyFramework())) {
    const auto& rule = ruleOf(finding);
    if (!rule.own || rule.id == "P-1") continue;  // a counted embedding makes Megatron-LM accept more
    const auto found =
        std::find_if(ours.begin(), ours.end(), [&](const Issue& each) { return each.rule == *rule.own; });
    RC_ASSERT(finding.isOwn == (found != ours.end()));
    // With another severity the sentence may end in the nearest legal values.
    if (!finding.isOwn || finding.severity != found->severity) continue;
    RC_ASSERT(message(finding, s, Language::en) == message(*found, s, Language::en));
  }
}

RC_GTEST_PROP(FrameworkRulesProperty, everyFindingSpeaks, ()) {
  const auto s = anySettings();
  for (const auto& finding : checkAllFrameworks(s))
    for (const auto language : {Language::en, Language::zhCn}) {
      const auto said = message(finding, s, language);
      RC_ASSERT(!said.empty());
      RC_ASSERT(said.find('{') == std::string::npos);
    }
}

}  // namespace
}  // namespace shardscope
