// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/text/messages.hpp"
#include "tests/core/framework_cases.hpp"

namespace shardscope {
namespace {

using namespace test;
using testing::HasSubstr;
using testing::Not;

constexpr auto kMegatron = Framework::megatronLm;

std::vector<Framework> allFrameworks() {
  std::vector<Framework> all;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Framework::count); ++i) all.push_back(static_cast<Framework>(i));
  return all;
}

FrameworkFinding judgedBy(Framework framework, const Scenario& s, std::string_view id) {
  const auto findings = checkFramework(s, framework);
  const auto* finding = findingOf(findings, id);
  EXPECT_NE(finding, nullptr) << id;
  return finding ? *finding : FrameworkFinding{};
}
FrameworkState stateBy(Framework framework, const Scenario& s, std::string_view id) {
  return judgedBy(framework, s, id).state;
}

// The frameworks' own list: 15 + 10 + 17 + 20 + 7 + 12 + 14 + 8 + 10 = 113 rules, none left out.
TEST(FrameworkRules, tableHoldsEveryRuleOfTheFrameworks) {
  std::vector<std::string> expected;
  for (const auto& [topic, count] : std::vector<std::pair<char, int>>{
           {'W', 15}, {'T', 10}, {'S', 17}, {'P', 20}, {'B', 7}, {'E', 12}, {'Z', 14}, {'R', 8}, {'F', 10}})
    for (int i = 1; i <= count; ++i) expected.push_back(std::string(1, topic) + "-" + std::to_string(i));
  std::vector<std::string> found;
  for (const auto& rule : frameworkRules()) found.emplace_back(rule.id);
  EXPECT_EQ(found.size(), 113U);
  EXPECT_EQ(found, expected);
}

std::set<std::string> idsWith(FrameworkBasis basis) {
  std::set<std::string> ids;
  for (const auto& rule : frameworkRules())
    if (rule.basis == basis) ids.emplace(rule.id);
  return ids;
}

TEST(FrameworkRules, everyRuleHasItsStatus) {
  EXPECT_THAT(idsWith(FrameworkBasis::options),
              testing::ElementsAre("B-7", "E-11", "E-5", "E-7", "F-3", "F-7", "P-5", "R-5", "R-6", "S-14", "Z-8"));
  EXPECT_THAT(idsWith(FrameworkBasis::exported),
              testing::UnorderedElementsAre("W-3", "W-8", "W-15", "T-8", "T-10", "S-6", "S-7", "S-10", "S-11", "S-13",
                                            "S-15", "P-4", "P-6", "P-7", "P-11", "P-14", "P-17", "P-20", "B-5", "B-6",
                                            "E-6", "E-8", "E-9", "E-12", "Z-1", "Z-2", "Z-4", "Z-5", "Z-6", "Z-7",
                                            "Z-13", "R-1", "R-2", "R-4", "R-7", "F-1", "F-5", "F-6", "F-8", "F-10"));
  EXPECT_EQ(idsWith(FrameworkBasis::scenario).size(), 113U - 11 - 40);
}

TEST(FrameworkRules, everyRuleIsSomebodysAndSaysWhere) {
  for (const auto& rule : frameworkRules()) {
    EXPECT_NE(rule.frameworks, 0) << rule.id;
    EXPECT_FALSE(rule.enforcedBy.empty()) << rule.id;
    EXPECT_NE(ruleText(rule, Language::en), ruleText(rule, Language::zhCn)) << rule.id;
    if (rule.basis != FrameworkBasis::scenario) {
      EXPECT_TRUE(hasText("framework-" + std::string(rule.id) + "-why")) << rule.id;
    }
  }
}

TEST(FrameworkRules, namesReadBack) {
  for (const auto framework : allFrameworks()) EXPECT_EQ(frameworkNamed(frameworkName(framework)), framework);
  EXPECT_FALSE(frameworkNamed("Megatron-LM"));
  EXPECT_EQ(frameworkTitle(Framework::gptNeox), "GPT-NeoX");
}

// Which rules share our ids, and which of them mean something else.
TEST(FrameworkRules, ourOwnRulesStandOnce) {
  std::set<std::string> shared, other;
  for (const auto& rule : frameworkRules())
    for (const auto& ours : ruleTable())
      if (ours.name == rule.id) (isOurOwn(rule) ? shared : other).emplace(rule.id);
  EXPECT_THAT(shared, testing::UnorderedElementsAre("W-1", "W-2", "T-1", "T-2", "T-7", "T-9", "S-1", "S-3", "S-4",
                                                    "S-5", "P-1", "P-3", "P-8", "P-9", "P-10", "B-1", "E-1", "E-2"));
  EXPECT_THAT(other, testing::UnorderedElementsAre("T-8", "Z-2", "R-1"));
}

