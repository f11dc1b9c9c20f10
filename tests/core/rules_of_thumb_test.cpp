// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/cost/evaluate.hpp"
#include "core/rules/evidence.hpp"
#include "tests/core/rules_scenarios.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

using namespace test;

// Figures of a step of 10 s that keeps every rule.
Report goodReport(const Scenario& s) {
  Report report;
  report.verdict = Verdict::fits;
  report.batch = {64, s.workload.globalBatch, s.workload.globalBatch * s.workload.sequenceLength, 64};
  report.time.step = Seconds(10);
  report.time.forward.assign(4, Seconds(0.1));
  report.time.backward.assign(4, Seconds(0.2));
  report.throughput.mfu = report.throughput.mfuOwnPrecision = 0.4;
  return report;
}

std::vector<RuleId> thumbs(const Scenario& s, const Report& report) {
  std::vector<Issue> issues;
  checkRulesOfThumb(s, report, issues);
  std::vector<RuleId> ids;
  for (const auto& issue : issues) {
    EXPECT_EQ(issue.severity, Severity::hint);
    ids.push_back(issue.rule);
  }
  return ids;
}

std::array<double, 5> argsOf(const Scenario& s, const Report& report, RuleId id) {
  std::vector<Issue> issues;
  checkRulesOfThumb(s, report, issues);
  const auto* issue = find(issues, id);
  return issue ? issue->args : std::array<double, 5>{};
}

using testing::ElementsAre;
using testing::IsEmpty;

TEST(RulesOfThumb, areSilentWhenKept) {
  const auto s = denseScenario();
  EXPECT_THAT(thumbs(s, goodReport(s)), IsEmpty());
}

TEST(RulesOfThumb, needTimesBeforeTheyJudgeThem) {
  const auto s = denseScenario();
  Report report = goodReport(s);
  report.time = {};
  report.throughput = {};
  EXPECT_THAT(thumbs(s, report), IsEmpty());
}

TEST(RulesOfThumb, aGroupAcrossTwoNodesIsSaid) {
  // 24 GPUs, 8 a node: TP 6 fits into a node, but ranks 6–11 lie on two.
  auto s = denseScenario();
  s.cluster.nodes.reset();
  s.cluster.gpus = 24;
  s.parallel.tp = 6;
  EXPECT_EQ(argsOf(s, goodReport(s), RuleId::Hnode), (std::array<double, 5>{6, 8, 6}));
  s.parallel.tp = 4;
  EXPECT_EQ(argsOf(s, goodReport(s), RuleId::Hnode), (std::array<double, 5>{}));
  s.parallel.tp = 6;
  s.cluster.gpus = 6;
  EXPECT_EQ(argsOf(s, goodReport(s), RuleId::Hnode), (std::array<double, 5>{}));
}

TEST(RulesOfThumb, lowMfuNamesTheHostWhereItHoldsTheGpusUp) {
  // Narrow layers at TP 8: the kernels are over before the next ones are issued.
  auto s = scenarioOn("b200-sxm-180gb", llama(32, 1024, 16, 16, 4096, 32000), 8, 512);
  s.parallel.tp = 8;
  s.workload.globalBatch = 64;
  const auto report = evaluate(s);
  const auto* issue = find(report.issues, RuleId::Hmfu);
  ASSERT_TRUE(issue);
  EXPECT_GT(issue->args[1], 0.3);
  EXPECT_LT(issue->args[1], report.time.term(TimeTerm::other).count() / report.time.step.count());
  EXPECT_THAT(message(*issue, s, Language::en), testing::HasSubstr("wait for the host"));
  s.stack = Stack::graphs;
  const auto graphs = evaluate(s);
  const auto* plain = find(graphs.issues, RuleId::Hmfu);
  EXPECT_TRUE(!plain || plain->args[1] == 0);
}

TEST(RulesOfThumb, tensorParallelStaysOnTheFastLink) {
  auto s = denseScenario();
  s.parallel.tp = 16;
  EXPECT_THAT(thumbs(s, goodReport(s)), ElementsAre(RuleId::Hnode));
  s.cluster.nvlinkDomain = 72;
  EXPECT_THAT(thumbs(s, goodReport(s)), IsEmpty());
}

