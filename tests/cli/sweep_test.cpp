// SPDX-License-Identifier: Apache-2.0
// sweep: JSON of contract §3, CSV, text, and what is refused.

#include <set>
#include <sstream>

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const char* kScenario = R"(shardscope: 1
model: {preset: llama-3-70b}
cluster: {gpu: h100-sxm-80gb, nodes: 8}
workload: {sequence_length: 8192, micro_batch: 1, global_batch: 128}
parallel: {tp: 8, pp: 4}
)";

json sweep(const std::string& file, std::vector<std::string> more = {}) {
  std::vector<std::string> call{"sweep", file, "--json"};
  call.insert(call.end(), more.begin(), more.end());
  const auto result = cli(call);
  EXPECT_EQ(result.exitCode, 0) << result.err;
  return jsonOf(result);
}

// TP, PP ∈ all values at 64 GPUs: 7 × 7, of which tp·pp ≤ 64 and rules allow some.
TEST(SweepJson, HoldsEveryKeyOfTheContractAndAddsUp) {
  const TemporaryFolder folder;
  const auto report = sweep(folder.write("a.yaml", kScenario), {"--vary", "tp,pp,zero"});
  std::uint64_t refused = 0;
  for (const auto& [rule, count] : report["refused"].items()) refused += count.get<std::uint64_t>();
  EXPECT_EQ(report["tried"].get<std::uint64_t>(), report["fitted"].get<std::uint64_t>() +
                                                      report["tight"].get<std::uint64_t>() +
                                                      report["does_not_fit"].get<std::uint64_t>() + refused);
  EXPECT_EQ(report["tried"], 7 * (7 * 4 - 6)) << "no ZeRO-2 with pp > 1";
  EXPECT_TRUE(report["complete"]);
  EXPECT_GT(report["configurations_per_s"].get<double>(), 0);
  ASSERT_FALSE(report["top"].empty());
  std::size_t rank = 0;
  for (const auto& row : report["top"]) {
    EXPECT_EQ(row["rank"], ++rank);
    for (const auto* key : {"step_s", "mfu", "peak_bytes", "bubble_total"}) EXPECT_TRUE(row[key].is_number()) << key;
    EXPECT_TRUE(row["pareto"].is_boolean());
    EXPECT_EQ(row["parallel"]["tp"].get<int>() * row["parallel"]["pp"].get<int>() * row["parallel"]["dp"].get<int>(),
              64);
    EXPECT_TRUE(row["verdict"] == "fits" || row["verdict"] == "tight");
  }
  EXPECT_FALSE(report["pareto"].empty());
  EXPECT_EQ(report["cells"].size(), 7u * 7u);
}

// The figures of a row are those of evaluate on its settings.
TEST(SweepJson, ARowEvaluatedAgainGivesItsFigures) {
  const TemporaryFolder folder;
  const auto file = folder.write("a.yaml", kScenario);
  const auto base = jsonOf(cli({"evaluate", file, "--json"}))["scenario"];
  const auto swept = sweep(file, {"--top", "5"});
  ASSERT_EQ(swept["top"].size(), 5u);
  for (const auto& row : swept["top"]) {
    json scenario = base;
    scenario["parallel"] = row["parallel"];
    scenario["workload"] = row["workload"];
    const auto report = jsonOf(cli({"evaluate", folder.write("row.json", scenario.dump()), "--json"}));
    EXPECT_EQ(report["verdict"], row["verdict"]);
    EXPECT_EQ(report["time"]["step_s"], row["step_s"]);
    EXPECT_EQ(report["memory"]["peak_bytes"], row["peak_bytes"]);
    EXPECT_EQ(report["throughput"]["mfu"], row["mfu"]);
  }
}