TEST(FrameworkRules, eachHasACaseThatBreaksItAndOneThatKeepsIt) {
  std::set<std::string> broken;
  for (const auto& c : frameworkCases()) {
    SCOPED_TRACE(std::string(c.id) + " " + std::string(frameworkName(c.framework)) + ": " + c.says);
    broken.emplace(c.id);
    EXPECT_EQ(stateBy(c.framework, before(c), c.id) == FrameworkState::holds, c.keptBefore);
    const auto s = after(c);
    const auto finding = judgedBy(c.framework, s, c.id);
    ASSERT_EQ(finding.state, FrameworkState::broken);
    EXPECT_EQ(finding.isOwn, c.isOwn);
    EXPECT_EQ(finding.severity, c.severity);
    EXPECT_THAT(message(finding, s, Language::en), HasSubstr(c.says));
    EXPECT_NE(message(finding, s, Language::en), message(finding, s, Language::zhCn));
  }
  EXPECT_EQ(broken, idsWith(FrameworkBasis::scenario));
}

// Rules that the unchanged scenario breaks are kept by another.
TEST(FrameworkRules, whatTheSamplesBreakCanBeKept) {
  EXPECT_EQ(stateBy(Framework::nanotron, denseScenario(), "W-9"), FrameworkState::holds);
  auto s = denseScenario();
  s.parallel.zero = 3;
  EXPECT_EQ(stateBy(Framework::torchtitan, s, "Z-11"), FrameworkState::holds);
}

TEST(FrameworkRules, optionsMatterOnlyWhereTheyCan) {
  const auto open = [](Framework framework, std::string_view id, Scenario s, void (*change)(Scenario&)) {
    if (id != "B-7" && id != "Z-8") {
      EXPECT_EQ(stateBy(framework, s, id), FrameworkState::holds) << id;
    }
    change(s);
    const auto finding = judgedBy(framework, s, id);
    EXPECT_EQ(finding.state, FrameworkState::undecidable) << id;
    EXPECT_THAT(message(finding, s, Language::en), HasSubstr("A scenario does not say")) << id;
    EXPECT_FALSE(fix(finding, s)) << id;
  };
  const auto same = [](Scenario&) {};
  open(Framework::megatronBridge, "B-7", denseScenario(), same);
  open(Framework::accelerate, "Z-8", denseScenario(), same);
  open(kMegatron, "E-5", moeScenario(), [](Scenario& s) { s.model.shape.topK = 1; });
  open(kMegatron, "E-7", moeScenario(), [](Scenario& s) { s.moe.padToCapacity = true; });
  open(kMegatron, "E-11", moeScenario(), [](Scenario& s) { s.model.shape.experts = 32; });
  open(kMegatron, "F-3", denseScenario(), [](Scenario& s) {
    s.workload.precision = Precision::fp8;
    s.cluster.device.generation = Generation::blackwell;
  });
  open(Framework::accelerate, "F-7", denseScenario(), [](Scenario& s) {
    s.workload.precision = Precision::fp8;
    s.parallel.zero = 3;
    s.parallel.pp = 1;
  });
  open(kMegatron, "P-5", denseScenario(), [](Scenario& s) { s.parallel.stageLayers = {19, 21, 21, 19}; });
  open(kMegatron, "R-5", denseScenario(), [](Scenario& s) {
    s.workload.precision = Precision::fp8;
    s.workload.recompute = Recompute::ops;
  });
  open(kMegatron, "R-6", denseScenario(), [](Scenario& s) {
    s.stack = Stack::graphs;
    s.workload.recompute = Recompute::full;
  });
  open(Framework::megatronBridge, "S-14", denseScenario(), [](Scenario& s) {
    s.workload.fineTune = true;
    s.parallel.cp = 2;
  });
}

// 78 layers over PP 4 are refused plainly and pass with embedding and head counted: 80 / 4.
TEST(FrameworkRules, countedEmbeddingAndHeadMakeAnEvenSplit) {
  auto s = denseScenario();
  for (const auto& [layers, state] :
       std::vector<std::pair<std::int64_t, FrameworkState>>{{80, FrameworkState::holds},
                                                            {79, FrameworkState::holds},
                                                            {78, FrameworkState::holds},
                                                            {77, FrameworkState::broken}}) {
    s.model.shape.layers = layers;
    EXPECT_EQ(stateBy(kMegatron, s, "P-1"), state) << layers;
  }
}

// What Megatron-LM takes is no issue beside its rules; what it refuses is said in its words; nobody else minds.
TEST(FrameworkRules, ourIssueOfLayersStandsBesideTheFrameworkAsItJudges) {
  auto s = denseScenario();
  for (const auto layers : {78, 79, 82, 83, 77, 81}) {
    s.model.shape.layers = layers;
    std::vector<Issue> ours;
    check(s, ours);
    const auto isSaid = [&](Framework framework) {
      const auto beside = issuesBeside(ours, checkFramework(s, framework));
      return std::any_of(beside.begin(), beside.end(), [](const Issue& issue) { return issue.rule == RuleId::P1; });
    };
    EXPECT_FALSE(isSaid(kMegatron)) << layers;
    EXPECT_TRUE(isSaid(Framework::torchtitan)) << layers;
    for (const auto& issue : ours)
      if (issue.rule == RuleId::P1) {
        const bool isTaken = layers % 4 >= 2;
        EXPECT_THAT(message(issue, s, Language::en), HasSubstr(isTaken ? "takes this with" : "explicit layout"));
      }
  }
}

