// SPDX-License-Identifier: Apache-2.0
// simulate: timeline as text, JSON (contract §3) and CSV.

#include <cmath>
#include <map>

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string scenarioText(int globalBatch, const std::string& parallel) {
  return "shardscope: 1\nmodel: {preset: llama-3-70b}\ncluster: {gpu: h100-sxm-80gb, gpus: 64}\n"
         "workload: {sequence_length: 8192, micro_batch: 1, global_batch: " +
         std::to_string(globalBatch) + "}\nparallel: {tp: 8, pp: 8, dp: 1" + parallel + "}\n";
}

TEST(SimulateJson, HoldsTheKeysOfTheContract) {
  const auto result = cli({"simulate", "preset:64-gpu-example", "--json"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.err, "");
  const auto timeline = jsonOf(result);
  ASSERT_EQ(timeline["blocks"].size(), 2u * 4 * 256);
  for (const auto& block : timeline["blocks"]) {
    ASSERT_EQ(block.size(), 6u);
    EXPECT_LT(block["start_s"].get<double>(), block["end_s"].get<double>());
    EXPECT_THAT(block["kind"], testing::AnyOf("F", "B"));
    EXPECT_LT(block["micro_batch"], 256);
  }
  EXPECT_EQ(timeline["memory"]["stages"].size(), 4u);
}

// The same figures as the report's: seconds per stage, bytes, step.
TEST(SimulateJson, AgreesWithTheReportUnderEverySchedule) {
  for (const std::string schedule : {"gpipe", "1f1b", "interleaved", "zb-h1", "zb-h2", "zb-v", "dualpipe"}) {
    SCOPED_TRACE(schedule);
    const auto text = scenarioText(16, ", schedule: " + schedule + (schedule == "interleaved" ? ", vpp: 5" : ""));
    const auto report = jsonOf(cliReading(text, {"evaluate", "-", "--json"}));
    const auto timeline = jsonOf(cliReading(text, {"simulate", "-", "--json"}));
    EXPECT_EQ(timeline["schedule"], schedule);
    EXPECT_EQ(timeline["micro_batches"], 16);
    for (std::size_t i = 0; i < 8; ++i) {
      EXPECT_EQ(timeline["memory"]["stages"][i]["peak_bytes"], report["memory"]["stages"][i]["total"]);
      EXPECT_EQ(timeline["memory"]["stages"][i]["peak_in_flight"], report["memory"]["stages"][i]["in_flight"]);
      const double work =
          16 * (report["time"]["forward_s"][i].get<double>() + report["time"]["backward_s"][i].get<double>());
      EXPECT_NEAR(timeline["stages"][i]["busy_s"].get<double>(), work, 1e-9 * work);
    }
    const double step = report["time"]["step_s"];
    EXPECT_NEAR(timeline["step_s"].get<double>(), step, 0.06 * step);
    std::map<std::string, int> kinds;
    for (const auto& block : timeline["blocks"]) ++kinds[block["kind"]];
    EXPECT_EQ(kinds["F"], kinds["B"]);
    EXPECT_EQ(kinds["W"] > 0, schedule.starts_with("zb") || schedule == "dualpipe");
  }
}

TEST(SimulateCsv, SameBlocksAsTheJson) {
  const auto blocks = jsonOf(cli({"simulate", "preset:64-gpu-example", "--json"}))["blocks"];
  const auto lines = linesOf(cli({"simulate", "preset:64-gpu-example", "--csv"}).out);
  ASSERT_EQ(lines.size(), blocks.size() + 1);
  EXPECT_EQ(lines[0], "stage,chunk,micro_batch,kind,start_s,end_s");
  for (const std::size_t i : {std::size_t{0}, std::size_t{777}, blocks.size() - 1}) {
    const auto& block = blocks[i];
    EXPECT_EQ(json::parse("[" + lines[i + 1].substr(lines[i + 1].find_last_of("FB") + 2) + "]"),
              json::array({block["start_s"], block["end_s"]}));
    EXPECT_THAT(lines[i + 1], testing::StartsWith(block["stage"].dump() + "," + block["chunk"].dump() + "," +
                                                  block["micro_batch"].dump() + ","));
  }
}

TEST(SimulateText, ShowsTheStepRowByRowWithinTheLine) {
  const auto result = cli({"simulate", "preset:64-gpu-example"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, AllOf(HasSubstr("FITS  "), HasSubstr("1f1b · PP 4 · chunks 1 · M 256 · blocks 2,048"),
                                HasSubstr("by the closed form"), HasSubstr("\n  0 FFFF····"), HasSubstr("\n  3 ···FBB"),
                                HasSubstr("begins: 0 s to "), HasSubstr("ends: ")));
  EXPECT_THAT(result.out, Not(HasSubstr("\x1b")));
  for (const auto& line : linesOf(result.out)) {
    const auto glyphs = std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
    EXPECT_LE(glyphs, 80) << line;
  }
}

TEST(SimulateText, InBothLanguagesWithTheSameNumbers) {
  const auto english = cli({"simulate", "preset:64-gpu-example"}).out;
  const auto chinese = cli({"simulate", "preset:64-gpu-example", "--lang", "zh_CN"}).out;
  EXPECT_THAT(chinese, AllOf(HasSubstr("调度"), HasSubstr("闭式公式"), HasSubstr("F 前向，B 反向"), HasSubstr("气泡")));
  const auto rows = [](const std::string& text) {
    std::vector<std::string> found;
    for (const auto& line : linesOf(text))
      if (line.starts_with("  0 ") || line.find("·BB") != std::string::npos) found.push_back(line);
    return found;
  };
  EXPECT_FALSE(rows(english).empty());
  EXPECT_EQ(rows(english), rows(chinese));
}

TEST(SimulateText, LongPipelinesLeaveOutStages) {
  const auto out = cliReading(
                       "shardscope: 1\nmodel: {preset: llama-3-70b}\n"
                       "cluster: {gpu: h100-sxm-80gb, gpus: 80}\nworkload: {global_batch: 160}\n"
                       "parallel: {tp: 1, pp: 40, dp: 2}\n",
                       {"simulate", "-"})
                       .out;
  EXPECT_THAT(out, AllOf(HasSubstr("\n   7 "), Not(HasSubstr("\n   8 ")), HasSubstr("…"), HasSubstr("\n  39 ")));
}

TEST(SimulateText, PlainOnADumbTerminal) {
  Process process;
  process.environment = {{"TERM", "dumb"}};
  const auto out = cli({"simulate", "preset:64-gpu-example"}, process).out;
  EXPECT_THAT(out, AllOf(HasSubstr("\n  0 FFFF......"), HasSubstr(". idle")));
}

TEST(Simulate, WhatDoesNotFitIsShownWithANote) {
  const auto result = cliReading(
      "shardscope: 1\nmodel: {preset: llama-3-70b}\n"
      "cluster: {gpu: h100-sxm-80gb, gpus: 8}\nworkload: {global_batch: 8}\n"
      "parallel: {tp: 8}\n",
      {"simulate", "-"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_THAT(result.out, AllOf(HasSubstr("DOES NOT FIT"), HasSubstr("  0 FFF")));
  EXPECT_THAT(result.err, testing::StartsWith("shardscope-cli: note: the scenario does not fit"));
  EXPECT_EQ(lineCount(result.err), 1);
}

TEST(Simulate, InvalidScenariosGiveIssuesAndNoTimeline) {
  const auto text = scenarioText(16, ", schedule: dualpipe, cp: 3");
  const auto asText = cliReading(text, {"simulate", "-"});
  EXPECT_EQ(asText.exitCode, 1);
  EXPECT_THAT(asText.out, AllOf(HasSubstr("INVALID"), HasSubstr("W-1")));
  EXPECT_EQ(lineCount(asText.err), 1);
  const auto asJson = cliReading(text, {"simulate", "-", "--json"});
  EXPECT_EQ(asJson.exitCode, 1);
  EXPECT_EQ(jsonOf(asJson)["verdict"], "invalid");
  EXPECT_FALSE(jsonOf(asJson)["issues"].empty());
  EXPECT_FALSE(jsonOf(asJson).contains("blocks"));
  expectRefused(cliReading(text, {"simulate", "-", "--csv"}), 1);
}

TEST(Simulate, TooLongStepsAreRefusedWithBothCounts) {
  const auto result = cliReading(scenarioText(125'001, ""), {"simulate", "-"});
  expectRefused(result, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("2,000,016 blocks"), HasSubstr("2,000,000"), HasSubstr("global_batch")));
  expectRefused(cliReading(scenarioText(1'000'000'000, ", schedule: zb-v"), {"simulate", "-", "--json"}), 1);
}

TEST(Simulate, OneFormAtATime) {
  const auto result = cli({"simulate", "preset:64-gpu-example", "--json", "--csv"});
  expectRefused(result, 3);
  EXPECT_THAT(result.err, HasSubstr("`--json` and `--csv`"));
  expectRefused(cli({"simulate"}), 3);
  expectRefused(cli({"evaluate", "preset:64-gpu-example", "--csv"}), 3);
}

TEST(Simulate, AReaderThatLeavesIsNoCrash) {
  Process process;
  process.readOnly = 1000;
  const auto result = cli({"simulate", "preset:70b-pretrain-512", "--json"}, process);
  EXPECT_EQ(result.exitCode, 4);
  EXPECT_EQ(result.signal, 0);
  EXPECT_EQ(result.err, "");
}

TEST(Simulate, EveryPresetSimulates) {
  const auto catalogue = jsonOf(cli({"catalogue", "scenarios", "--json"}));
  for (const auto& entry : catalogue["scenarios"]) {
    const auto result = cli({"simulate", "preset:" + entry["id"].get<std::string>(), "--csv"});
    EXPECT_EQ(result.exitCode, 0) << entry << result.err;
    EXPECT_GT(lineCount(result.out), 2);
  }
}

}  // namespace
}  // namespace shardscope::test