TEST(SweepJson, AnEmptyCellSaysWhyAndWhereToGo) {
  const TemporaryFolder folder;
  const auto report = sweep(folder.write("a.yaml", kScenario), {"--vary", "tp,pp", "--axes", "pp,tp"});
  bool rule = false, memory = false;
  for (const auto& cell : report["cells"]) {
    if (!cell["best"].is_null()) {
      EXPECT_TRUE(cell["reason"].is_null());
      continue;
    }
    EXPECT_FALSE(cell["nearest"].empty());
    if (cell["reason"] == "memory") {
      memory = true;
      EXPECT_GT(cell["missing_bytes"].get<std::int64_t>(), 0);
    } else {
      rule = true;
      EXPECT_EQ(cell["reason"], "W-1");
    }
  }
  EXPECT_TRUE(rule && memory);
}

TEST(SweepJson, EveryRowHasTheSameForm) {
  const TemporaryFolder folder;
  const auto report = sweep(folder.write("a.yaml", kScenario), {"--vary", "tp,pp,zero", "--top", "3"});
  ASSERT_EQ(report["top"].size(), 3u);
  const auto keysOf = [](const json& row) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : row.items()) keys.push_back(key);
    return keys;
  };
  const auto keys = keysOf(report["top"][0]);
  for (const auto* key : {"rank", "pareto", "worst_regret", "worst_verdict", "robust_rank"})
    EXPECT_TRUE(report["top"][0].contains(key)) << key;
  for (const auto& row : report["pareto"]) {
    EXPECT_EQ(keysOf(row), keys);
    EXPECT_TRUE(row["rank"].is_number()) << "fewer results than are kept";
  }
  std::size_t best = 0;
  for (const auto& cell : report["cells"])
    if (!cell["best"].is_null()) {
      ++best;
      EXPECT_EQ(keysOf(cell["best"]), keys);
      if (cell["best"]["rank"] == 1) {
        EXPECT_EQ(cell["best"], report["top"][0]);
      }
    }
  EXPECT_GT(best, 0u);
  EXPECT_TRUE(report["empty"].is_null());
}

// How robust a row is does not depend on how many are shown.
TEST(SweepJson, RegretIsAgainstMoreThanWhatIsListed) {
  const TemporaryFolder folder;
  const auto file = folder.write("a.yaml", kScenario);
  EXPECT_EQ(sweep(file, {"--top", "1"})["top"][0], sweep(file, {"--top", "50"})["top"][0]);
}

// 8 does not divide 7, and an odd sequence allows no context parallelism. A batch of 8 runs.
TEST(SweepJson, AnEmptySpaceNamesRuleAndChange) {
  const TemporaryFolder folder;
  const auto file = folder.write("odd.yaml", R"(shardscope: 1
model: {preset: llama-3-8b}
cluster: {gpu: h100-sxm-80gb, nodes: 1}
workload: {sequence_length: 8191, micro_batch: 1, global_batch: 7}
parallel: {tp: 1, pp: 1}
)");
  const auto report = sweep(file, {"--vary", "micro_batch,zero"})["empty"];
  EXPECT_EQ(report["rule"], "B-1");
  EXPECT_EQ(report["reason"], "B-1");
  EXPECT_THAT(report["message"].get<std::string>(), HasSubstr("B-1"));
  EXPECT_EQ(report["change"]["workload.global_batch"], 8);
  EXPECT_EQ(report["change_verdict"], "fits");
}

TEST(SweepJson, DimensionsCanBeBounded) {
  const TemporaryFolder folder;
  const auto report = sweep(folder.write("a.yaml", kScenario), {"--vary", "tp=1/2/4/8,pp=1:8"});
  EXPECT_EQ(report["tried"], 16);
  EXPECT_EQ(report["cells"].size(), 16u);
  const auto words = sweep(folder.file("a.yaml"), {"--vary", "recompute=none/full,zero=0:1,tp=8"});
  EXPECT_EQ(words["tried"], 4);
  const auto fixed = sweep(folder.file("a.yaml"), {"--vary", "tp,pp,dp=4"});
  for (const auto& row : fixed["top"]) EXPECT_EQ(row["parallel"]["dp"], 4);
}