TEST(FrameworkRules, ourIssuesTakeTheGraverSeverity) {
  auto s = moeScenario();
  s.parallel.tp = 2;
  s.parallel.sp = false;
  std::vector<Issue> ours;
  check(s, ours);
  const auto severity = [&](const std::vector<FrameworkFinding>& findings) {
    for (const auto& issue : issuesBeside(ours, findings))
      if (issue.rule == RuleId::E2) return issue.severity;
    ADD_FAILURE();
    return Severity::hint;
  };
  EXPECT_EQ(severity({}), Severity::warning);
  EXPECT_EQ(severity(checkFramework(s, kMegatron)), Severity::error);
  EXPECT_EQ(severity(checkFramework(s, Framework::torchtitan)), Severity::warning);
  EXPECT_EQ(severity(checkAllFrameworks(s)), Severity::error);
}

// 81 layers over PP 4: the fix spells the balanced split out, 20 + 21 + 20 + 20 in some order, which is no other run.
TEST(FrameworkRules, unevenStagesAreSpelledOut) {
  auto s = denseScenario();
  s.model.shape.layers = 81;
  const auto edit = fix(judgedBy(kMegatron, s, "P-1"), s);
  ASSERT_TRUE(edit);
  ASSERT_EQ(edit->size(), 1U);
  EXPECT_EQ(edit->front().key, Key::stageLayers);
  auto stages = std::get<std::vector<std::int64_t>>(edit->front().value);
  std::sort(stages.begin(), stages.end());
  EXPECT_THAT(stages, testing::ElementsAre(20, 20, 20, 21));
}

// The scenario after the fix of the first case of a rule; a blank one without a fix.
Scenario mended(std::string_view id) {
  for (const auto& c : frameworkCases()) {
    if (id != c.id) continue;
    const auto s = after(c);
    const auto edit = fix(judgedBy(c.framework, s, id), s);
    return edit ? applied(s, *edit) : Scenario{};
  }
  ADD_FAILURE() << id;
  return {};
}

TEST(FrameworkRules, fixesAreTheNearestLegalSettings) {
  for (const auto id : {"T-3", "T-4", "T-5", "T-6"}) EXPECT_EQ(mended(id).parallel.tp, 8) << id;
  EXPECT_EQ(mended("P-16").parallel.zero, 1);
  EXPECT_EQ(mended("S-12").workload.sequenceLength, 2048);
  EXPECT_EQ(mended("W-7").parallel.shardGroup, 0);
  EXPECT_EQ(mended("S-16").parallel.sp, true);
  EXPECT_EQ(mended("P-15"), Scenario{});  // without its pipeline it does not fit
  EXPECT_EQ(mended("Z-3").workload.optimizer, Optimizer::adam);
  EXPECT_EQ(mended("E-4"), Scenario{});  // no setting makes another GPU
}

TEST(FrameworkRules, fixesHoldOfEveryCase) {
  for (const auto& c : frameworkCases()) {
    SCOPED_TRACE(c.id);
    const auto s = after(c);
    const auto edit = fix(judgedBy(c.framework, s, c.id), s);
    if (!edit) continue;
    EXPECT_EQ(stateBy(c.framework, applied(s, *edit), c.id), FrameworkState::holds);
  }
}

TEST(FrameworkRules, allFrameworksGiveOneFindingPerRule) {
  auto s = denseScenario();
  s.parallel.tp = 16;
  const auto findings = checkAllFrameworks(s);
  ASSERT_EQ(findings.size(), frameworkRules().size());
  for (std::size_t i = 0; i < findings.size(); ++i) EXPECT_EQ(findings[i].rule, i);
  EXPECT_EQ(findingOf(findings, "T-3")->framework, Framework::torchtitan);
  EXPECT_EQ(findingOf(findings, "T-3")->state, FrameworkState::broken);
  EXPECT_EQ(findingOf(findings, "T-2")->state, FrameworkState::holds);
}

// A number out of range is our error; what reads it is left open, and nothing divides by it.
TEST(FrameworkRules, numbersOutOfRangeAreNotJudged) {
  auto s = denseScenario();
  s.parallel.tp = 0;
  for (const auto framework : allFrameworks())
    for (const auto& finding : checkFramework(s, framework)) {
      EXPECT_FALSE(message(finding, s, Language::en).empty());
      if (finding.state == FrameworkState::broken) {
        EXPECT_TRUE(finding.isOwn) << ruleOf(finding).id;
      }
    }
  EXPECT_EQ(stateBy(Framework::torchtitan, s, "T-3"), FrameworkState::notJudged);
}

}  // namespace
}  // namespace shardscope
