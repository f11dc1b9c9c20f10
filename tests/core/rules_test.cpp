// SPDX-License-Identifier: Apache-2.0
#include "core/rules/rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/core/rules_scenarios.hpp"

namespace shardscope {
namespace {

using namespace test;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

TEST(Rules, tableStandsInContractOrder) {
  std::vector<std::string_view> names;
  for (const auto& info : ruleTable()) names.push_back(info.name);
  EXPECT_THAT(names,
              ElementsAre("W-1", "W-2", "T-9", "T-1", "T-2", "T-7", "L-1", "P-3", "P-8", "P-9", "S-4", "S-3", "S-5",
                          "B-1", "E-1", "R-1", "P-1", "P-10", "S-1", "T-2w", "E-2", "Z-2", "T-8", "D-1", "H-golden",
                          "H-node", "H-60", "H-4P", "H-mfu", "H-batch", "H-imbalance", "H-fsdp", "H-head", "H-dims"));
  EXPECT_EQ(word(Severity::error), "error");
  EXPECT_EQ(word(Severity::warning), "warn");
  EXPECT_EQ(word(Severity::hint), "hint");
}

TEST(Rules, referenceScenariosKeepThemAll) {
  EXPECT_THAT(brokenRules(denseScenario()), IsEmpty());
  EXPECT_THAT(brokenRules(moeScenario()), IsEmpty());
  EXPECT_FALSE(firstError(denseScenario()));
}

// A change of a valid scenario and the first error it must give.
struct Case {
  const char* name;
  Scenario (*make)();
  RuleId first;
};
template <auto Change>
Scenario dense() {
  auto s = denseScenario();
  Change(s);
  return s;
}
template <auto Change>
Scenario moe() {
  auto s = moeScenario();
  Change(s);
  return s;
}

const Case kCases[] = {
    // 64 / (8·5) is not whole
    {"W1 pp", dense<[](Scenario& s) { s.parallel.pp = 5; }>, RuleId::W1},
    // 8·4·3 = 96 ≠ 64
    {"W1 dp", dense<[](Scenario& s) { s.parallel.dp = 3; }>, RuleId::W1},
    // 128 > 64: no replica at all
    {"W1 more", dense<[](Scenario& s) { s.parallel.pp = 16; }>, RuleId::W1},
    // ranks of a stage: 8·2 = 16, EP 8 · ETP 4 = 32
    {"W2", moe<[](Scenario& s) {
       s.parallel.tp = 8;
       s.parallel.pp = 4;
       s.parallel.etp = 4;
     }>,
     RuleId::W2},
    {"T9", dense<[](Scenario& s) { s.model.shape.hidden = 8200; }>, RuleId::T9},
    // 64 % 16 = 0 but 72 % 16 ≠ 0
    {"T1", dense<[](Scenario& s) {
       s.model.shape.heads = 72;
       s.model.shape.hidden = 9216;
       s.parallel.tp = 16;
       s.parallel.pp = 1;
     }>,
     RuleId::T1},
    // 12 KV heads, TP 8: neither divides the other
    {"T2", dense<[](Scenario& s) {
       s.model.shape.heads = 96;
       s.model.shape.headDim = 128;
       s.model.shape.kvHeads = 12;
     }>,
     RuleId::T2},
    {"T7 mlp", dense<[](Scenario& s) { s.model.shape.ffn = 28673; }>, RuleId::T7},
    {"T7 shared", moe<[](Scenario& s) {
       s.parallel.tp = 2;
       s.model.shape.sharedFfn = 4097;
     }>,
     RuleId::T7},
    {"T7 expert", moe<[](Scenario& s) {
       s.parallel.etp = 8;
       s.model.shape.expertFfn = 14340;
     }>,
     RuleId::T7},
    {"L1", dense<[](Scenario& s) {
       s.parallel.tp = 1;
       s.parallel.pp = 64;
       s.model.shape.layers = 60;
     }>,
     RuleId::L1},
    // 32 stages × 4 chunks = 128 > 80 layers
    {"L1 chunks", dense<[](Scenario& s) {
       s.parallel.tp = 1;
       s.parallel.pp = 32;
       s.parallel.vpp = 4;
     }>,
     RuleId::L1},
    // 20 layers per stage, 3 chunks
    {"P3", dense<[](Scenario& s) { s.parallel.vpp = 3; }>, RuleId::P3},
    {"P8", dense<[](Scenario& s) {
       s.parallel.pp = 1;
       s.parallel.vpp = 2;
     }>,
     RuleId::P8},
    // M = 126/2 = 63, not a multiple of 4
    {"P9", dense<[](Scenario& s) {
       s.parallel.vpp = 5;
       s.workload.globalBatch = 126;
     }>,
     RuleId::P9},
    // M = 2 < 4
    {"P9 few", dense<[](Scenario& s) {
       s.parallel.vpp = 5;
       s.workload.globalBatch = 4;
     }>,
     RuleId::P9},
    // 8190 is not a multiple of 4
    {"S4", dense<[](Scenario& s) {
       s.parallel.cp = 2;
       s.workload.sequenceLength = 8190;
     }>,
     RuleId::S4},
    {"S3", dense<[](Scenario& s) { s.workload.sequenceLength = 8190; }>, RuleId::S3},
    // 8 KV heads / TP 8 = 1 per rank, CP 2
    {"S5", dense<[](Scenario& s) {
       s.parallel.cp = 2;
       s.parallel.cpKind = CpKind::allToAll;
     }>,
     RuleId::S5},
    {"B1", dense<[](Scenario& s) { s.workload.globalBatch = 127; }>, RuleId::B1},
    {"B1 small", dense<[](Scenario& s) { s.workload.globalBatch = 1; }>, RuleId::B1},
    {"E1 dense", dense<[](Scenario& s) { s.parallel.ep = 2; }>, RuleId::E1},
    {"E1", moe<[](Scenario& s) { s.parallel.ep = 16; }>, RuleId::E1},
};

TEST(Rules, firstErrorIsTheFirstInTableOrder) {
  for (const auto& test : kCases) {
    const auto scenario = test.make();
    const auto issue = firstError(scenario);
    ASSERT_TRUE(issue) << test.name;
    EXPECT_EQ(issue->rule, test.first) << test.name << ": " << ruleName(issue->rule);
    const auto all = issuesOf(scenario);
    EXPECT_EQ(all.front(), *issue) << test.name;
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](const Issue& a, const Issue& b) { return a.rule < b.rule; }));
    EXPECT_TRUE(hasErrors(all));
  }
}

