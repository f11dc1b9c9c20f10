// SPDX-License-Identifier: Apache-2.0
// rules: every rule with its state.

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::vector<std::string> kIds = {
    "W-1",      "W-2",    "T-9",  "T-1",  "T-2",   "T-7",     "L-1",         "P-3",    "P-8",    "P-9",   "S-4", "S-3",
    "S-5",      "B-1",    "E-1",  "R-1",  "P-1",   "P-10",    "S-1",         "T-2w",   "E-2",    "Z-2",   "T-8", "D-1",
    "H-golden", "H-node", "H-60", "H-4P", "H-mfu", "H-batch", "H-imbalance", "H-fsdp", "H-head", "H-dims"};

std::vector<std::string> brokenIds(const json& rules) {
  std::vector<std::string> ids;
  for (const auto& rule : rules)
    if (!rule["holds"].get<bool>()) ids.push_back(rule["id"]);
  return ids;
}

std::vector<std::string> issueIds(const json& report) {
  std::vector<std::string> ids;
  for (const auto& issue : report["issues"]) ids.push_back(issue["id"]);
  return ids;
}

std::string invalidYaml() {
  return "shardscope: 1\nmodel: {preset: llama-65b}\ncluster: {gpu: h100-sxm-80gb, gpus: 64}\nworkload: {global_batch: "
         "512}\n"
         "parallel: {tp: 7, pp: 4, dp: 2}\n";
}

TEST(RulesJson, EveryRuleInTheOrderOfTheContract) {
  const auto result = cli({"rules", "preset:64-gpu-example", "--json"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  std::vector<std::string> ids;
  for (const auto& rule : jsonOf(result)) {
    EXPECT_TRUE(rule["holds"].is_boolean());
    EXPECT_NE(rule["message"], "");
    EXPECT_TRUE(rule.contains("fix"));
    EXPECT_THAT(rule["severity"].get<std::string>(), testing::AnyOf("error", "warn", "hint"));
    if (ids.empty() || ids.back() != rule["id"]) ids.push_back(rule["id"]);
  }
  EXPECT_EQ(ids, kIds);
}

TEST(RulesJson, WhatDoesNotHoldIsWhatTheReportSays) {
  for (const char* preset : {"preset:64-gpu-example", "preset:moe-8x7b-64", "preset:175b-pretrain-2048"})
    EXPECT_THAT(brokenIds(jsonOf(cli({"rules", preset, "--json"}))),
                testing::UnorderedElementsAreArray(issueIds(jsonOf(cli({"evaluate", preset, "--json"})))));
}

// 7B on 64 GPUs with a pipeline that it could do without.
TEST(RulesJson, FewestDimensionsIsJudged) {
  const std::string yaml =
      "shardscope: 1\nmodel: {preset: llama-2-7b}\ncluster: {gpu: h100-sxm-80gb, gpus: 64}\n"
      "workload: {global_batch: 1024}\nparallel: {pp: 4}\n";
  const auto rules = jsonOf(cliReading(yaml, {"rules", "-", "--json"}));
  EXPECT_EQ(rules.back()["id"], "H-dims");
  EXPECT_EQ(rules.back()["holds"], false);
  EXPECT_EQ(rules.back()["fix"]["parallel.pp"], 1);
  EXPECT_THAT(cliReading(yaml, {"rules", "-"}).out, HasSubstr("H-dims"));
  const auto issues = jsonOf(cliReading(yaml, {"evaluate", "-", "--json"}))["issues"];
  EXPECT_EQ(issues.back()["id"], "H-dims");  // the last of the table
  EXPECT_THAT(cliReading(yaml, {"evaluate", "-"}).out, HasSubstr("H-dims"));
  EXPECT_EQ(jsonOf(cli({"rules", "preset:70b-pretrain-512", "--json"})).back()["holds"], true);
}

TEST(RulesJson, InvalidScenarioExits1AndLeavesRulesOfThumbOpen) {
  const auto result = cliReading(invalidYaml(), {"rules", "-", "--json"});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_EQ(lineCount(result.err), 1);
  const auto rules = jsonOf(result);
  EXPECT_EQ(brokenIds(rules), issueIds(jsonOf(cliReading(invalidYaml(), {"evaluate", "-", "--json"}))));
  EXPECT_THAT(brokenIds(rules), testing::IsSupersetOf({"W-1", "T-1"}));
  for (const auto& rule : rules)
    EXPECT_EQ(rule["judged"].get<bool>(), !rule["id"].get<std::string>().starts_with("H-")) << rule;
}

// 64 GPUs, TP·PP·DP = 60: the rule's fix is an edit after which it holds.
TEST(RulesJson, FixesAreEditsThatWork) {
  const auto text = [](const std::string& dp) {
    return "shardscope: 1\nmodel: {preset: llama-65b}\ncluster: {gpu: h100-sxm-80gb, gpus: 64}\nworkload: "
           "{global_batch: 480}\n"
           "parallel: {tp: 8, pp: 4, dp: " +
           dp + "}\n";
  };
  for (const auto& rule : jsonOf(cliReading(text("3"), {"rules", "-", "--json"}))) {
    if (rule["id"] != "W-1") continue;
    EXPECT_FALSE(rule["holds"].get<bool>());
    EXPECT_EQ(rule["fix"]["parallel.dp"], 2);
  }
  EXPECT_EQ(cliReading(text("2"), {"rules", "-", "--json"}).exitCode, 0);
}

// A V100 takes no bf16; rules of thumb say where they come from.
TEST(RulesText, WarnsOfBf16OnAV100AndShowsEvidence) {
  const std::string yaml =
      "shardscope: 1\nmodel: {preset: llama-2-7b}\ncluster: {gpu: v100-sxm2-32gb, gpus: 64}\n"
      "workload: {global_batch: 128}\nparallel: {tp: 16}\n";
  const auto out = cliReading(yaml, {"rules", "-"}).out;
  EXPECT_THAT(out, testing::ContainsRegex("BROKEN +D-1 +warning"));
  EXPECT_THAT(out, HasSubstr("fix: workload.precision: fp16"));
  EXPECT_THAT(out, HasSubstr("2104.04473"));
  for (const auto& rule : jsonOf(cliReading(yaml, {"rules", "-", "--json"}))) {
    const bool isThumb = rule["id"].get<std::string>().starts_with("H-");
    EXPECT_TRUE(rule["evidence"].is_string() || !isThumb) << rule;
  }
  EXPECT_THAT(cliReading(yaml, {"evaluate", "-"}).out, HasSubstr("D-1"));
}

TEST(RulesText, MarksBrokenRulesWithAWord) {
  const auto text = cliReading(invalidYaml(), {"rules", "-"}).out;
  EXPECT_THAT(text, testing::ContainsRegex("BROKEN +W-1 "));
  EXPECT_THAT(text, testing::ContainsRegex("holds +B-1 |holds +L-1 "));
  EXPECT_THAT(text, HasSubstr("H-mfu"));
  const auto chinese = cliReading(invalidYaml(), {"rules", "-", "--lang", "zh_CN"}).out;
  EXPECT_THAT(chinese, testing::AllOf(HasSubstr("不成立"), HasSubstr("未判断")));
}

}  // namespace
}  // namespace shardscope::test
