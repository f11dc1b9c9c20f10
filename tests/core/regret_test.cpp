// SPDX-License-Identifier: Apache-2.0
// Votes, regret and rank correlation by hand.
#include "core/validate/regret.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/memory.hpp"

namespace shardscope {
namespace {

RunTable tableOf(const std::string& rows) {
  const std::string header =
      "id,family,model,gpu,gpu_named,gpus,sequence_length,global_batch,tp,pp,micro_batch,variant,source,notes,step_s,"
      "peak_memory_bytes,memory_kind\n";
  auto table = parseRunTable(header + rows, "t.csv", Catalogue::builtIn(), Language::en);
  if (!table) {
    ADD_FAILURE() << message(table.error().front(), Language::en);
    return {};
  }
  for (const auto& row : table->leftOut) ADD_FAILURE() << row.reason;
  return *table;
}

std::string row(const std::string& id, int tp, int microBatch, double step, const std::string& more = "",
                const std::string& family = "lab", const std::string& variant = "", int gpuNamed = 1) {
  return id + "," + family + ",llama-3-8b,h100-sxm-80gb," + std::to_string(gpuNamed) + ",8,8192,64," +
         std::to_string(tp) + ",1," + std::to_string(microBatch) + "," + variant + ",src," + id + "," +
         std::to_string(step) + "," + (more.empty() ? "," : more) + "\n";
}

// A group with made-up predictions.
Vote vote(const MeasuredRun& run, double measured, double predictedTime) {
  return {{&run}, {}, {}, Residual{run.id, measured, predictedTime}};
}

TEST(Votes, RowsOfOneConfigurationAreOneVoteWithTheGeometricMean) {
  const auto table = tableOf(row("a", 1, 1, 4) + row("b", 2, 1, 5) + row("c", 1, 1, 9, "4e10,allocated"));
  const auto votes = votesOf(table);
  ASSERT_EQ(votes.size(), 2U);
  EXPECT_EQ(votes[0].runs.size(), 2U);
  EXPECT_EQ(votes[0].run().id, "a");
  EXPECT_NEAR(votes[0].time->measured, 6, 1e-12);  // √(4·9)
  EXPECT_NEAR(votes[0].memory->measured, 4e10, 1);
  EXPECT_DOUBLE_EQ(votes[0].time->predicted, predicted(table.runs[0]).stepS);
}

TEST(Votes, WhatIsNeitherIdNorMeasuredSplitsThem) {
  EXPECT_EQ(votesOf(tableOf(row("a", 1, 1, 4) + row("b", 1, 2, 4))).size(), 2U);
  EXPECT_EQ(votesOf(tableOf(row("a", 1, 1, 4) + row("b", 1, 1, 4, "", "lab", "compile"))).size(), 2U);
  EXPECT_EQ(votesOf(tableOf(row("a", 1, 1, 4) + row("b", 1, 1, 4, "", "other"))).size(), 2U);
}

TEST(Votes, WithoutANamedGpuARowOnlyRanks) {
  const auto table = tableOf(row("a", 1, 1, 4, "", "lab", "", 0));
  const auto votes = votesOf(table);
  ASSERT_EQ(votes.size(), 1U);
  EXPECT_FALSE(votes[0].time);
  ASSERT_TRUE(votes[0].ranking);
}

TEST(Votes, MemoryIsComparedAsItWasRead) {
  const double total = 40 * kGib, context = 1.5 * kGib;
  EXPECT_DOUBLE_EQ(memoryAs(MemoryKind::allocated, total), total - context);
  EXPECT_DOUBLE_EQ(memoryAs(MemoryKind::reserved, total), 1.06 * (total - context));
  EXPECT_DOUBLE_EQ(memoryAs(MemoryKind::device, total), 1.06 * (total - context) + context);
}

TEST(Regret, OfTheLayoutPredictedFastest) {
  const auto table = tableOf(row("a", 1, 1, 10) + row("b", 2, 1, 11) + row("c", 4, 1, 15) + row("d", 8, 1, 12));
  const auto& r = table.runs;
  // Predicted order b a c d; measured order a b d c. Discordant: (a, b) and (c, d); 4 of 6 pairs agree.
  const std::vector<Vote> votes = {vote(r[0], 10, 2), vote(r[1], 11, 1), vote(r[2], 15, 3), vote(r[3], 12, 4)};
  const auto groups = regretGroups(votes);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].layouts, 4U);
  EXPECT_EQ(groups[0].picked, "b");
  EXPECT_EQ(groups[0].best, "a");
  EXPECT_NEAR(groups[0].regret, 0.1, 1e-12);
  EXPECT_EQ(groups[0].pairs, 6U);
  EXPECT_NEAR(groups[0].kendallTau, (4.0 - 2.0) / 6, 1e-12);
  EXPECT_NEAR(groups[0].randomRegret, (10 + 11 + 15 + 12) / 4.0 / 10 - 1, 1e-12);
}

