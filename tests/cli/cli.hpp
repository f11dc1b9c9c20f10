// SPDX-License-Identifier: Apache-2.0
#pragma once
// The command line program as its users meet it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/process.hpp"

namespace shardscope::test {

inline ProcessResult cli(const std::vector<std::string>& arguments, Process process = {}) {
  process.command = {SHARDSCOPE_CLI};
  process.command.insert(process.command.end(), arguments.begin(), arguments.end());
  return run(process);
}

inline ProcessResult cliReading(const std::string& input, const std::vector<std::string>& arguments) {
  Process process;
  process.input = input;
  return cli(arguments, process);
}

inline nlohmann::json jsonOf(const ProcessResult& result) {
  auto json = nlohmann::json::parse(result.out, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << result.out << result.err;
  return json;
}

inline auto lineCount(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

inline std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// One clear message, no data, the right exit code.
inline void expectRefused(const ProcessResult& result, int exitCode) {
  EXPECT_EQ(result.exitCode, exitCode) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(lineCount(result.err), 1) << result.err;
  EXPECT_THAT(result.err, testing::StartsWith("shardscope-cli: error: "));
  EXPECT_THAT(result.err, testing::EndsWith("\n"));
}

// LLaMA-65B on 64 GPUs, TP 8 · PP 4 · DP 2; the keys `extra` go at the end, `workload` in front of those of workload.
inline std::string scenarioYamlText(const std::string& extra = "") {
  return "shardscope: 1\n"
         "name: 65B on 64\n"
         "model: {preset: llama-65b}\n"
         "cluster: {gpu: h100-sxm-80gb, gpus: 64}\n"
         "workload: {sequence_length: 2048, micro_batch: 1, global_batch: 512}\n"
         "parallel: {tp: 8, pp: 4, dp: 2}\n" +
         extra;
}

// A small scenario on one line, as `batch` reads it.
inline std::string scenarioJsonLine(int globalBatch = 64, const std::string& extra = "") {
  return R"({"shardscope": 1, "model": {"preset": "llama-3-8b"}, "cluster": {"gpu": "h100-sxm-80gb", "gpus": 8}, )"
         R"("workload": {"global_batch": )" +
         std::to_string(globalBatch) + R"(}, "parallel": {"tp": 2, "zero": 1})" + extra + "}";
}

}  // namespace shardscope::test