TEST(Rules, everyFailingRuleIsListed) {
  auto s = denseScenario();
  s.parallel.pp = 6;                 // 64 / 48; 80 % 6
  s.parallel.vpp = 3;                // 80 % 18
  s.parallel.ep = 2;                 // dense
  s.workload.sequenceLength = 8190;  // 8190 % 8
  s.parallel.zero = 2;
  EXPECT_THAT(brokenRules(s), ElementsAre(RuleId::W1, RuleId::P3, RuleId::S3, RuleId::E1, RuleId::P1, RuleId::Z2));
}

TEST(Rules, whatIsLegalStaysLegal) {
  auto s = denseScenario();
  s.parallel.tp = 16;  // 8 KV heads, each copied twice: legal, warned
  EXPECT_THAT(brokenErrors(s), IsEmpty());
  EXPECT_THAT(brokenRules(s), Contains(RuleId::T2w));

  s = denseScenario();
  s.model.shape.layers = 78;  // PP 4: 19 or 20 layers
  EXPECT_THAT(brokenRules(s), ElementsAre(RuleId::P1));
  s.parallel.stageLayers = {20, 20, 20, 18};
  EXPECT_THAT(brokenRules(s), IsEmpty());
  s.parallel.vpp = 4;  // explicit stages: P-3 is off
  EXPECT_THAT(brokenRules(s), IsEmpty());

  s = denseScenario();
  s.model.shape.hidden = 8200;
  s.model.shape.headDim = 128;  // T-9 is off
  EXPECT_THAT(brokenRules(s), IsEmpty());

  s = denseScenario();
  s.parallel.sp = false;
  s.workload.sequenceLength = 8190;  // S-3 asks only under SP
  EXPECT_THAT(brokenRules(s), IsEmpty());
}

