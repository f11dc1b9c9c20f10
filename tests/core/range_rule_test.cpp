// SPDX-License-Identifier: Apache-2.0
// Rule R-1: every number in its range, every total bounded.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/rules/rules.hpp"
#include "tests/core/rules_scenarios.hpp"

namespace shardscope {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::IsEmpty;

// Every key of the three tables, one step outside its range on both sides: one R-1 that names it, and no crash.
template <class Root, class Reach>
void expectRangeIssues(std::span<const Field<Root>> fields, const Scenario& valid, const Reach& reach,
                       std::optional<Key> structured) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto& field = fields[i];
    const bool isNumber = field.kind == FieldKind::integer || field.kind == FieldKind::number;
    if (!isNumber && field.kind != FieldKind::integerList) continue;
    for (const double value : {field.min - 1, field.max + 1, -1e15, 4e18}) {
      if (value >= field.min && value <= field.max) continue;
      auto s = valid;
      if (field.kind == FieldKind::number)
        field.write(reach(s), value);
      else if (field.kind == FieldKind::integer)
        field.write(reach(s), static_cast<std::int64_t>(value));
      else
        field.write(reach(s), std::vector<std::int64_t>(4, static_cast<std::int64_t>(value)));
      const auto key = structured.value_or(static_cast<Key>(i));
      const auto issues = issuesOf(s);
      EXPECT_EQ(std::count_if(issues.begin(), issues.end(),
                              [&](const Issue& issue) {
                                return issue.rule == RuleId::R1 && issue.field == key &&
                                       issue.args[3] == static_cast<double>(i) && issue.args[1] == field.min &&
                                       issue.args[2] == field.max;
                              }),
                1)
          << field.name << " = " << value;
      EXPECT_TRUE(firstError(s)) << field.name;
      for (const auto& issue : issues) {
        EXPECT_FALSE(message(issue, s, Language::en).empty());
        fix(issue, s);
      }
    }
  }
}

TEST(RangeRule, everyKeyHasItsRange) {
  const auto valid = denseScenario();
  expectRangeIssues(
      scenarioFields(), valid, [](Scenario& s) -> Scenario& { return s; }, std::nullopt);
  expectRangeIssues(
      modelFields(), valid, [](Scenario& s) -> ModelShape& { return s.model.shape; }, Key::model);
  expectRangeIssues(
      deviceFields(), valid, [](Scenario& s) -> Device& { return s.cluster.device; }, Key::gpu);
}

TEST(RangeRule, nothingDividesByZero) {
  Scenario zeros;  // every size of the model and the device is 0
  zeros.parallel = {0, 0, 0, 0, 0, 0, {}, {}, {}, 0, 0, 0, {}};
  zeros.workload.microBatch = zeros.workload.globalBatch = zeros.workload.sequenceLength = 0;
  zeros.cluster.gpus = 0;
  const auto issues = issuesOf(zeros);
  EXPECT_GT(issues.size(), 15U);
  for (const auto& issue : issues) EXPECT_EQ(issue.rule, RuleId::R1);
  for (const auto& issue : issues) EXPECT_FALSE(message(issue, zeros, Language::zhCn).empty());
}

TEST(RangeRule, notANumberIsOutOfRange) {
  auto s = denseScenario();
  s.overlap.tp = std::numeric_limits<double>::quiet_NaN();
  const auto issues = issuesOf(s);
  ASSERT_EQ(issues.size(), 1U);
  EXPECT_EQ(issues.front().field, Key::overlapTp);
  EXPECT_EQ(issues.front(), issues.front());  // comparable: the value is not kept
  EXPECT_EQ(message(issues.front(), s, Language::en), "`overlap.tp` is not a number; allowed: 0 … 1.");
}

TEST(RangeRule, unknownEnumeratorsAreOutOfRange) {
  auto s = denseScenario();
  s.parallel.schedule = static_cast<Schedule>(99);
  s.workload.precision = static_cast<Precision>(77);
  const auto issues = issuesOf(s);
  ASSERT_EQ(brokenErrors(s), (std::vector{RuleId::R1, RuleId::R1}));
  for (const auto& issue : issues) EXPECT_FALSE(message(issue, s, Language::en).empty());
  EXPECT_EQ(foundValue(issues.front(), s), Value{});
}

TEST(RangeRule, explicitStagesMustFitTheModel) {
  auto s = denseScenario();
  s.parallel.stageLayers = {20, 20, 40};
  EXPECT_EQ(brokenErrors(s), (std::vector{RuleId::R1}));
  s.parallel.stageLayers = {20, 20, 20, 21};
  EXPECT_EQ(brokenErrors(s), (std::vector{RuleId::R1}));
  EXPECT_EQ(fix(issuesOf(s).front(), s), (Edit{{Key::stageLayers, std::vector<std::int64_t>{}}}));
}