// The default schedule follows vpp; an axis shows all of them.
TEST(SweepJson, AnAxisIsFreeEvenIfAnotherDimensionFreesAPartOfIt) {
  const TemporaryFolder folder;
  const auto report = sweep(folder.write("a.yaml", kScenario), {"--vary", "vpp", "--axes", "cp,schedule"});
  std::set<std::string> schedules;
  for (const auto& cell : report["cells"]) schedules.insert(cell["y"].get<std::string>());
  EXPECT_THAT(schedules, testing::IsSupersetOf({"gpipe", "1f1b", "interleaved", "zb-v"}));
}

// 64 of 4096 sequences a replica at s 512 fit and are faster than 32.
TEST(SweepJson, LargeMicroBatchesAreSwept) {
  const TemporaryFolder folder;
  const auto report = sweep(folder.write("moe.yaml", R"(shardscope: 1
model: {preset: deepseek-v2-lite}
cluster: {gpu: b300-sxm-288gb, nodes: 1}
workload: {sequence_length: 512, micro_batch: 1, global_batch: 4096}
parallel: {ep: 8}
)"),
                            {"--top", "1"});
  EXPECT_GT(report["top"][0]["workload"]["micro_batch"], 32);
}

TEST(SweepJson, ThreadsDoNotChangeTheAnswer) {
  const TemporaryFolder folder;
  const auto file = folder.write("a.yaml", kScenario);
  auto one = sweep(file, {"--threads", "1"}), four = sweep(file, {"--threads", "4"});
  for (auto* report : {&one, &four})
    for (const auto* key : {"elapsed_s", "configurations_per_s"}) report->erase(key);
  EXPECT_EQ(one, four);
}

TEST(SweepJson, StatedDpStaysUnlessFreed) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("a.yaml", std::string(kScenario).replace(std::string(kScenario).find("pp: 4"), 5, "pp: 4, dp: 2"));
  const auto stated = sweep(file, {"--vary", "tp,pp"});
  for (const auto& row : stated["top"]) EXPECT_EQ(row["parallel"]["dp"], 2);
  const auto freed = sweep(file, {"--vary", "tp,pp,dp"});
  EXPECT_TRUE(std::any_of(freed["top"].begin(), freed["top"].end(),
                          [](const json& row) { return row["parallel"]["dp"] != 2; }));
}

TEST(SweepJson, GpusAsAnAxisKeepTheClusterWithTheRow) {
  const TemporaryFolder folder;
  const auto report =
      sweep(folder.write("a.yaml", kScenario), {"--vary", "tp,pp,gpus", "--axes", "gpus,tp", "--metric", "gpu_hours"});
  ASSERT_FALSE(report["top"].empty());
  for (const auto& row : report["top"]) EXPECT_TRUE(row["cluster"]["nodes"].is_number()) << row;
}

TEST(SweepCsv, HoldsTheListedRows) {
  const TemporaryFolder folder;
  const auto csv = folder.file("out 表.csv");
  const auto report = sweep(folder.write("a.yaml", kScenario), {"--top", "7", "--csv", csv});
  std::istringstream lines(contentOf(csv));
  std::string line;
  std::getline(lines, line);
  EXPECT_THAT(line, HasSubstr("rank,gpus,tp,pp"));
  std::size_t count = 0;
  while (std::getline(lines, line)) EXPECT_EQ(line.substr(0, line.find(',')), std::to_string(++count));
  EXPECT_EQ(count, report["top"].size());
}

TEST(SweepCsv, AnUnwritableFileIsSaidAndLeavesNothing) {
  const TemporaryFolder folder;
  const auto result =
      cli({"sweep", folder.write("a.yaml", kScenario), "--vary", "tp", "--csv", folder.file("none/x.csv")});
  EXPECT_EQ(result.exitCode, 4);
  EXPECT_EQ(result.out, "");
  EXPECT_FALSE(result.err.empty());
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.yaml"});
  EXPECT_EQ(cli({"sweep", "preset:64-gpu-example", "--vary", "tp", "--csv", "/dev/full"}).exitCode, 4);
}

