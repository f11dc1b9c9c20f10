// SPDX-License-Identifier: Apache-2.0
// Totals that a file states beside the dimensions: no count of a report may come out negative.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/cost/evaluate.hpp"
#include "core/rules/range_rule.hpp"
#include "core/rules/rules.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

using Exact = std::optional<std::int64_t>;

Report reportOf(ModelShape shape, Exact total, Exact active) {
  shape.parametersExact = total;
  shape.parametersActiveExact = active;
  auto s = test::scenarioOf(shape, 64, 4096);
  s.workload.globalBatch = 64;
  s.parallel.dp = 64;
  return evaluate(s);
}

void expectRefused(const Report& report, const char* field) {
  ASSERT_EQ(report.verdict, Verdict::invalid) << field;
  ASSERT_EQ(report.issues.size(), 1U) << field;
  EXPECT_EQ(report.issues[0].rule, RuleId::R1);
  EXPECT_EQ(rangeFieldName(report.issues[0]), field);
  EXPECT_FALSE(message(report.issues[0], test::scenarioOf(test::mixtral_8x7b(), 64, 4096), Language::en).empty());
}

// Mixtral 8x7B: 46,702,792,704 of which 6 of 8 experts in 32 layers are not visited: 32·6·3·4096·14336 =
// 33,822,867,456.
constexpr std::int64_t kUnvisited = 33'822'867'456;

TEST(ExactTotals, leaveRoomForTheExpertsThatAreNotVisited) {
  const auto moe = test::mixtral_8x7b();
  expectRefused(reportOf(moe, 1, {}), "model.parameters_exact");
  expectRefused(reportOf(moe, kUnvisited, {}), "model.parameters_exact");
  const auto report = reportOf(moe, kUnvisited + 1, {});
  EXPECT_NE(report.verdict, Verdict::invalid);
  EXPECT_EQ(report.parametersActive, 1);
}

TEST(ExactTotals, holdTheActiveParameters) {
  const auto moe = test::mixtral_8x7b();
  expectRefused(reportOf(moe, 46'000'000'000, 46'000'000'001), "model.parameters_active_exact");
  expectRefused(reportOf(moe, {}, 46'702'792'705), "model.parameters_active_exact");
  EXPECT_NE(reportOf(moe, {}, 46'702'792'704).verdict, Verdict::invalid);
  const auto report = reportOf(moe, 46'000'000'000, 46'000'000'000);
  EXPECT_NE(report.verdict, Verdict::invalid);
  EXPECT_EQ(report.parametersActive, report.parametersTotal);
}

TEST(ExactTotals, ofADenseModelAreItsActiveParameters) {
  const auto report = reportOf(test::llama2_7b(), 7'000'000'000, {});
  EXPECT_NE(report.verdict, Verdict::invalid);
  EXPECT_EQ(report.parametersActive, 7'000'000'000);
  expectRefused(reportOf(test::llama2_7b(), 7'000'000'000, 8'000'000'000), "model.parameters_active_exact");
}

}  // namespace
}  // namespace shardscope
