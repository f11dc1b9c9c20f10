// SPDX-License-Identifier: Apache-2.0
#include "core/advice/contributions.hpp"

#include <gtest/gtest.h>

#include <array>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

TEST(Contributions, DataAloneThenEveryDimensionOfTheLayout) {
  auto s = test::llama70bOn512();  // TP 8, PP 8, DP 8, M = 128
  const auto rows = contributions(s);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].added, Key::dp);
  EXPECT_EQ(rows[1].added, Key::tp);
  EXPECT_EQ(rows[2].added, Key::pp);
  constexpr std::array<std::int64_t, 3> replicas = {512, 64, 8};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(dataParallel(rows[i].scenario), replicas[i]);
    EXPECT_EQ(rows[i].report.batch.globalTokens, 1024 * 8192);
    EXPECT_EQ(rows[i].report.time.step, evaluate(rows[i].scenario).time.step);
  }
  EXPECT_EQ(rows.back().report.time.step, evaluate(s).time.step);
  EXPECT_FALSE(rows[0].delta);
  for (std::size_t i = 1; i < rows.size(); ++i)
    EXPECT_EQ(*rows[i].delta, rows[i].report.time.step - rows[i - 1].report.time.step);
  // Data parallelism alone talks neither inside layers nor between stages.
  EXPECT_EQ(rows[0].report.time.term(TimeTerm::tp).count() + rows[0].report.time.term(TimeTerm::bubble).count(), 0);
  EXPECT_GT(rows[1].report.time.term(TimeTerm::tp).count(), 0);
  EXPECT_GT(rows[2].report.time.term(TimeTerm::bubble).count(), 0);
}

TEST(Contributions, ALayoutThatCannotRunHasNoDifference) {
  auto s = test::llama70bOn512();
  s.workload.globalBatch = 64;  // 512 replicas need 512 sequences
  const auto rows = contributions(s);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].report.verdict, Verdict::invalid);
  EXPECT_NE(rows[1].report.verdict, Verdict::invalid);
  EXPECT_FALSE(rows[1].delta);  // against nothing
  EXPECT_TRUE(rows[2].delta);
}

TEST(Contributions, ExpertsAndContextCountToo) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 64, 8192);
  s.workload.globalBatch = 256;
  s.parallel.ep = 8;
  s.parallel.cp = 2;
  const auto rows = contributions(s);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].added, Key::cp);
  EXPECT_EQ(rows[2].added, Key::ep);
  EXPECT_EQ(rows.back().report.time.step, evaluate(s).time.step);
}

}  // namespace
}  // namespace shardscope