TEST(RangeRule, shardGroupDividesDataRanks) {
  auto s = denseScenario();
  s.parallel.tp = 4;
  s.parallel.cp = 2;  // dp 2 · cp 2 = 4
  for (const std::int64_t legal : {0, 1, 2, 4}) {
    s.parallel.shardGroup = legal;
    EXPECT_THAT(brokenErrors(s), IsEmpty()) << legal;
  }
  s.parallel.shardGroup = 3;
  const auto issues = issuesOf(s);
  ASSERT_EQ(brokenErrors(s), (std::vector{RuleId::R1}));
  EXPECT_EQ(issues.front().field, Key::shardGroup);
  EXPECT_THAT(allowedValues(issues.front(), s), ElementsAre(0, 1, 2, 4));
  EXPECT_EQ(fix(issues.front(), s), (Edit{{Key::shardGroup, std::int64_t{4}}}));  // 4/3 is nearer than 3/2
}

TEST(RangeRule, shapesMustBeComplete) {
  const auto broken = [](auto change) {
    auto s = moeScenario();
    change(s.model.shape);
    return brokenErrors(s);
  };
  EXPECT_THAT(broken([](ModelShape& m) { m.topK = 0; }), ElementsAre(RuleId::R1));
  EXPECT_THAT(broken([](ModelShape& m) { m.topK = 9; }), ElementsAre(RuleId::R1));
  EXPECT_THAT(broken([](ModelShape& m) { m.expertFfn = 0; }), ElementsAre(RuleId::R1));
  EXPECT_THAT(broken([](ModelShape& m) { m.denseLayers = 32; }), ElementsAre(RuleId::R1));
  EXPECT_THAT(broken([](ModelShape& m) { m.moeEvery = 33; }), ElementsAre(RuleId::R1));
  EXPECT_THAT(broken([](ModelShape& m) { m.kvHeads = 5; }), ElementsAre(RuleId::R1));
  EXPECT_THAT(broken([](ModelShape& m) { m.kvHeads = 64; }), ElementsAre(RuleId::R1));
  EXPECT_THAT(broken([](ModelShape& m) { m.kvRank = 512; }), ElementsAre(RuleId::R1, RuleId::R1));  // head sizes of MLA
  EXPECT_THAT(broken([](ModelShape& m) { m.ffn = 0; }), IsEmpty());  // no dense layer needs it
  EXPECT_THAT(broken([](ModelShape& m) {
                m.ffn = 0;
                m.denseLayers = 1;
              }),
              ElementsAre(RuleId::R1));
}

TEST(RangeRule, hotExpertsNeedExperts) {
  auto s = denseScenario();
  s.moe.hotTokenShare = 0.5;
  EXPECT_THAT(brokenErrors(s), ElementsAre(RuleId::R1));
  EXPECT_EQ(fix(issuesOf(s).front(), s), (Edit{{Key::hotTokenShare, 0.0}}));
  s = moeScenario();
  s.moe.hotTokenShare = 0.9;
  EXPECT_THAT(brokenErrors(s), IsEmpty());
}

TEST(RangeRule, precisionNeedsItsUnits) {
  auto s = denseScenario();
  s.workload.precision = Precision::fp8;
  EXPECT_THAT(brokenErrors(s), IsEmpty());
  s.workload.precision = Precision::nvfp4;
  EXPECT_THAT(brokenErrors(s), ElementsAre(RuleId::R1));
  EXPECT_EQ(message(issuesOf(s).front(), s, Language::en),
            "Precision nvfp4 is not possible: H100 80 GB has no units for it.");
  EXPECT_EQ(fix(issuesOf(s).front(), s), (Edit{{Key::precision, std::string("bf16")}}));
}

TEST(RangeRule, totalsAreBounded) {
  auto s = denseScenario();
  s.workload.globalBatch = 1'000'000'000;
  s.workload.sequenceLength = 1 << 20;  // 1.05e15 tokens
  const auto issues = issuesOf(s);
  ASSERT_TRUE(find(issues, RuleId::R1));
  EXPECT_EQ(find(issues, RuleId::R1)->field, Key::globalBatch);

  s = denseScenario();
  s.model.shape.layers = 100'000;
  s.model.shape.hidden = s.model.shape.heads = 1 << 20;
  s.model.shape.kvHeads = 0;
  s.model.shape.ffn = 1 << 24;
  ASSERT_TRUE(find(issuesOf(s), RuleId::R1));  // 5.7e18 parameters
  EXPECT_EQ(find(issuesOf(s), RuleId::R1)->field, Key::model);

  s = denseScenario();
  s.workload.flashAttention = false;
  s.workload.sequenceLength = 100'000'000;  // a·s² alone is 6.4e17 scores
  ASSERT_TRUE(find(issuesOf(s), RuleId::R1));
  EXPECT_EQ(find(issuesOf(s), RuleId::R1)->field, Key::sequenceLength);
}

}  // namespace
}  // namespace shardscope
