// SPDX-License-Identifier: Apache-2.0
#include "core/rules/rules.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "core/cost/evaluate.hpp"
#include "core/scenario/locks.hpp"
#include "tests/property/rules_generators.hpp"

namespace shardscope {
namespace {

using namespace test;

std::vector<Issue> issuesOf(const Scenario& s) {
  std::vector<Issue> issues;
  check(s, issues);
  return issues;
}

bool has(const std::vector<Issue>& issues, const Issue& wanted) {
  return std::any_of(issues.begin(), issues.end(), [&](const Issue& issue) {
    return issue.rule == wanted.rule && (issue.rule != RuleId::R1 || issue.field == wanted.field);
  });
}

RC_GTEST_PROP(RulesProperty, checkAndEvaluateAgreeOnValidity, ()) {
  const auto s = anyScenario();
  const auto issues = issuesOf(s);
  const auto report = evaluate(s);
  RC_ASSERT((hasErrors(issues) == (report.verdict == Verdict::invalid)));
  RC_ASSERT(hasErrors(issues) == firstError(s).has_value());
  RC_ASSERT(report.issues.size() >= issues.size());
  RC_ASSERT(std::equal(issues.begin(), issues.end(), report.issues.begin()));
  RC_ASSERT(std::is_sorted(report.issues.begin(), report.issues.end(),
                           [](const Issue& a, const Issue& b) { return a.rule < b.rule; }));
}

RC_GTEST_PROP(RulesProperty, aFixHoldsAndBreaksNothing, ()) {
  const auto s = anyClusterScenario();
  const auto before = fullReport(s);
  for (const auto& issue : before.issues) {
    const auto edit = fix(issue, s);
    if (!edit) continue;
    RC_ASSERT(!edit->empty());
    const auto after = evaluate(applied(s, *edit));
    RC_ASSERT(!has(after.issues, issue));
    if (before.verdict <= Verdict::tight) {
      RC_ASSERT(after.verdict <= Verdict::tight);
    }
    if (issue.rule == RuleId::H60 || issue.rule == RuleId::H4P || issue.rule == RuleId::Hhead ||
        issue.rule == RuleId::Hfsdp) {
      RC_ASSERT(after.verdict <= before.verdict);
    }
    for (const auto& now : after.issues)
      if (now.severity == Severity::error) {
        RC_ASSERT(has(before.issues, now));
      }
  }
}

// Where the issue is all that is wrong, moving its knob to an allowed value makes the scenario legal.
RC_GTEST_PROP(RulesProperty, allowedValuesAreAllowed, ()) {
  const auto s = anyScenario();
  const auto before = issuesOf(s);
  const auto errors =
      std::count_if(before.begin(), before.end(), [](const Issue& i) { return i.severity == Severity::error; });
  for (const auto& issue : before) {
    const auto values = allowedValues(issue, s);
    RC_ASSERT(std::is_sorted(values.begin(), values.end()));
    for (const auto value : values) RC_ASSERT(fits(field(issue.field), Value(value)) == FieldError::none);
    if (errors != 1 || issue.severity != Severity::error) continue;
    for (const auto knob :
         {Knob::tp, Knob::pp, Knob::vpp, Knob::cp, Knob::ep, Knob::globalBatch, Knob::sequenceLength}) {
      if (knobKey(knob) != issue.field) continue;
      for (const auto value : values) RC_ASSERT(moveKnob(s, Locks{}, knob, value).has_value());
    }
  }
}

RC_GTEST_PROP(RulesProperty, everyIssueSpeaks, ()) {
  const auto s = anyScenario();
  for (const auto& issue : evaluate(s).issues) {
    for (const auto language : {Language::en, Language::zhCn}) {
      const auto text = message(issue, s, language);
      RC_ASSERT(!text.empty());
      RC_ASSERT(text.find('{') == std::string::npos);
    }
    foundValue(issue, s);
  }
}

// Any members at all, in range or not: no crash, no signed overflow, no division by zero (run under UBSan), and an
// issue for whatever is out of range.
template <class Root>
void scramble(std::span<const Field<Root>> fields, Root& root) {
  for (const auto& f : fields) {
    if (*rc::gen::inRange(0, 6) != 0) continue;
    const double bound = *rc::gen::element(f.min, f.max, 0.0, 1.0, 7.0, -1.0, f.max * 2);
    if (f.kind == FieldKind::integer) f.write(root, static_cast<std::int64_t>(bound));
    if (f.kind == FieldKind::number) f.write(root, bound);
    if (f.kind == FieldKind::boolean) f.write(root, bound > 1);
    if (f.kind == FieldKind::word)
      f.write(root, std::string(*rc::gen::elementOf(std::vector(f.words.begin(), f.words.end()))));
    if (f.kind == FieldKind::integerList) f.write(root, std::vector<std::int64_t>(3, static_cast<std::int64_t>(bound)));
  }
}

RC_GTEST_PROP(RulesProperty, anyNumbersAreSafe, ()) {
  auto s = anyScenario();
  scramble(scenarioFields(), s);
  if (*rc::gen::arbitrary<bool>()) scramble(modelFields(), s.model.shape);
  if (*rc::gen::inRange(0, 4) == 0) scramble(deviceFields(), s.cluster.device);
  const auto issues = issuesOf(s);
  for (const auto& issue : issues) {
    fix(issue, s);
    allowedValues(issue, s);
    foundValue(issue, s);
    RC_ASSERT(!message(issue, s, Language::en).empty());
  }
  const auto report = evaluate(s);
  RC_ASSERT((report.verdict == Verdict::invalid) == hasErrors(issues));
  if (report.verdict == Verdict::invalid) return;
  // What is valid has figures that every JSON reader holds exactly.
  constexpr double exact = 9007199254740992.0;  // 2^53
  RC_ASSERT(static_cast<double>(report.batch.globalTokens) < exact);
  for (const auto& stage : report.memory.stages) {
    RC_ASSERT(stage.total.count() > 0);
    RC_ASSERT(static_cast<double>(stage.total.count()) < exact);
  }
}

}  // namespace
}  // namespace shardscope
