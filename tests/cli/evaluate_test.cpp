// SPDX-License-Identifier: Apache-2.0
// evaluate: report as JSON (contract §2) and as text.

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

void expectKeys(const json& object, const std::vector<std::string>& keys) {
  ASSERT_TRUE(object.is_object()) << object;
  for (const auto& key : keys) EXPECT_TRUE(object.contains(key)) << key << " in " << object;
}

void expectNumbers(const json& object, const std::vector<std::string>& keys) {
  expectKeys(object, keys);
  for (const auto& key : keys) EXPECT_TRUE(object.contains(key) && object[key].is_number()) << key;
}

const std::vector<std::string> kParts = {"parameters", "gradients", "optimizer", "activations",
                                         "logits",     "transient", "buffers",   "overhead"};

void expectMemory(const json& memory) {
  expectNumbers(memory, {"capacity_bytes", "fit_limit_bytes", "peak_bytes", "peak_stage"});
  EXPECT_TRUE(memory["peak_reason"].is_string());
  std::int64_t peak = 0;
  for (std::size_t i = 0; i < memory["stages"].size(); ++i) {
    const auto& stage = memory["stages"][i];
    expectNumbers(stage, kParts);
    expectNumbers(stage, {"stage", "layers", "total", "in_flight"});
    EXPECT_EQ(stage["stage"], i);
    std::int64_t sum = 0;
    for (const auto& part : kParts) sum += stage[part].get<std::int64_t>();
    EXPECT_EQ(stage["total"], sum);
    peak = std::max(peak, sum);
  }
  EXPECT_EQ(memory["peak_bytes"], peak);
}

TEST(EvaluateJson, HoldsEveryKeyOfTheContract) {
  const auto result = cli({"evaluate", "preset:64-gpu-example", "--json"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.err, "");
  const auto report = jsonOf(result);
  expectKeys(report, {"model_version", "scenario", "verdict", "issues", "batch", "parameters", "memory", "bubble",
                      "time", "flops", "throughput", "train", "communication", "moe", "confidence"});
  expectNumbers(report["batch"], {"micro_batches", "global_sequences", "global_tokens", "gpus"});
  expectNumbers(report["bubble"], {"ratio_ideal", "ratio_actual", "ratio_total", "m_over_p"});
  expectNumbers(report["flops"], {"model", "hardware"});
  expectNumbers(report["throughput"],
                {"tokens_per_s", "tokens_per_s_per_gpu", "tflops_per_gpu", "mfu", "hfu", "mfu_own_precision"});
  expectNumbers(report["time"]["breakdown_s"], {"gemm", "attention", "pointwise", "recompute", "tp", "cp", "ep", "pp",
                                                "dp_exposed", "bubble", "head", "optimizer", "scale", "other"});
  expectKeys(report["communication"], {"tp", "cp", "ep", "pp", "dp"});
  expectKeys(report["confidence"], {"memory_rel", "time_rel", "basis", "extrapolated"});
  expectMemory(report["memory"]);
}

// LLaMA-65B: 80 layers of 4·8192² + 3·8192·22016 + 2·8192, two tables of 32000·8192, one norm.
TEST(EvaluateJson, FiguresOfTheTextbookExample) {
  const auto report = jsonOf(cli({"evaluate", "preset:64-gpu-example", "--json"}));
  EXPECT_EQ(report["parameters"]["total"],
            80LL * (4LL * 8192 * 8192 + 3LL * 8192 * 22016 + 2 * 8192) + 2LL * 32000 * 8192 + 8192);
  EXPECT_EQ(report["batch"]["gpus"], 8 * 4 * 2);
  EXPECT_EQ(report["batch"]["micro_batches"], 512 / 2);
  EXPECT_EQ(report["batch"]["global_tokens"], 512 * 2048);
  EXPECT_DOUBLE_EQ(report["bubble"]["ratio_ideal"].get<double>(), 3.0 / 256);  // (P − 1)/M
  EXPECT_EQ(report["memory"]["stages"].size(), 4u);
  EXPECT_EQ(report["verdict"], "fits");
  EXPECT_EQ(report["scenario"]["parallel"]["sp"], true);  // a default, filled in
}

TEST(EvaluateJson, SameFromFileStandardInputYamlAndJson) {
  TemporaryFolder folder;
  const auto yaml = cli({"evaluate", folder.write("s.shard.yaml", scenarioYamlText()), "--json"});
  ASSERT_EQ(yaml.exitCode, 0) << yaml.err;
  EXPECT_EQ(cliReading(scenarioYamlText(), {"evaluate", "-", "--json"}).out, yaml.out);
  const auto line =
      R"({"shardscope":1,"name":"65B on 64","model":{"preset":"llama-65b"},"cluster":{"gpu":"h100-sxm-80gb","gpus":64},
          "workload":{"sequence_length":2048,"micro_batch":1,"global_batch":512},"parallel":{"tp":8,"pp":4,"dp":2}})";
  EXPECT_EQ(cliReading(line, {"evaluate", "-", "--json"}).out, yaml.out);
}