TEST(RulesOfThumb, goldenRuleLooksAtTheBusiestGroup) {
  const auto s = denseScenario();
  auto report = goodReport(s);
  auto& tp = report.communication[static_cast<std::size_t>(Group::tp)];
  auto& dp = report.communication[static_cast<std::size_t>(Group::dp)];
  dp = {true, GroupLink::nic, 1, 1e9, 1, Seconds(0.1)};
  EXPECT_THAT(thumbs(s, report), IsEmpty());  // alone: nothing to give way to
  tp = {true, GroupLink::nvlink, 8, 1e12, 5120, Seconds(4)};
  EXPECT_THAT(thumbs(s, report), IsEmpty());
  tp.link = GroupLink::nic;
  EXPECT_THAT(thumbs(s, report), ElementsAre(RuleId::Hgolden));
  EXPECT_EQ(argsOf(s, report, RuleId::Hgolden), (std::array<double, 5>{0, 5120, 8, 8}));
}

TEST(RulesOfThumb, oneLayerTakesLessThanSixtyPercent) {
  // A 405B layer on one rank: 3.19e9 parameters · 18 B = 57 GB > 48 GB.
  auto s = scenarioOf(llama3_405b(), 64, 4096);
  s.workload.globalBatch = 64;
  auto report = goodReport(s);
  EXPECT_THAT(thumbs(s, report), ElementsAre(RuleId::H60));
  const auto args = argsOf(s, report, RuleId::H60);
  // h(a+2g)d + a·d·h + 3·h·f + 2h: 16384·18432... = 301,989,888 + 268,435,456 + 2,617,245,696 + 32,768
  EXPECT_DOUBLE_EQ(args[2], 18.0 * 3187703808.0);
  EXPECT_DOUBLE_EQ(args[1], 48e9);
  EXPECT_DOUBLE_EQ(args[0], args[2] + args[3]);
  s.parallel.tp = 2;
  EXPECT_THAT(thumbs(s, report), IsEmpty());
}

TEST(RulesOfThumb, pipelinesWantFourMicroBatchesAStage) {
  auto s = denseScenario();
  auto report = goodReport(s);
  report.batch.microBatches = 16;
  EXPECT_THAT(thumbs(s, report), IsEmpty());
  report.batch.microBatches = 15;
  report.bubble.ratioIdeal = 0.2;
  EXPECT_THAT(thumbs(s, report), ElementsAre(RuleId::H4P));
  EXPECT_EQ(argsOf(s, report, RuleId::H4P), (std::array<double, 5>{15, 4, 16, 0.2}));
  s.parallel.pp = 1;
  EXPECT_THAT(thumbs(s, report), IsEmpty());
}

TEST(RulesOfThumb, timesAreJudgedByTheirLimits) {
  auto s = denseScenario();
  auto report = goodReport(s);
  report.throughput.mfuOwnPrecision = 0.3499;
  EXPECT_THAT(thumbs(s, report), ElementsAre(RuleId::Hmfu));

  report = goodReport(s);
  report.time.term(TimeTerm::dpExposed) = Seconds(1);  // 10 % of 10 s
  EXPECT_THAT(thumbs(s, report), IsEmpty());           // not FSDP
  s.parallel.zero = 3;
  EXPECT_THAT(thumbs(s, report), ElementsAre(RuleId::Hfsdp));
  report.time.term(TimeTerm::dpExposed) = Seconds(0.99);
  EXPECT_THAT(thumbs(s, report), IsEmpty());

  s = denseScenario();
  report.time.forward.back() = Seconds(0.14);  // 0.34 against a mean of 0.31: 9.7 %
  EXPECT_THAT(thumbs(s, report), IsEmpty());
  report.time.forward.back() = Seconds(0.145);  // 0.345 against 0.31125: 10.8 %
  EXPECT_THAT(thumbs(s, report), ElementsAre(RuleId::Hhead));
  EXPECT_NEAR(argsOf(s, report, RuleId::Hhead)[0], 0.345 / 0.31125 - 1, 1e-12);
}

