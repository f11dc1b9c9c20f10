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

}  // namespace
}  // namespace shardscope
