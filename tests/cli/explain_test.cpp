// SPDX-License-Identifier: Apache-2.0
// evaluate --explain: one figure in words, numbers and source.
#include <functional>
#include <set>

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

ProcessResult explain(const std::string& key, std::vector<std::string> more = {}, const std::string& file = "-") {
  more.insert(more.begin(), {"evaluate", file, "--explain", key});
  return cliReading(scenarioYamlText(), more);
}

// 512 sequences over two replicas of one sequence each.
TEST(EvaluateExplain, TellsDefinitionFormulaNumbersAndSource) {
  const auto result = explain("batch.micro_batches");
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, testing::StartsWith("Micro-batches per step (M): 256\n"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("  M = B / (b · d)\n    = 512 / (1 × 2)\n    = 512 / 2 = 256\n"),
                                HasSubstr("  B  512  global batch, sequences  [workload.global_batch]\n"),
                                HasSubstr("Check. Rule M ≥ 4p: 256 ≥ 16 ✓ holds\n"), HasSubstr("\nSource: ")));
}

TEST(EvaluateExplain, NamesEditsThatWouldChangeIt) {
  const auto result = explain("bubble.ratio_actual", {"--json"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  const auto e = jsonOf(result);
  EXPECT_EQ(e["key"], "bubble.ratio_actual");
  EXPECT_EQ(e["unit"], "share");
  ASSERT_FALSE(e["changes"].empty());
  for (const auto& change : e["changes"]) {
    EXPECT_LT(change["value"], e["value"]);
    EXPECT_FALSE(change["edit"].empty());
  }
}

// What JSON says of a figure is what the report says of it; what it refers to can be asked for in turn.
TEST(EvaluateExplain, LeadsFromFigureToFigure) {
  const auto report = jsonOf(cliReading(scenarioYamlText(), {"evaluate", "-", "--json"}));
  const auto e = jsonOf(explain("memory.stages.0.activations", {"--json"}));
  EXPECT_EQ(e["value"], report["memory"]["stages"][0]["activations"]);
  EXPECT_EQ(e["lines"][0]["text"], "A_0 = φ · L_0 · A");
  EXPECT_EQ(e["lines"][0]["latex"], "A_{0} = \\varphi \\cdot L_{0} \\cdot A");
  std::string next;
  for (const auto& symbol : e["symbols"])
    if (symbol["symbol"] == "A") next = symbol["key"];
  ASSERT_EQ(next, "cost.layer.dense.stored_bytes");
  const auto layer = explain(next, {"--json"});
  EXPECT_EQ(layer.exitCode, 0) << layer.err;
  EXPECT_EQ(jsonOf(layer)["key"], next);
}

TEST(EvaluateExplain, SpeaksChinese) {
  const auto result = explain("throughput.mfu", {"--lang", "zh_CN"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(testing::StartsWith("模型算力利用率（MFU）："), HasSubstr("  MFU = F / (N · T · P)\n"),
                                HasSubstr("每步模型 FLOPs"), HasSubstr("来源：")));
}

TEST(EvaluateExplain, RefusesUnknownKeysWithTheNearest) {
  for (const char* key : {"memory.peak", "time.steps_s", "memory.stages.4.total", "\x1b[31m"})
    expectRefused(explain(key), 3);
  EXPECT_THAT(explain("time.steps_s").err, HasSubstr("`time.step_s`"));
  expectRefused(cli({"evaluate", "preset:64-gpu-example", "--explain"}), 3);
}

TEST(EvaluateExplain, SaysWhyAKeyHasNoFigure) {
  const auto words = explain("train.days");
  EXPECT_EQ(words.exitCode, 0) << words.err;
  EXPECT_THAT(words.out, HasSubstr("workload.train_tokens"));
  const auto group = jsonOf(explain("communication.cp.time_s", {"--json"}));
  EXPECT_TRUE(group["value"].is_null());
  EXPECT_THAT(group["reason"].get<std::string>(), HasSubstr("one rank"));
}

TEST(EvaluateExplain, OfAnInvalidScenarioShowsItsIssues) {
  auto text = scenarioYamlText();
  text.replace(text.find("tp: 8"), 5, "tp: 7");
  const auto result = cliReading(text, {"evaluate", "-", "--explain", "time.step_s"});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_THAT(result.out, HasSubstr("W-1"));
  EXPECT_THAT(result.err, HasSubstr("W-1"));
  const auto asJson = cliReading(text, {"evaluate", "-", "--explain", "time.step_s", "--json"});
  EXPECT_EQ(asJson.exitCode, 1);
  const auto report = json::parse(asJson.out, nullptr, false);
  ASSERT_FALSE(report.is_discarded());
  EXPECT_EQ(report["verdict"], "invalid");
  EXPECT_FALSE(report["issues"].empty());
}

// Words, groups and what is null are keys of the report too, and are told as what they are.
TEST(EvaluateExplain, KnowsTheKeysThatHoldNoNumber) {
  for (const auto* preset : {"preset:moe-8x7b-64", "preset:64-gpu-example"}) {
    auto report = jsonOf(cli({"evaluate", preset, "--json"}));
    for (const auto* other : {"scenario", "issues", "model_version"}) report.erase(other);
    std::vector<std::string> keys;
    std::set<std::string> words;
    const std::function<void(const json&, const std::string&)> collect = [&](const json& value,
                                                                             const std::string& key) {
      if (value.is_array() || value.is_number()) return;
      if (!key.empty()) keys.push_back(key);
      if (value.is_string() || value.is_boolean()) words.insert(key);
      if (!value.is_object()) return;
      for (const auto& [name, child] : value.items()) collect(child, key.empty() ? name : key + "." + name);
    };
    collect(report, "");
    ASSERT_GT(keys.size(), 12U);
    for (const auto& key : keys) {
      const auto result = cli({"evaluate", preset, "--explain", key});
      if (words.contains(key)) {
        EXPECT_EQ(result.exitCode, 0) << key << result.err;
        EXPECT_THAT(result.out, HasSubstr("Source: ")) << key;
        continue;
      }
      EXPECT_THAT(result.err + result.out, AllOf(HasSubstr(key), testing::Not(HasSubstr("is no figure of the report"))))
          << key;
    }
  }
}

TEST(EvaluateExplain, TellsHowAWordIsDecided) {
  const auto result = explain("verdict");
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, AllOf(testing::StartsWith("Verdict: "), HasSubstr("S_max "), HasSubstr("[memory.peak_bytes]"),
                                HasSubstr("[memory.capacity_bytes]"), HasSubstr("Source: ")));
  const auto report = jsonOf(cliReading(scenarioYamlText(), {"evaluate", "-", "--json"}));
  const auto e = jsonOf(explain("memory.peak_reason", {"--json"}));
  EXPECT_EQ(e["value"], report["memory"]["peak_reason"]);
  EXPECT_EQ(e["key"], "memory.peak_reason");
  EXPECT_FALSE(e["lines"].empty());
  EXPECT_FALSE(e["symbols"].empty());
  EXPECT_THAT(explain("verdict", {"--lang", "zh_CN"}).out, testing::StartsWith("结论："));
  EXPECT_THAT(explain("verdicts").err, HasSubstr("`verdict`"));
}

}  // namespace
}  // namespace shardscope::test
