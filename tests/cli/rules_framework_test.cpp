// SPDX-License-Identifier: Apache-2.0
// rules --framework: what a framework refuses, beside our own rules.

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// 64 H100, TP 16 over 8 KV heads: Megatron-LM copies them, torchtitan does not.
std::string wideTp(const std::string& zero = "1") {
  return "shardscope: 1\nmodel: {preset: llama-3-70b}\ncluster: {gpu: h100-sxm-80gb, gpus: 64}\n"
         "workload: {sequence_length: 8192, global_batch: 128}\nparallel: {tp: 16, pp: 4, zero: " +
         zero + "}\n";
}

json rulesOf(const std::string& yaml, const std::string& framework) {
  const auto result = cliReading(yaml, {"rules", "-", "--framework", framework, "--json"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  return jsonOf(result);
}

std::vector<json> named(const json& rules, const std::string& id) {
  std::vector<json> found;
  for (const auto& rule : rules)
    if (rule["id"] == id) found.push_back(rule);
  return found;
}

TEST(RulesFramework, JsonHasTheKeysOfTheContractAndWhoEnforcesThem) {
  const auto rules = rulesOf(wideTp(), "torchtitan");
  for (const auto& rule : rules) {
    EXPECT_TRUE(rule["holds"].is_boolean());
    EXPECT_TRUE(rule["judged"].is_boolean());
    EXPECT_TRUE(rule["decidable"].is_boolean());
    EXPECT_NE(rule["message"], "");
    EXPECT_TRUE(rule["fix"].is_null() || rule["fix"].is_object());
    EXPECT_THAT(rule["severity"].get<std::string>(), testing::AnyOf("error", "warn", "hint"));
  }
  ASSERT_EQ(named(rules, "T-3").size(), 1U);
  const auto rule = named(rules, "T-3").front();
  EXPECT_EQ(rule["severity"], "error");
  EXPECT_EQ(rule["holds"], false);
  EXPECT_EQ(rule["framework"], "torchtitan");
  EXPECT_EQ(rule["frameworks"], json::array({"torchtitan"}));
  EXPECT_EQ(rule["fix"], (json{{"parallel.tp", 8}}));
  EXPECT_THAT(rule["message"].get<std::string>(), HasSubstr("TP 16 is not possible in torchtitan"));
  EXPECT_TRUE(named(rules, "T-4").empty());  // nanotron's
}

TEST(RulesFramework, WithoutTheOptionNothingIsAdded) {
  const auto rules = jsonOf(cliReading(wideTp(), {"rules", "-", "--json"}));
  EXPECT_TRUE(named(rules, "T-3").empty());
  EXPECT_FALSE(rules.front().contains("framework"));
}

TEST(RulesFramework, ARuleOfOursStandsOnce) {
  const auto rules = rulesOf(wideTp(), "megatron-lm");
  for (const auto* id : {"W-1", "W-2", "T-1", "T-2", "T-7", "P-1", "P-3", "P-8", "P-9", "P-10", "B-1", "E-1", "E-2"})
    EXPECT_EQ(named(rules, id).size(), 1U) << id;
  EXPECT_EQ(named(rules, "W-1").front()["framework"], "megatron-lm");
  EXPECT_EQ(named(rules, "H-mfu").front()["framework"], nullptr);
  // Not the same in spite of its id: torch FSDP2.
  EXPECT_EQ(named(rules, "Z-2").size(), 2U);
}

// A hint of ours that Megatron-LM refuses: 81 layers over PP 4.
TEST(RulesFramework, TheGraverSeverityCounts) {
  const auto yaml = [](const std::string& layers) {
    return "shardscope: 1\nmodel: {layers: " + layers +
           ", hidden: 8192, heads: 64, kv_heads: 8, ffn: 28672, vocab: 128256}\n"
           "cluster: {gpu: h100-sxm-80gb, gpus: 64}\nworkload: {global_batch: 128}\nparallel: {tp: 8, pp: 4}\n";
  };
  const auto p1 = named(rulesOf(yaml("81"), "megatron-lm"), "P-1");
  ASSERT_EQ(p1.size(), 1U);
  EXPECT_EQ(p1.front()["severity"], "error");
  EXPECT_EQ(p1.front()["holds"], false);
  EXPECT_TRUE(p1.front()["fix"]["parallel.stage_layers"].is_array());
  EXPECT_EQ(named(rulesOf(yaml("81"), "torchtitan"), "P-1").front()["severity"], "hint");
  EXPECT_EQ(named(rulesOf(yaml("80"), "megatron-lm"), "P-1").front()["holds"], true);
}

TEST(RulesFramework, AnyListsAllOfThem) {
  const auto rules = rulesOf(wideTp(), "any");
  std::size_t theirs = 0;
  for (const auto& rule : rules) theirs += rule["framework"].is_null() ? 0 : 1;
  EXPECT_EQ(theirs, 113U);
  EXPECT_EQ(named(rules, "T-3").front()["holds"], false);
  EXPECT_EQ(named(rules, "B-7").front()["decidable"], false);
  EXPECT_EQ(named(rules, "B-7").front()["judged"], false);
  EXPECT_THAT(cliReading(wideTp(), {"rules", "-", "--framework", "any"}).out,
              testing::ContainsRegex("T-3 +error +torchtitan: TP 16"));
}

TEST(RulesFramework, UnknownNamesAreRefusedWithTheKnownOnes) {
  for (const auto* lang : {"en", "zh_CN"}) {
    Process process;
    process.input = wideTp();
    const auto result = cli({"rules", "-", "--framework", "megatron", "--lang", lang}, process);
    EXPECT_EQ(result.exitCode, 3);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(lineCount(result.err), 1);
    for (const auto* name : {"megatron-lm", "torchtitan", "deepspeed", "accelerate", "nanotron", "gpt-neox", "any"})
      EXPECT_THAT(result.err, HasSubstr(name)) << lang;
  }
  EXPECT_EQ(cliReading(wideTp(), {"rules", "-", "--framework"}).exitCode, 3);
}

TEST(RulesFramework, TextHasAPartOfItsOwnInBothLanguages) {
  const auto english = cliReading(wideTp(), {"rules", "-", "--framework", "torchtitan"}).out;
  EXPECT_THAT(english, HasSubstr("What torchtitan asks beyond these\n"));
  EXPECT_THAT(english, testing::ContainsRegex("BROKEN +T-3 "));
  EXPECT_THAT(english, HasSubstr("fix: parallel.tp: 8"));
  const auto chinese = cliReading(wideTp(), {"rules", "-", "--framework", "accelerate", "--lang", "zh_CN"}).out;
  EXPECT_THAT(chinese, HasSubstr("Accelerate 的其他要求"));
  EXPECT_THAT(chinese, testing::ContainsRegex("无法判断 +Z-8"));
}

// What a fix of a framework's rule makes of the scenario keeps that rule.
TEST(RulesFramework, FixesAreEditsThatWork) {
  EXPECT_EQ(named(rulesOf(wideTp("2"), "gpt-neox"), "P-16").front()["fix"]["parallel.zero"], 1);
  EXPECT_EQ(named(rulesOf(wideTp("1"), "gpt-neox"), "P-16").front()["holds"], true);
}

}  // namespace
}  // namespace shardscope::test
