// SPDX-License-Identifier: Apache-2.0
// The scenario inside a report is the scenario of the report: read back and evaluated, it gives the same report.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>

#include "core/cost/evaluate.hpp"
#include "core/io/report_json.hpp"
#include "core/io/scenario_reader.hpp"
#include "tests/property/rules_generators.hpp"

namespace shardscope {
namespace {

bool coin() { return *rc::gen::arbitrary<bool>(); }

template <class Enum>
Enum anyWord() {
  return static_cast<Enum>(*rc::gen::inRange(0, static_cast<int>(EnumWords<Enum>::words.size())));
}

template <class T>
std::optional<T> sometimes(std::initializer_list<T> values) {
  if (*rc::gen::inRange(0, 3) != 0) return std::nullopt;
  return *rc::gen::elementOf(std::vector<T>(values));
}

void anySettings(Scenario& s) {
  auto& w = s.workload;
  w.optimizer = anyWord<Optimizer>();
  w.precision = coin() ? Precision::bf16 : anyWord<Precision>();
  w.weightBytes = sometimes({0.0, 2.0, 4.0});
  w.gradientBytes = sometimes({0.0, 2.5, 4.0});
  w.optimizerBytes = sometimes({0.0, 0.1, 12.0});
  w.adapter = anyWord<Adapter>();
  w.recompute = anyWord<Recompute>();
  w.dropout = sometimes({true, false});
  w.crossEntropy = anyWord<CrossEntropy>();
  w.weightGradientCache = sometimes({true, false});
  w.trainTokens = sometimes({1e9, 1.5e13});
  s.stack = anyWord<Stack>();
  s.overlap.dp = coin();
  s.overlap.pp = coin();
  s.overlap.tp = *rc::gen::element(0.0, 0.3, 1.0);
  s.overlap.flatNetwork = coin();
  s.moe.capacityFactor = *rc::gen::element(0.0, 1.25);
  s.moe.padToCapacity = coin();
  s.conventions.flops = anyWord<FlopConvention>();
  s.limits.globalBatchTokensMin = sometimes({4e6});
  s.cluster.nvlinkDomain = sometimes<std::int64_t>({4, 72});
  s.cluster.gpusPerNode = sometimes<std::int64_t>({4, 8});
  s.cluster.nicBytesPerS = sometimes({12.5e9, 1e11 / 3});
  s.cluster.pricePerGpuHour = sometimes({0.0, 1.0 / 3});
}

// What no file can say: a reader refuses it before any rule is asked.
bool isReadable(const Scenario& s) {
  std::vector<Issue> issues;
  check(s, issues);
  return std::none_of(issues.begin(), issues.end(), [](const Issue& issue) { return issue.rule == RuleId::R1; });
}

RC_GTEST_PROP(ReportScenario, givesTheSameReportAgain, ()) {
  auto s = coin() ? test::validScenario() : test::anyScenario();
  anySettings(s);
  RC_PRE(isReadable(s));
  const auto report = evaluate(s);
  const auto written = reportJson(s, report, Language::en)["scenario"].dump();
  const auto back = parseScenarioJson(written, "report", "", Language::en);
  if (!back) RC_FAIL(written + "\n" + message(back.error().front(), Language::en));
  RC_LOG() << written << std::endl;
  RC_ASSERT(evaluate(back->scenario) == report);
  RC_ASSERT(reportJson(back->scenario, report, Language::en)["scenario"].dump() == written);
}

// The limits of the tables allow it: 64 million GPUs, a replica on each.
TEST(ReportScenario, ofTheLargestClusterReads) {
  auto s = test::scenarioOf(test::llama2_7b(), 1, 4096);
  s.cluster.gpus.reset();
  s.cluster.gpusPerNode = 64;
  s.cluster.nodes = 1'000'000;
  s.workload.globalBatch = 64'000'000;
  s.parallel.shardGroup = 64'000'000;
  const auto report = evaluate(s);
  EXPECT_NE(report.verdict, Verdict::invalid);
  const auto back =
      parseScenarioJson(reportJson(s, report, Language::en)["scenario"].dump(), "report", "", Language::en);
  ASSERT_TRUE(back) << message(back.error().front(), Language::en);
  EXPECT_EQ(back->scenario.parallel.dp, 64'000'000);
  EXPECT_EQ(evaluate(back->scenario), report);
}

// Degrees that no cluster holds are refused by W-1; their products leave 64 bits without harm.
TEST(ReportScenario, degreesBeyondEveryClusterAreRefusedQuietly) {
  auto s = test::scenarioOf(test::mixtral_8x7b(), 64, 4096);
  s.workload.microBatch = 1'000'000;
  auto& p = s.parallel;
  p.tp = p.pp = p.cp = p.ep = p.etp = 1'000'000;
  p.dp = p.shardGroup = 64'000'000;
  p.vpp = 100'000;
  const auto report = fullReport(s);
  ASSERT_EQ(report.verdict, Verdict::invalid);
  EXPECT_EQ(report.issues.front().rule, RuleId::W1);
  EXPECT_FALSE(issuesJson(s, report.issues, Language::en).empty());
}

}  // namespace
}  // namespace shardscope