TEST(RulesOfThumb, batchKeepsTheUsersBounds) {
  auto s = denseScenario();  // 128 · 8192 = 1,048,576 tokens
  s.limits.globalBatchTokensMin = 1048576;
  s.limits.globalBatchTokensMax = 1048576;
  EXPECT_THAT(thumbs(s, goodReport(s)), IsEmpty());
  s.limits.globalBatchTokensMax = 1e6;
  s.limits.globalBatchTokensMin.reset();
  EXPECT_THAT(thumbs(s, goodReport(s)), ElementsAre(RuleId::Hbatch));
  const Issue above{RuleId::Hbatch, Severity::hint, Key::globalBatch, argsOf(s, goodReport(s), RuleId::Hbatch)};
  // 1e6 / 8192 = 122.07: 122 sequences are whole for DP 2
  EXPECT_EQ(fix(above, s), (Edit{{Key::globalBatch, std::int64_t{122}}}));
  s.limits.globalBatchTokensMin = 2e6;
  s.limits.globalBatchTokensMax.reset();
  const Issue below{RuleId::Hbatch, Severity::hint, Key::globalBatch, argsOf(s, goodReport(s), RuleId::Hbatch)};
  // 2e6 / 8192 = 244.1 → 245, next multiple of 2
  EXPECT_EQ(fix(below, s), (Edit{{Key::globalBatch, std::int64_t{246}}}));
}

TEST(RulesOfThumb, hotExpertsShowTheirLoad) {
  auto s = moeScenario();
  EXPECT_THAT(thumbs(s, goodReport(s)), IsEmpty());
  s.moe.hotTokenShare = 0.9;  // x = .45: λ = 8 · .45 = 3.6 (cost-model §8)
  EXPECT_THAT(thumbs(s, goodReport(s)), ElementsAre(RuleId::Himbalance));
  EXPECT_DOUBLE_EQ(argsOf(s, goodReport(s), RuleId::Himbalance)[0], 3.6);
}

const Issue* issueOf(const Report& report, RuleId id) { return find(report.issues, id); }

// b 8 leaves M = 128 / (8·2) = 8 for PP 4; b 4 leaves 16 = 4·4, and a shorter step.
TEST(RulesOfThumb, tooFewMicroBatchesAreMendedByASmallerOne) {
  auto s = denseScenario();
  s.workload.microBatch = 8;
  const auto report = evaluate(s);
  const auto* issue = issueOf(report, RuleId::H4P);
  ASSERT_NE(issue, nullptr);
  EXPECT_EQ(fix(*issue, s), (Edit{{Key::microBatch, std::int64_t{4}}}));
}

// A vocabulary of 1 M rows makes the last stage the slowest; fewer layers there shorten the step.
TEST(RulesOfThumb, aHeavyHeadIsMendedByFewerLayers) {
  auto s = denseScenario();
  s.model.shape.vocab = 1 << 20;
  const auto report = evaluate(s);
  const auto* issue = issueOf(report, RuleId::Hhead);
  ASSERT_NE(issue, nullptr);
  const auto edit = fix(*issue, s);
  ASSERT_TRUE(edit);
  const auto after = evaluate(applied(s, *edit));
  EXPECT_EQ(issueOf(after, RuleId::Hhead), nullptr);
  EXPECT_LT(after.time.step, report.time.step);
  EXPECT_LT(applied(s, *edit).parallel.stageLayers.back(), 20);
}