TEST(Rules, warningsAndHints) {
  auto s = denseScenario();
  s.workload.globalBatch = 6;  // M = 3 < 4
  EXPECT_THAT(brokenRules(s), ElementsAre(RuleId::P10));

  s = denseScenario();
  s.parallel.tp = 1;
  s.parallel.sp = true;
  EXPECT_THAT(brokenRules(s), ElementsAre(RuleId::S1));

  s = moeScenario();
  s.parallel.tp = 2;
  s.parallel.sp = false;
  EXPECT_THAT(brokenRules(s), ElementsAre(RuleId::E2));

  s = denseScenario();
  s.model.shape.vocab = 50257;  // multiples of 8·128 = 1024: 51200, 1.9 %
  EXPECT_THAT(brokenRules(s), IsEmpty());
  s.model.shape.vocab = 50180;  // 2.03 %
  ASSERT_THAT(brokenRules(s), ElementsAre(RuleId::T8));
  EXPECT_DOUBLE_EQ(issuesOf(s).front().args[2], 1020.0 / 50180.0);
  EXPECT_FALSE(hasErrors(issuesOf(s)));
}

TEST(Rules, scheduleAndChunksBelongTogether) {
  auto s = denseScenario();
  s.parallel.schedule = Schedule::interleaved;
  EXPECT_THAT(brokenErrors(s), ElementsAre(RuleId::R1));
  EXPECT_EQ(issuesOf(s).back().field, Key::schedule);
  s.parallel.vpp = 5;
  EXPECT_THAT(brokenErrors(s), IsEmpty());
  for (const auto other : {Schedule::oneFOneB, Schedule::gpipe, Schedule::zbV, Schedule::dualPipe}) {
    s.parallel.schedule = other;
    EXPECT_THAT(brokenErrors(s), ElementsAre(RuleId::R1)) << word(other);
    EXPECT_EQ(fix(issuesOf(s).front(), s), (Edit{{Key::schedule, {}}}));
  }
}

TEST(Rules, theBatchIsFixedFirst) {
  auto s = denseScenario();   // DP 2
  s.workload.microBatch = 3;  // 128 / 6 is not whole, 128 / 4 is
  ASSERT_THAT(brokenErrors(s), ElementsAre(RuleId::B1));
  EXPECT_EQ(fix(issuesOf(s).front(), s), (Edit{{Key::microBatch, std::int64_t{2}}}));
  s.workload.microBatch = 1;
  s.workload.globalBatch = 127;  // no micro-batch makes it whole
  EXPECT_EQ(fix(issuesOf(s).front(), s), (Edit{{Key::globalBatch, std::int64_t{128}}}));
}

TEST(Rules, gpusWithoutBf16UnitsAreNamed) {
  auto s = denseScenario();
  s.cluster.device.generation = Generation::volta;
  s.cluster.device.name = "V100";
  ASSERT_THAT(brokenRules(s), ElementsAre(RuleId::D1));
  const auto issue = issuesOf(s).front();
  EXPECT_EQ(issue.severity, Severity::warning);
  EXPECT_EQ(message(issue, s, Language::en).substr(0, 26), "V100 has no bf16 units: wh");
  EXPECT_EQ(fix(issue, s), (Edit{{Key::precision, std::string("fp16")}}));
  s.workload.precision = Precision::fp16;
  EXPECT_THAT(brokenRules(s), IsEmpty());
}

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