TEST(Regret, VotesOfOneLayoutMergeForTauAndTiesAreSkipped) {
  const auto table =
      tableOf(row("a", 1, 1, 10) + row("b", 1, 1, 10, "", "lab", "v2") + row("c", 2, 1, 10) + row("d", 4, 1, 20));
  const auto& r = table.runs;
  const std::vector<Vote> votes = {vote(r[0], 8, 1), vote(r[1], 12.5, 4), vote(r[2], 10, 1), vote(r[3], 20, 2)};
  const auto groups = regretGroups(votes);
  ASSERT_EQ(groups.size(), 1U);
  // a and b merge to measured √(8·12.5) = 10 and predicted √(1·4) = 2. (ab, c): tied in measured. (ab, d): tied in
  // predicted. (c, d) agree.
  EXPECT_EQ(groups[0].layouts, 3U);
  EXPECT_EQ(groups[0].pairs, 1U);
  EXPECT_EQ(groups[0].kendallTau, 1);
  EXPECT_EQ(groups[0].picked, "a");
  EXPECT_EQ(groups[0].regret, 0);
}

TEST(Regret, OneLayoutIsNoGroupAndOtherWorkIsAnother) {
  EXPECT_TRUE(regretGroups(votesOf(tableOf(row("a", 1, 1, 10)))).empty());
  const auto split = tableOf(row("a", 1, 1, 10) + row("b", 2, 1, 10, "", "other"));
  EXPECT_TRUE(regretGroups(votesOf(split)).empty());
  // torchtune's variants are other work, those of others are not.
  const auto tune = tableOf(row("a", 1, 1, 10, "", "torchtune", "v1") + row("b", 2, 1, 10, "", "torchtune", "v2"));
  EXPECT_TRUE(regretGroups(votesOf(tune)).empty());
  const auto lab = tableOf(row("a", 1, 1, 10, "", "lab", "v1") + row("b", 2, 1, 10, "", "lab", "v2"));
  EXPECT_EQ(regretGroups(votesOf(lab)).size(), 1U);
}

TEST(Regret, SummaryAveragesGroupsAndTauOverThoseThatHavePairs) {
  RegretGroup a, b, c;
  a.regret = 0.1, a.randomRegret = 0.3, a.pairs = 3, a.kendallTau = 1;
  b.regret = 0.2, b.randomRegret = 0.3, b.pairs = 0;
  c.pairs = 1, c.kendallTau = -1;
  const auto summary = summarized({a, b, c});
  EXPECT_EQ(summary.groups, 3U);
  EXPECT_NEAR(summary.mean, 0.1, 1e-12);
  EXPECT_NEAR(summary.max, 0.2, 1e-12);
  EXPECT_NEAR(summary.random, 0.2, 1e-12);
  EXPECT_NEAR(summary.kendallTau, 0, 1e-12);
  EXPECT_EQ(summarized(std::vector<RegretGroup>{}).groups, 0U);
}

}  // namespace
}  // namespace shardscope