// One layer of 70B, 18 bytes a parameter and b 16, is above 48 GB at TP 1.
TEST(RulesOfThumb, aLayerTooLargeIsSplitWider) {
  auto s = denseScenario();
  s.parallel.tp = 1;
  s.workload.microBatch = 16;
  s.workload.globalBatch = 1024;
  const auto report = evaluate(s);
  const auto* issue = issueOf(report, RuleId::H60);
  ASSERT_NE(issue, nullptr);
  const auto edit = fix(*issue, s);
  ASSERT_TRUE(edit);
  EXPECT_GT(applied(s, *edit).parallel.tp, 1);
  EXPECT_LE(applied(s, *edit).parallel.tp, 8);
  EXPECT_EQ(issueOf(evaluate(applied(s, *edit)), RuleId::H60), nullptr);
}

// 70B on 64 GPUs fits at TP 16 without a pipeline, and not at TP 8: no button leads there.
TEST(RulesOfThumb, noFixMakesAFittingLayoutNotFit) {
  auto s = scenarioOf(llama3_70b(), 64, 8192);
  s.parallel.tp = 16;
  s.parallel.zero = 3;
  s.workload.globalBatch = 256;
  s.workload.recompute = Recompute::full;
  for (const auto sequence : {8192, 16384, 32768}) {
    s.workload.sequenceLength = sequence;
    const auto report = evaluate(s);
    auto narrower = s;
    narrower.parallel.tp = 8;
    const bool wouldFit = evaluate(narrower).verdict <= Verdict::tight;
    for (const auto id : {RuleId::Hnode, RuleId::T2w}) {
      const auto* issue = issueOf(report, id);
      ASSERT_NE(issue, nullptr);
      EXPECT_EQ(fix(*issue, s).has_value(), wouldFit || report.verdict > Verdict::tight) << sequence;
    }
  }
}

TEST(RulesOfThumb, haveTheirEvidence) {
  for (const auto& info : ruleTable()) {
    const bool isOurs = info.needsReport || info.id == RuleId::T2w || info.id == RuleId::T8 || info.id == RuleId::D1;
    ASSERT_EQ(hasEvidence(info.id), isOurs) << info.name;
    if (!isOurs) continue;
    EXPECT_FALSE(evidence(info.id, Language::en).empty());
    EXPECT_NE(evidence(info.id, Language::en), evidence(info.id, Language::zhCn)) << info.name;
  }
}

TEST(RulesOfThumb, fewestDimensionsIsShownByEvaluation) {
  // Llama-2-7B on 64 GPUs needs no pipeline: DP with the optimizer sharded fits.
  auto s = scenarioOf(llama2_7b(), 64, 4096);
  s.parallel.pp = 4;
  s.workload.globalBatch = 1024;
  auto report = evaluate(s);
  EXPECT_EQ(find(report.issues, RuleId::Hdims), nullptr);  // evaluate never evaluates other layouts
  checkFewestDimensions(s, report);
  const auto* issue = find(report.issues, RuleId::Hdims);
  ASSERT_NE(issue, nullptr);
  EXPECT_EQ(issue, &report.issues.back());
  EXPECT_EQ(issue->field, Key::pp);
  EXPECT_EQ(issue->args[0], 4);
  auto without = s;
  without.parallel.pp = 1;
  EXPECT_EQ(issue->args[1], static_cast<double>(evaluate(without).memory.peak.count()));
  EXPECT_EQ(fix(*issue, s), (Edit{{Key::pp, std::int64_t{1}}}));
  // What gains more than another dimension is worth stays, with its hint but without a button.
  auto pays = *issue;
  pays.args[4] = (1 - kWorthThreshold - 0.01) * pays.args[3];
  EXPECT_FALSE(fix(pays, s));
  pays.args[4] = (1 - kWorthThreshold + 0.01) * pays.args[3];
  EXPECT_TRUE(fix(pays, s));

  // 70B on 64 GPUs: without its pipeline, its context ranks or its tensor ranks it does not fit.
  const auto big = denseScenario();
  s.parallel.pp = 1;
  auto invalid = s;
  invalid.parallel.pp = 4, invalid.parallel.dp = 1;
  for (const auto& other : {big, s, invalid}) {
    auto figures = evaluate(other);
    checkFewestDimensions(other, figures);
    EXPECT_EQ(figures, evaluate(other));
  }
}

}  // namespace
}  // namespace shardscope
