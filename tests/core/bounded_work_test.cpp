// SPDX-License-Identifier: Apache-2.0
// Six lines of legal but huge numbers whose fixes and allowed values once took half a minute: they are found by walking
// divisors. No clock here; a search that counts one by one again would be felt.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/cost/evaluate.hpp"
#include "core/io/report_json.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/rules/rules.hpp"

namespace shardscope {
namespace {

Scenario read(const std::string& model, const std::string& cluster, const std::string& workload,
              const std::string& parallel) {
  const auto loaded = parseScenario("shardscope: 1\nmodel: {" + model + "}\ncluster: {gpu: h100-sxm-80gb, " + cluster +
                                        "}\nworkload: {" + workload + "}\nparallel: {" + parallel + "}\n",
                                    "f", "", Language::en);
  EXPECT_TRUE(loaded);
  return loaded ? loaded->scenario : Scenario{};
}

// Everything that is said about the issues of a report. Each fix leaves fewer errors or other ones.
nlohmann::ordered_json issuesOf(const Scenario& s) {
  const auto report = fullReport(s);
  EXPECT_EQ(report.verdict, Verdict::invalid);
  return issuesJson(s, report.issues, Language::en);
}

TEST(BoundedWork, EveryDegreeHuge) {
  const auto issues =
      issuesOf(read("layers: 100000, hidden: 64, heads: 4, ffn: 256, vocab: 1000", "gpus_per_node: 64, nodes: 720720",
                    "global_batch: 720720", "pp: 100000, cp: 720720, vpp: 100000, ep: 99991, shard_group: 720720"));
  EXPECT_EQ(issues[0]["id"], "W-1");
  EXPECT_EQ(issues[0]["field"], "parallel.pp");
  EXPECT_FALSE(issues[0]["allowed"].empty());
  EXPECT_EQ(issues[0]["fix"]["parallel.pp"], 560);
}

TEST(BoundedWork, NoContextRanksHelp) {
  const auto issues = issuesOf(
      read("layers: 65520, hidden: 64, heads: 8, ffn: 256, vocab: 1000, experts: 720720, top_k: 1, expert_ffn: 64",
           "gpus_per_node: 64, nodes: 720720", "global_batch: 735134400, sequence_length: 73513441",
           "tp: 8, cp: 720720, pp: 7, vpp: 65520, ep: 720720, etp: 11, shard_group: 720719, cp_kind: all-to-all"));
  EXPECT_EQ(issues[0]["id"], "W-1");
  EXPECT_GT(issues.size(), 5U);
}

TEST(BoundedWork, ManyChunks) {
  const auto issues =
      issuesOf(read("preset: llama-3-70b", "nodes: 8", "global_batch: 128", "tp: 7, pp: 4, dp: 2, vpp: 20000"));
  EXPECT_EQ(issues[0]["id"], "W-1");
  EXPECT_EQ(issues[0]["field"], "parallel.tp");
}

}  // namespace
}  // namespace shardscope
