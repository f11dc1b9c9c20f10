// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reading scenario texts in tests: what came out, or the errors in short.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/io/scenario_reader.hpp"

namespace shardscope::test {

inline constexpr auto kDevice =
    "{peak_flops: {bf16: 1e15}, memory_bytes: 80000000000, hbm_bytes_per_s: 3e12, sms: 100, "
    "link_bytes_per_s: 450000000000, nic_bytes_per_s: 5e10}";

// A legal scenario with these lines in place of its own.
inline std::string with(std::string_view model = "{preset: llama-2-7b}", std::string_view gpu = "h100-sxm-80gb",
                        std::string_view more = "") {
  return fmt::format("shardscope: 1\nmodel: {}\ncluster: {{gpu: {}, nodes: 1}}\nworkload: {{global_batch: 64}}\n{}",
                     model, gpu, more);
}

inline Scenario read(const std::string& text) {
  const auto loaded = parseScenario(text, "f", "", Language::en);
  if (!loaded) {
    for (const auto& error : loaded.error()) ADD_FAILURE() << message(error, Language::en);
    return {};
  }
  return loaded->scenario;
}

inline Errors errorsOf(const std::string& text) {
  auto loaded = parseScenario(text, "f", "", Language::en);
  EXPECT_FALSE(loaded) << text;
  return loaded ? Errors{} : loaded.error();
}

// "line key kind found | allowed" of each.
inline std::vector<std::string> brief(const Errors& errors) {
  std::vector<std::string> lines;
  for (const auto& e : errors)
    lines.push_back(fmt::format("{} {} {} {}", e.line, e.key, static_cast<int>(e.kind), e.found));
  return lines;
}
inline std::string line(int number, std::string_view key, ErrorKind kind, std::string_view found = "") {
  return fmt::format("{} {} {} {}", number, key, static_cast<int>(kind), found);
}

}  // namespace shardscope::test