TEST(EvaluateJson, ItsScenarioEvaluatesToTheSameReport) {
  const auto first = cli({"evaluate", "preset:moe-8x7b-64", "--json"});
  const auto scenario = jsonOf(first)["scenario"].dump();
  const auto second = cliReading(scenario, {"evaluate", "-", "--json"});
  EXPECT_EQ(second.exitCode, 0) << second.err;
  EXPECT_EQ(second.out, first.out);
}

TEST(EvaluateJson, EveryPresetEvaluates) {
  const auto scenarios = jsonOf(cli({"catalogue", "scenarios", "--json"}))["scenarios"];
  ASSERT_GE(scenarios.size(), 7u);
  for (const auto& entry : scenarios) {
    const auto result = cli({"evaluate", "preset:" + entry["id"].get<std::string>(), "--json"});
    EXPECT_EQ(result.exitCode, 0) << entry << result.err;
    EXPECT_EQ(result.err, "");
  }
}

TEST(EvaluateInvalid, ReportsAllIssuesAndExits1) {
  TemporaryFolder folder;
  // 7·4·2 ≠ 64 (W-1), and 64 heads do not divide by 7 (T-1).
  const auto path = folder.write("bad.shard.yaml",
                                 "shardscope: 1\nmodel: {preset: llama-65b}\ncluster: {gpu: h100-sxm-80gb, gpus: 64}\n"
                                 "workload: {global_batch: 512}\nparallel: {tp: 7, pp: 4, dp: 2}\n");
  const auto result = cli({"evaluate", path, "--json"});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_EQ(lineCount(result.err), 1) << result.err;
  const auto report = jsonOf(result);
  EXPECT_EQ(report["verdict"], "invalid");
  std::vector<std::string> ids;
  for (const auto& issue : report["issues"]) {
    expectKeys(issue, {"id", "severity", "field", "message", "value", "allowed", "fix"});
    ids.push_back(issue["id"]);
  }
  EXPECT_THAT(ids, AllOf(testing::Contains("W-1"), testing::Contains("T-1")));
  EXPECT_FALSE(report.contains("memory") && !report["memory"].is_null());

  const auto text = cli({"evaluate", path});
  EXPECT_EQ(text.exitCode, 1);
  EXPECT_THAT(text.out, AllOf(HasSubstr("INVALID"), HasSubstr("W-1"), HasSubstr("T-1"), Not(HasSubstr("GiB per GPU"))));
}

TEST(EvaluateInvalid, ProductOverflowIsAnIssueNotACrash) {
  const auto result = cliReading(
      "shardscope: 1\nmodel: {preset: llama-65b}\ncluster: {gpu: h100-sxm-80gb, gpus: 64}\nworkload: {global_batch: "
      "512}\n"
      "parallel: {tp: 1000000, pp: 1000000, cp: 1000000, dp: 1000000}\n",
      {"evaluate", "-", "--json"});
  EXPECT_EQ(result.exitCode, 1) << result.err;
  EXPECT_EQ(jsonOf(result)["verdict"], "invalid");
}

std::string tooLarge() {
  return "shardscope: 1\nmodel: {preset: llama-3-70b}\ncluster: {gpu: h100-sxm-80gb, gpus: 8}\n"
         "workload: {global_batch: 8}\nparallel: {tp: 8}\n";
}

TEST(EvaluateStrict, NotFittingIsExit1OnlyIfAsked) {
  const auto loose = cliReading(tooLarge(), {"evaluate", "-"});
  EXPECT_EQ(loose.exitCode, 0);
  EXPECT_EQ(loose.err, "");
  EXPECT_THAT(loose.out, AllOf(HasSubstr("DOES NOT FIT"), HasSubstr("GiB too much")));
  const auto strict = cliReading(tooLarge(), {"evaluate", "-", "--strict"});
  EXPECT_EQ(strict.exitCode, 1);
  EXPECT_EQ(strict.out, loose.out);
  EXPECT_EQ(lineCount(strict.err), 1);
  EXPECT_EQ(cli({"evaluate", "preset:64-gpu-example", "--strict"}).exitCode, 0);
}

TEST(EvaluateText, SaysTheVerdictFirstThenTheIdentities) {
  const auto result = cliReading(scenarioYamlText(), {"evaluate", "-"});
  EXPECT_EQ(result.exitCode, 0);
  const auto lines = linesOf(result.out);
  ASSERT_GT(lines.size(), 2u);
  EXPECT_EQ(lines[0], "65B on 64");
  EXPECT_THAT(lines[1], testing::StartsWith("FITS  "));
  EXPECT_THAT(result.out, AllOf(HasSubstr("8 × 4 × 2 × 1 = 64 GPU"), HasSubstr("1 × 256 × 2 = 512 sequences"),
                                HasSubstr("65.29 B"), HasSubstr("capacity 79.6"), HasSubstr("causal attention")));
  EXPECT_THAT(result.out, Not(HasSubstr("\x1b")));  // not a terminal
}