TEST(Rules, everyKeyHasItsRange) {
  const auto valid = denseScenario();
  expectRangeIssues(
      scenarioFields(), valid, [](Scenario& s) -> Scenario& { return s; }, std::nullopt);
  expectRangeIssues(
      modelFields(), valid, [](Scenario& s) -> ModelShape& { return s.model.shape; }, Key::model);
  expectRangeIssues(
      deviceFields(), valid, [](Scenario& s) -> Device& { return s.cluster.device; }, Key::gpu);
}

TEST(Rules, nothingDividesByZero) {
  Scenario zeros;  // every size of the model and the device is 0
  zeros.parallel = {0, 0, 0, 0, 0, 0, {}, {}, {}, 0, 0, 0, {}};
  zeros.workload.microBatch = zeros.workload.globalBatch = zeros.workload.sequenceLength = 0;
  zeros.cluster.gpus = 0;
  const auto issues = issuesOf(zeros);
  EXPECT_GT(issues.size(), 15U);
  for (const auto& issue : issues) EXPECT_EQ(issue.rule, RuleId::R1);
  for (const auto& issue : issues) EXPECT_FALSE(message(issue, zeros, Language::zhCn).empty());
}

TEST(Rules, notANumberIsOutOfRange) {
  auto s = denseScenario();
  s.overlap.tp = std::numeric_limits<double>::quiet_NaN();
  const auto issues = issuesOf(s);
  ASSERT_EQ(issues.size(), 1U);
  EXPECT_EQ(issues.front().field, Key::overlapTp);
  EXPECT_EQ(issues.front(), issues.front());  // comparable: the value is not kept
  EXPECT_EQ(message(issues.front(), s, Language::en), "`overlap.tp` is not a number; allowed: 0 … 1.");
}

TEST(Rules, unknownEnumeratorsAreOutOfRange) {
  auto s = denseScenario();
  s.parallel.schedule = static_cast<Schedule>(99);
  s.workload.precision = static_cast<Precision>(77);
  const auto issues = issuesOf(s);
  ASSERT_EQ(brokenErrors(s), (std::vector{RuleId::R1, RuleId::R1}));
  for (const auto& issue : issues) EXPECT_FALSE(message(issue, s, Language::en).empty());
  EXPECT_EQ(foundValue(issues.front(), s), Value{});
}

TEST(Rules, explicitStagesMustFitTheModel) {
  auto s = denseScenario();
  s.parallel.stageLayers = {20, 20, 40};
  EXPECT_EQ(brokenErrors(s), (std::vector{RuleId::R1}));
  s.parallel.stageLayers = {20, 20, 20, 21};
  EXPECT_EQ(brokenErrors(s), (std::vector{RuleId::R1}));
  EXPECT_EQ(fix(issuesOf(s).front(), s), (Edit{{Key::stageLayers, std::vector<std::int64_t>{}}}));
}

TEST(Rules, shardGroupDividesDataRanks) {
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

TEST(Rules, shapesMustBeComplete) {
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

TEST(Rules, hotExpertsNeedExperts) {
  auto s = denseScenario();
  s.moe.hotTokenShare = 0.5;
  EXPECT_THAT(brokenErrors(s), ElementsAre(RuleId::R1));
  EXPECT_EQ(fix(issuesOf(s).front(), s), (Edit{{Key::hotTokenShare, 0.0}}));
  s = moeScenario();
  s.moe.hotTokenShare = 0.9;
  EXPECT_THAT(brokenErrors(s), IsEmpty());
}

TEST(Rules, precisionNeedsItsUnits) {
  auto s = denseScenario();
  s.workload.precision = Precision::fp8;
  EXPECT_THAT(brokenErrors(s), IsEmpty());
  s.workload.precision = Precision::nvfp4;
  EXPECT_THAT(brokenErrors(s), ElementsAre(RuleId::R1));
  EXPECT_EQ(message(issuesOf(s).front(), s, Language::en),
            "Precision nvfp4 is not possible: H100 80 GB has no units for it.");
  EXPECT_EQ(fix(issuesOf(s).front(), s), (Edit{{Key::precision, std::string("bf16")}}));
}

TEST(Rules, totalsAreBounded) {
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
