// SPDX-License-Identifier: Apache-2.0
// batches: every way to run a global batch.

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// LLaMA-65B, TP 8 · PP 4 on 64 GPUs: DP 2.
json batches(std::vector<std::string> arguments, const std::string& extra = "") {
  arguments.insert(arguments.begin(), {"batches", "-", "--json"});
  const auto result = cliReading(scenarioYamlText(extra), arguments);
  EXPECT_EQ(result.exitCode, 0) << result.err;
  return jsonOf(result);
}

TEST(Batches, JsonListsEveryWayWithItsFigures) {
  const auto found = batches({"--global-batch", "12"});
  EXPECT_EQ(found["global_batch"]["sequences"], 12);
  EXPECT_EQ(found["global_batch"]["tokens"], 12 * 2048);
  EXPECT_EQ(found["found"], 4);  // 6 = 1·6 = 2·3 = 3·2 = 6·1
  ASSERT_EQ(found["plans"].size(), 4U);
  for (const auto& plan : found["plans"]) {
    EXPECT_EQ(plan["dp"].get<int>() * plan["micro_batch"].get<int>() * plan["micro_batches"].get<int>(), 12);
    EXPECT_EQ(plan["gpus"], 64);
    EXPECT_EQ(plan["keeps_4p"], false);  // M ≤ 6 < 16
    for (const auto* key : {"step_s", "tokens_per_s", "mfu", "bubble", "dp_share", "peak_bytes"})
      EXPECT_GT(plan[key].get<double>(), 0) << key;
    EXPECT_EQ(plan["edit"]["workload.global_batch"], 12);
  }
  EXPECT_EQ(found["nearest"]["below"], nullptr);
}

TEST(Batches, TheBatchOfTheScenarioIsTheDefault) {
  EXPECT_EQ(batches({})["global_batch"]["sequences"], 512);
  EXPECT_EQ(batches({"--top", "3"})["plans"].size(), 3U);
}

TEST(Batches, FiguresAreThoseOfEvaluate) {
  const auto report = jsonOf(cliReading(scenarioYamlText(), {"evaluate", "-", "--json"}));
  const auto found = batches({});
  for (const auto& plan : found["plans"])
    if (plan["micro_batch"] == 1) {
      EXPECT_EQ(plan["step_s"], report["time"]["step_s"]);
      EXPECT_EQ(plan["peak_bytes"], report["memory"]["peak_bytes"]);
      EXPECT_TRUE(plan["edit"].empty());
      return;
    }
  FAIL() << found;
}

TEST(Batches, TokensAreRoundedToSequences) {
  const auto found = batches({"--tokens", "1000000"});  // 488.28 sequences of 2048
  EXPECT_EQ(found["global_batch"]["sequences"], 488);
  EXPECT_EQ(found["global_batch"]["asked_tokens"], 1'000'000);
}

TEST(Batches, AFreeTotalVariesDp) {
  const auto found = batches({"--global-batch", "6", "--gpus-max", "100"});
  for (const auto& plan : found["plans"]) {
    EXPECT_LE(plan["gpus"], 100);
    EXPECT_EQ(plan["gpus"].get<int>(), 32 * plan["dp"].get<int>());
    EXPECT_EQ(plan["edit"].contains("parallel.dp"), plan["dp"] != 2);
  }
}

TEST(Batches, NamesTheNearestThatCanRun) {
  const auto found = batches({"--global-batch", "127"});
  EXPECT_TRUE(found["plans"].empty());
  EXPECT_EQ(found["nearest"]["below"]["sequences"], 126);
  EXPECT_EQ(found["nearest"]["above"]["sequences"], 128);
  EXPECT_FALSE(found["nearest"]["above"]["plans"].empty());
}

TEST(Batches, WatchesTheBoundsOfTheUser) {
  const auto extra = "limits: {global_batch_tokens_min: 2.0e+6, global_batch_tokens_max: 4.0e+6}\n";
  EXPECT_EQ(batches({}, extra)["global_batch"]["too_small"], true);  // 512 · 2048 = 1.05 M
  EXPECT_EQ(batches({"--global-batch", "2048"}, extra)["global_batch"]["too_large"], true);
  EXPECT_EQ(batches({"--global-batch", "1024"}, extra)["global_batch"]["too_large"], false);
  EXPECT_THAT(cliReading(scenarioYamlText(extra), {"batches", "-"}).out,
              HasSubstr("below your bound of 2,000,000 tokens"));
}

TEST(Batches, TextIsATableInBothLanguages) {
  const auto english = cliReading(scenarioYamlText(), {"batches", "-", "--global-batch", "127"}).out;
  EXPECT_THAT(english, testing::AllOf(HasSubstr("Below: 126 sequences"), HasSubstr("Above: 128 sequences"),
                                      HasSubstr("DP time"), HasSubstr("fewer micro-batches than 4 × PP")));
  const auto chinese = cliReading(scenarioYamlText(), {"batches", "-", "--lang", "zh_CN"}).out;
  EXPECT_THAT(chinese, testing::AllOf(HasSubstr("全局批量 512 条序列"), HasSubstr("放得下")));
  for (const auto& line : linesOf(english)) EXPECT_LE(line.size(), 80U) << line;
}

TEST(Batches, RefusesWhatCannotBeRead) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--global-batch", "0"},
                                             {"--global-batch", "1.5"},
                                             {"--tokens", "-3"},
                                             {"--gpus-max", "many"},
                                             {"--top", "0"},
                                             {"--global-batch", "8", "--tokens", "8"}}) {
    auto call = arguments;
    call.insert(call.begin(), {"batches", "preset:64-gpu-example"});
    expectRefused(cli(call), 3);
  }
  expectRefused(cli({"batches"}), 3);
  expectRefused(cli({"batches", "/nonexistent"}), 2);
}

TEST(Batches, ALayoutThatCannotRunExits1WithTheReason) {
  const auto few = cli({"batches", "preset:64-gpu-example", "--gpus-max", "16"});
  expectRefused(few, 1);
  EXPECT_THAT(few.err, HasSubstr("at least 32 GPUs"));
  const auto heads = cliReading(
      "shardscope: 1\nmodel: {preset: llama-65b}\ncluster: {gpu: h100-sxm-80gb, gpus: 60}\nworkload: {global_batch: "
      "120}\nparallel: {tp: 3}\n",
      {"batches", "-"});
  expectRefused(heads, 1);
  EXPECT_THAT(heads.err, HasSubstr("T-1"));
}

}  // namespace
}  // namespace shardscope::test