TEST(EvaluateText, OneRowPerStageAndEqualNeighboursMergeAbove16) {
  const auto textOf = [](int pp, const std::string& extra) {
    const auto result = cliReading(
        "shardscope: 1\nmodel: {preset: gpt-3-175b}\ncluster: {gpu: h100-sxm-80gb, gpus: " + std::to_string(pp * 8) +
            "}\nworkload: {global_batch: 256}\nparallel: {tp: 8, dp: 1, pp: " + std::to_string(pp) + extra + "}\n",
        {"evaluate", "-"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return result.out;
  };
  EXPECT_THAT(textOf(16, ""), AllOf(HasSubstr("\n  15 "), HasSubstr("\n  0*")));
  // GPipe keeps all micro-batches on every stage, so the inner stages of 32 are equal.
  EXPECT_THAT(textOf(32, ", schedule: gpipe"), testing::ContainsRegex("\n  [0-9]+–30 ×[0-9]+"));
}

TEST(EvaluateText, NamesCannotDriveTheTerminal) {
  const auto result = cliReading(
      "{\"shardscope\":1,\"name\":\"a\\u001b[31mb\\u0007\",\"model\":{\"preset\":\"llama-3-8b\"},"
      "\"cluster\":{\"gpu\":\"h100-sxm-80gb\",\"gpus\":8},\"workload\":{\"global_batch\":8}}",
      {"evaluate", "-"});
  EXPECT_THAT(result.out, Not(testing::AnyOf(HasSubstr("\x1b"), HasSubstr("\a"))));
}

// A bare root without /dev/pts has no terminals to offer.
bool canOpenTerminal() {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal >= 0) ::close(terminal);
  return terminal >= 0;
}

TEST(EvaluateText, ColourOnlyOnATerminalThatWantsIt) {
  if (!canOpenTerminal()) GTEST_SKIP() << "no pseudo-terminals here: /dev/pts is not mounted";
  const auto shown = [](std::vector<std::pair<std::string, std::string>> environment) {
    Process process;
    process.terminal = true;
    process.environment = std::move(environment);
    return cli({"evaluate", "preset:64-gpu-example"}, process).out;
  };
  EXPECT_THAT(shown({{"TERM", "xterm"}}), HasSubstr("\x1b[1;32mFITS\x1b[0m"));
  EXPECT_THAT(shown({{"TERM", "xterm"}, {"NO_COLOR", ""}}), HasSubstr("\x1b"));  // empty counts as unset
  EXPECT_THAT(shown({{"TERM", "xterm"}, {"NO_COLOR", "1"}}), AllOf(HasSubstr("FITS"), Not(HasSubstr("\x1b"))));
  EXPECT_THAT(shown({{"TERM", "dumb"}}), AllOf(HasSubstr("FITS"), Not(HasSubstr("\x1b"))));
}

TEST(EvaluateText, DumbTerminalGetsAsciiBars) {
  Process process;
  process.environment = {{"TERM", "dumb"}};
  EXPECT_THAT(cli({"evaluate", "preset:64-gpu-example"}, process).out, AllOf(HasSubstr("##"), Not(HasSubstr("█"))));
}

// Figures of every magnitude that a legal scenario can produce have a text.
TEST(EvaluateText, ExtremePricesAndTokens) {
  for (const char* price : {"1e-315", "5e-324", "1e-5", "1e9", "0"})
    for (const char* tokens : {"1", "1e-315", "1e12", "1e18"}) {
      const auto scenario = std::string("shardscope: 1\nmodel: {preset: llama-3-8b}\ncluster: {gpu: h100-sxm-80gb, ") +
                            "gpus: 8, price_per_gpu_hour: " + price +
                            "}\nworkload: {global_batch: 8, train_tokens: " + tokens + "}\nparallel: {zero: 3}\n";
      const auto result = cliReading(scenario, {"evaluate", "-"});
      EXPECT_EQ(result.signal, 0) << price << " " << tokens;
      EXPECT_THAT(result.exitCode, testing::AnyOf(0, 2)) << price << " " << tokens << result.err;
      if (result.exitCode == 2) {
        EXPECT_THAT(result.err, HasSubstr("train_tokens"));
      }
    }
}

// What a step mostly waits for is named, and so is every part of the memory.
TEST(EvaluateText, NothingLargeIsLeftUnnamed) {
  const auto small = cliReading(
      "shardscope: 1\nmodel: {layers: 4, hidden: 512, heads: 8, ffn: 2048, vocab: 32000}\n"
      "cluster: {gpu: h100-sxm-80gb, gpus: 8}\nworkload: {sequence_length: 512, global_batch: 8}\nparallel: {zero: "
      "3}\n",
      {"evaluate", "-"});
  EXPECT_THAT(small.out, HasSubstr("other: embedding, time in which the host keeps the GPU waiting"));
  EXPECT_THAT(small.out, testing::ContainsRegex("logits +temp +buff"));
  EXPECT_THAT(cli({"evaluate", "preset:128k-context-64"}).out, Not(HasSubstr("other: embedding")));
}

}  // namespace
}  // namespace shardscope::test
