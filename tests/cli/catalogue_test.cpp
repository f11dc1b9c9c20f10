// SPDX-License-Identifier: Apache-2.0
// catalogue: what is built in, with sources.

#include <filesystem>

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::vector<std::string> idsOf(const json& entries) {
  std::vector<std::string> ids;
  for (const auto& entry : entries) ids.push_back(entry["id"]);
  return ids;
}

json entryNamed(const json& entries, const std::string& id) {
  for (const auto& entry : entries)
    if (entry["id"] == id) return entry;
  return {};
}

TEST(CatalogueJson, HoldsTheIdsThatScriptsRelyOn) {
  const auto result = cli({"catalogue", "--json"});
  EXPECT_EQ(result.exitCode, 0);
  const auto all = jsonOf(result);
  EXPECT_THAT(idsOf(all["models"]),
              testing::IsSupersetOf({"gpt-3-175b", "llama-65b", "llama-2-7b", "llama-2-13b", "llama-2-70b",
                                     "llama-3-8b", "llama-3-70b", "llama-3.1-405b", "mixtral-8x7b", "mixtral-8x22b",
                                     "deepseek-v2-lite", "deepseek-v2", "deepseek-v3", "qwen3-30b-a3b",
                                     "qwen3-235b-a22b", "qwen3-32b", "gpt-22b", "gpt-530b", "gpt-1t"}));
  EXPECT_THAT(idsOf(all["gpus"]),
              testing::IsSupersetOf({"v100-sxm2-16gb", "v100-sxm2-32gb", "v100-sxm3-32gb", "a100-sxm-40gb",
                                     "a100-sxm-80gb", "a800-80gb", "h100-sxm-80gb", "h100-96gb", "h800-80gb",
                                     "h200-sxm-141gb", "h20-96gb", "b200-sxm-180gb", "b300-sxm-288gb", "gb200-nvl72",
                                     "gb300-nvl72", "mi300x-192gb", "l40s-48gb", "rtx-4090-24gb"}));
  EXPECT_THAT(idsOf(all["scenarios"]),
              testing::IsSupersetOf({"7b-finetune-8", "7b-pretrain-64", "70b-pretrain-512", "175b-pretrain-2048",
                                     "moe-8x7b-64", "128k-context-64", "64-gpu-example"}));
}

TEST(CatalogueJson, EntriesCarryValuesAndSources) {
  const auto all = jsonOf(cli({"catalogue", "--json"}));
  for (const auto& entry : all["models"]) {
    EXPECT_GT(entry["model"]["layers"].get<int>(), 0) << entry;
    EXPECT_FALSE(entry["sources"].empty()) << entry;
  }
  for (const auto& entry : all["gpus"]) {
    EXPECT_GT(entry["gpu"]["memory_bytes"].get<std::int64_t>(), 0) << entry;
    EXPECT_GT(entry["gpu"]["peak_flops"]["bf16"].get<double>(), 0) << entry;
    EXPECT_GT(entry["gpu"]["efficiency"]["gemm"].get<double>(), 0) << entry;
    EXPECT_FALSE(entry["sources"].empty()) << entry;
    for (const auto& source : entry["sources"]) EXPECT_NE(source["text"], "");
  }
  EXPECT_EQ(entryNamed(all["models"], "llama-2-7b")["parameters"]["total"], 6'738'415'616);
  EXPECT_EQ(entryNamed(all["gpus"], "h100-sxm-80gb")["gpu"]["memory_bytes"], 81'559LL * 1024 * 1024);
}

TEST(CatalogueJson, OneTopicIsOneKey) {
  for (const char* topic : {"models", "gpus", "stacks", "scenarios"}) {
    const auto listed = jsonOf(cli({"catalogue", topic, "--json"}));
    EXPECT_EQ(listed.size(), 1u);
    EXPECT_FALSE(listed[topic].empty()) << topic;
  }
}

TEST(CatalogueText, FitsEightyColumnsAndListsEverything) {
  const auto result = cli({"catalogue"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.err, "");
  for (const char* id : {"llama-3-70b", "h100-sxm-80gb", "preset:64-gpu-example", "megatron"})
    EXPECT_THAT(result.out, HasSubstr(id));
  for (const auto& line : linesOf(result.out))
    EXPECT_LE(line.size(), 84u) << line;  // "×" and "–" are longer than a column
}

// An entry of the user's folder overrides the built-in one, and says so once on standard error.
TEST(CatalogueUserFolder, BrokenFileIsSaidAndTheRestStaysUsable) {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("catalogue"));
  folder.write("catalogue/mine.json", "{ this is not JSON");
  Process process;
  process.environment = {{"SHARDSCOPE_DATA", folder.path()}};
  const auto result = cli({"evaluate", "preset:64-gpu-example", "--json"}, process);
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(jsonOf(result)["verdict"], "fits");
  EXPECT_THAT(result.err, HasSubstr("mine.json"));
}

// The sales figure and what the driver reports stand side by side.
TEST(CatalogueText, GpusShowNominalAndReportedMemory) {
  const auto text = cli({"catalogue", "gpus"}).out;
  EXPECT_THAT(text, testing::ContainsRegex("h100-sxm-80gb +80[.0]* +81,559 "));
  EXPECT_THAT(text, testing::HasSubstr("GB: nominal; MiB: what the driver reports"));
}

}  // namespace
}  // namespace shardscope::test