TEST(SweepCsv, AMinusPrintsIt) {
  const TemporaryFolder folder;
  const auto file = folder.write("a.yaml", kScenario);
  const auto result = cli({"sweep", file, "--vary", "tp,pp", "--csv", "-"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_THAT(result.out, testing::StartsWith("rank,gpus,tp,pp"));
  EXPECT_THAT(result.out, Not(HasSubstr("configurations tried")));
  EXPECT_EQ(cli({"sweep", file, "--vary", "tp,pp", "--csv", "-", "--json"}).exitCode, 3);
}

TEST(SweepCsv, AFolderIsToldFromAFullDisk) {
  const TemporaryFolder folder;
  const auto file = folder.write("a.yaml", kScenario);
  const auto missing = cli({"sweep", file, "--vary", "tp", "--csv", folder.file("none/x.csv")});
  EXPECT_EQ(missing.exitCode, 4);
  EXPECT_THAT(missing.err,
              testing::AllOf(HasSubstr("does not exist"), HasSubstr("Create it"), Not(HasSubstr("space"))));
  const auto taken = cli({"sweep", file, "--vary", "tp", "--csv", folder.file("")});
  EXPECT_EQ(taken.exitCode, 4);
  EXPECT_THAT(taken.err, testing::AllOf(HasSubstr("file in that folder"), Not(HasSubstr("space"))));
}

TEST(SweepText, ExplicitStagesThatAreNotKeptAreSaid) {
  const TemporaryFolder folder;
  auto stages = std::string(kScenario);
  stages.replace(stages.find("pp: 4"), 5, "pp: 4, stage_layers: [19, 20, 20, 21]");
  const auto file = folder.write("stages.yaml", stages);
  EXPECT_THAT(cli({"sweep", file, "--vary", "tp,pp"}).err, HasSubstr("stage_layers"));
  EXPECT_EQ(cli({"sweep", file, "--vary", "tp"}).err, "");
}

TEST(SweepText, ReadsInBothLanguages) {
  const TemporaryFolder folder;
  const auto file = folder.write("a.yaml", kScenario);
  const auto english = cli({"sweep", file, "--vary", "tp,pp", "--top", "3"});
  EXPECT_THAT(english.out,
              testing::AllOf(HasSubstr("49 configurations"), HasSubstr("Ranked by MFU"), HasSubstr("W-1")));
  EXPECT_EQ(english.err, "");
  const auto chinese = cli({"sweep", file, "--vary", "tp,pp", "--lang", "zh_CN"});
  EXPECT_THAT(chinese.out, testing::AllOf(HasSubstr("放得下"), HasSubstr("按首条不满足的规则统计")));
}

// Whatever bounds empty the space, what is proposed is never nothing.
TEST(Sweep, BoundsThatLeaveTheFilesOwnConfigurationOut) {
  for (const auto* bounds : {"tp=3", "gpus=7/13", "pp=7", "micro_batch=3", "global_batch=1"}) {
    const auto out = cli({"sweep", "preset:64-gpu-example", "--vary", bounds}).out;
    EXPECT_THAT(out, HasSubstr("No configuration runs")) << bounds;
    EXPECT_THAT(out, testing::AnyOf(HasSubstr("the bounds of --vary leave it out"), HasSubstr("smallest change")))
        << bounds;
    EXPECT_THAT(out, testing::Not(HasSubstr("best it gives: ."))) << bounds;
  }
}

TEST(SweepText, NothingThatRunsIsExplained) {
  const TemporaryFolder folder;
  // 61 GPUs: only dp 61 or tp/pp/cp 61 divide them.
  const auto prime = cli({"sweep", folder.write("prime.yaml", R"(shardscope: 1
model: {preset: llama-3-8b}
cluster: {gpu: h100-sxm-80gb, gpus: 61, gpus_per_node: 1}
workload: {sequence_length: 8192, micro_batch: 1, global_batch: 128}
parallel: {tp: 1, pp: 1}
)")});
  EXPECT_EQ(prime.exitCode, 0);
  EXPECT_THAT(prime.out, testing::AllOf(HasSubstr("No configuration runs"), HasSubstr("smallest change")));
  const auto big = cli({"sweep", folder.write("big.yaml", R"(shardscope: 1
model: {preset: llama-3.1-405b}
cluster: {gpu: rtx-4090-24gb, gpus: 1, gpus_per_node: 1}
workload: {sequence_length: 4096, micro_batch: 1, global_batch: 1}
parallel: {tp: 1}
)")});
  EXPECT_THAT(big.out, testing::AllOf(HasSubstr("No configuration fits"), HasSubstr("GiB"), HasSubstr("zero"),
                                      HasSubstr("recompute full"), HasSubstr("smallest change")));
}

TEST(SweepUsage, WrongOptionsNameWhatIsAllowed) {
  for (const auto& [option, value, allowed] :
       std::vector<std::array<std::string, 3>>{{"--vary", "tp,xx", "shard_group"},
                                               {"--vary", "tp=", "LEAST:GREATEST"},
                                               {"--vary", "tp=8:2", "LEAST:GREATEST"},
                                               {"--vary", "tp=2,tp=4", "tp=VALUE/VALUE"},
                                               {"--vary", "tp=2,tp", "tp=VALUE/VALUE"},
                                               {"--vary", "tp=0/8", "LEAST:GREATEST"},
                                               {"--vary", "recompute=all", "selective"},
                                               {"--vary", "dp=1:4", "dp=N"},
                                               {"--axes", "tp", "takes two dimensions"},
                                               {"--axes", "tp,pp,cp", "`tp,pp,cp` is not two"},
                                               {"--axes", "tp,tp", "names `tp` twice"},
                                               {"--axes", "dp,dp", "names `dp` twice"},
                                               {"--axes", "tp,tp", "global_batch"},
                                               {"--axes", "xx,xx", "`xx` is not possible for --axes"},
                                               {"--axes", "tp,", "`` is not possible"},
                                               {"--metric", "speed", "gpu_hours"},
                                               {"--top", "0", "100000"},
                                               {"--top", "1.5", "100000"},
                                               {"--threads", "-1", "256"}}) {
    const auto result = cli({"sweep", "preset:64-gpu-example", option, value});
    EXPECT_EQ(result.exitCode, 3) << option << value;
    EXPECT_THAT(result.err, HasSubstr(allowed));
    EXPECT_EQ(result.out, "");
  }
}

TEST(SweepUsage, HelpNamesEveryDimensionAndMetric) {
  const auto help = cli({"sweep", "--help"}).out;
  for (const auto* word :
       {"tp",   "pp",          "vpp",         "dp",        "cp",       "cp_kind",         "ep",           "etp",
        "zero", "shard_group", "micro_batch", "recompute", "schedule", "sequence_length", "global_batch", "gpus",
        "step", "mfu",         "tokens",      "memory",    "bubble",   "gpu_hours"})
    EXPECT_THAT(help, HasSubstr(word));
}

TEST(SweepBounds, LargeAndOddTotalsAnswerInBoundedTime) {
  const TemporaryFolder folder;
  for (const auto& [gpus, batch] :
       std::vector<std::pair<int, int>>{{1, 1}, {1, 128}, {100000, 100000}, {9973, 9973}, {64, 1}}) {
    const auto file = folder.write(
        "n.yaml",
        "shardscope: 1\nmodel: {preset: llama-3-70b}\ncluster: {gpu: h100-sxm-80gb, gpus_per_node: 1, gpus: " +
            std::to_string(gpus) + "}\nworkload: {sequence_length: 8192, micro_batch: 1, global_batch: " +
            std::to_string(batch) + "}\nparallel: {tp: 1, pp: 1}\n");
    const auto result = cli({"sweep", file, "--json"});
    EXPECT_EQ(result.exitCode, 0) << gpus << result.err;
    EXPECT_TRUE(jsonOf(result)["complete"]);
  }
}

}  // namespace
}  // namespace shardscope::test
