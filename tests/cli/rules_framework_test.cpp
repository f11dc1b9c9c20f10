// SPDX-License-Identifier: Apache-2.0
// rules --framework: what a framework refuses, beside our own rules.

#include <fmt/format.h>

#include <random>

#include "core/io/scenario_reader.hpp"
#include "core/rules/framework/framework.hpp"
#include "core/rules/rules.hpp"
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

// Scenarios near those in use, with whatever frameworks mind: odd layers, experts, shard groups, schedules.
class AnyYaml {
 public:
  std::string next() {
    const std::string shape = coin() ? "" : ", experts: 8, top_k: 2, expert_ffn: 2048";
    return fmt::format(
        "shardscope: 1\n"
        "model: {{layers: {}, hidden: 4096, heads: 32, kv_heads: 8, ffn: 14336, vocab: {}{}}}\n"
        "cluster: {{gpu: {}, gpus: {}}}\n"
        "workload: {{sequence_length: {}, micro_batch: {}, global_batch: {}, recompute: {}, precision: {}}}\n"
        "parallel: {{tp: {}, pp: {}, cp: {}, ep: {}, vpp: {}, zero: {}, shard_group: {}, sp: {}}}\n",
        one({76, 77, 78, 79, 80, 81, 82, 83, 32}), one({32000, 128256, 50257}), shape,
        word({"h100-sxm-80gb", "b200-sxm-180gb", "v100-sxm2-32gb"}), one({32, 64, 128, 60}), one({4096, 8192, 4100}),
        one({1, 2}), one({32, 128, 512, 8}), word({"none", "selective", "full"}), word({"bf16", "bf16", "fp32"}),
        one({1, 2, 4, 8, 16, 3}), one({1, 2, 4, 4, 8}), one({1, 1, 2}), one({1, 1, 8, 4}), one({1, 1, 2, 5}),
        one({0, 1, 2, 3}), one({0, 0, 8, 6}), word({"true", "false"}));
  }

 private:
  bool coin() { return random_() % 2 == 0; }
  int one(const std::vector<int>& values) { return values[random_() % values.size()]; }
  std::string word(const std::vector<std::string>& words) { return words[random_() % words.size()]; }
  std::mt19937 random_{20261130};
};

std::vector<FrameworkFinding> findingsOf(const Scenario& scenario, const std::string& choice) {
  if (const auto framework = frameworkNamed(choice)) return checkFramework(scenario, *framework);
  return checkAllFrameworks(scenario);
}

// Every line of a rule that a framework has says what core judges of it: state, severity, and the words.
void expectAsJudged(const std::string& yaml, const std::string& choice) {
  const auto loaded = parseScenario(yaml, "any", {}, Language::en);
  ASSERT_TRUE(loaded) << yaml;
  const auto rules = jsonOf(cliReading(yaml, {"rules", "-", "--framework", choice, "--json"}));
  for (const auto& finding : findingsOf(loaded->scenario, choice)) {
    const auto& rule = ruleOf(finding);
    std::size_t lines = 0;
    for (const auto& line : rules) {
      if (line["id"] != rule.id || line["framework"].is_null() || line["enforced_by"] != rule.enforcedBy) continue;
      ++lines;
      const bool isBroken = finding.state == FrameworkState::broken;
      EXPECT_EQ(line["holds"].get<bool>(), !isBroken) << choice << ' ' << rule.id << '\n' << yaml;
      EXPECT_EQ(line["judged"].get<bool>(), isBroken || finding.state == FrameworkState::holds) << rule.id << yaml;
      EXPECT_EQ(line["decidable"].get<bool>(), finding.state != FrameworkState::undecidable) << rule.id;
      EXPECT_EQ(line["message"], message(finding, loaded->scenario, Language::en)) << rule.id << yaml;
      if (!isBroken) continue;
      const auto graver = rule.own
                              ? std::min(finding.severity, ruleTable()[static_cast<std::size_t>(*rule.own)].severity)
                              : finding.severity;
      EXPECT_EQ(line["severity"], word(isOurOwn(rule) ? graver : finding.severity)) << rule.id << yaml;
    }
    EXPECT_EQ(lines, 1U) << rule.id;
  }
}

TEST(RulesFramework, EveryLineSaysWhatIsJudged) {
  AnyYaml any;
  for (int i = 0; i < 6; ++i) {
    expectAsJudged(any.next(), "any");
    for (std::size_t f = 0; f < static_cast<std::size_t>(Framework::count); ++f)
      expectAsJudged(any.next(), std::string(frameworkName(static_cast<Framework>(f))));
  }
}

// Of 76 … 83 layers over PP 4, Megatron-LM refuses 77 and 81: 76, 78, 79 and 80 come out even with up to two more.
TEST(RulesFramework, MegatronTakesLayersThatComeOutEvenWithTheEnds) {
  for (int layers = 76; layers <= 83; ++layers) {
    const auto yaml = fmt::format(
        "shardscope: 1\nmodel: {{layers: {}, hidden: 8192, heads: 64, kv_heads: 8, ffn: 28672, vocab: 128256}}\n"
        "cluster: {{gpu: h100-sxm-80gb, gpus: 64}}\nworkload: {{global_batch: 128}}\nparallel: {{tp: 8, pp: 4}}\n",
        layers);
    const auto p1 = named(rulesOf(yaml, "megatron-lm"), "P-1");
    ASSERT_EQ(p1.size(), 1U);
    EXPECT_EQ(p1.front()["holds"].get<bool>(), layers % 4 != 1) << layers;
    EXPECT_EQ(named(rulesOf(yaml, "torchtitan"), "P-1").front()["holds"].get<bool>(), layers % 4 == 0) << layers;
  }
}

// What a fix of a framework's rule makes of the scenario keeps that rule.
TEST(RulesFramework, FixesAreEditsThatWork) {
  EXPECT_EQ(named(rulesOf(wideTp("2"), "gpt-neox"), "P-16").front()["fix"]["parallel.zero"], 1);
  EXPECT_EQ(named(rulesOf(wideTp("1"), "gpt-neox"), "P-16").front()["holds"], true);
}

}  // namespace
}  // namespace shardscope::test
