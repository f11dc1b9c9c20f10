// SPDX-License-Identifier: Apache-2.0
// export --to shardscope: the scenario as a file that reads back to the same report.

#include <filesystem>

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> toShardscope(const std::string& file, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {"export", file, "--to", "shardscope"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(Export, ReadsBackToAnEqualReport) {
  const auto catalogue = jsonOf(cli({"catalogue", "scenarios", "--json"}));
  ASSERT_FALSE(catalogue["scenarios"].empty());
  for (const auto& entry : catalogue["scenarios"]) {
    const auto preset = "preset:" + entry["id"].get<std::string>();
    const auto exported = cli(toShardscope(preset));
    ASSERT_EQ(exported.exitCode, 0) << exported.err;
    EXPECT_EQ(cliReading(exported.out, {"evaluate", "-", "--json"}).out, cli({"evaluate", preset, "--json"}).out)
        << exported.out;
    EXPECT_EQ(cliReading(exported.out, toShardscope("-")).out, exported.out);
  }
}

TEST(Export, IntoAFolderUnderTheNameOfTheScenario) {
  TemporaryFolder folder;
  const auto source = folder.write("s.yaml",
                                   "shardscope: 1\nname: 我的/方案 64\nmodel: {preset: llama-65b}\n"
                                   "cluster: {gpu: h100-sxm-80gb, gpus: 64}\nworkload: {global_batch: 512}\n"
                                   "parallel: {tp: 8, pp: 4, dp: 2}\n");
  const auto result = cli(toShardscope(source, {"-o", folder.file("new/out")}));
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("我的-方案 64.shard.yaml"));
  EXPECT_EQ(cli({"evaluate", folder.file("new/out/我的-方案 64.shard.yaml"), "--json"}).out,
            cli({"evaluate", source, "--json"}).out);
}

TEST(Export, WithoutANameUnderThatOfTheFile) {
  TemporaryFolder folder;
  const auto source =
      folder.write("run 7.shard.yaml",
                   "shardscope: 1\nmodel: {preset: llama-3-8b}\ncluster: {gpu: h100-sxm-80gb, gpus: 8}\n"
                   "workload: {global_batch: 8}\n");
  ASSERT_EQ(cli(toShardscope(source, {"-o", folder.file("out")})).exitCode, 0);
  EXPECT_TRUE(std::filesystem::exists(folder.file("out/run 7.shard.yaml")));
}

TEST(Export, OverwritesOnlyWithForce) {
  TemporaryFolder folder;
  folder.write("65B on 64.shard.yaml", "precious");
  const auto source = folder.write("s.yaml", scenarioYamlText());
  const auto refused = cli(toShardscope(source, {"-o", folder.path()}));
  expectRefused(refused, 4);
  EXPECT_THAT(refused.err, HasSubstr("--force"));
  EXPECT_EQ(contentOf(folder.file("65B on 64.shard.yaml")), "precious");
  EXPECT_EQ(cli(toShardscope(source, {"-o", folder.path(), "--force"})).exitCode, 0);
  EXPECT_THAT(contentOf(folder.file("65B on 64.shard.yaml")), HasSubstr("shardscope: 1"));
  EXPECT_THAT(folder.names(), ElementsAre("65B on 64.shard.yaml", "s.yaml"));
}

TEST(Export, UnwritableFolderIsExitCode4) {
  TemporaryFolder folder;
  const auto file = folder.write("file", "");
  expectRefused(cli(toShardscope("preset:64-gpu-example", {"-o", file})), 4);
  expectRefused(cli(toShardscope("preset:64-gpu-example", {"-o", "/proc/nothing"})), 4);
}

TEST(Export, JsonSaysWhatWasWritten) {
  TemporaryFolder folder;
  const auto result = cli(toShardscope("preset:64-gpu-example", {"-o", folder.path(), "--json"}));
  EXPECT_EQ(result.exitCode, 0);
  const auto json = jsonOf(result);
  EXPECT_EQ(json["target"], "shardscope");
  EXPECT_EQ(json["complete"], true);
  EXPECT_TRUE(json["not_covered"].empty());
  ASSERT_EQ(json["files"].size(), 1u);
  EXPECT_TRUE(std::filesystem::exists(json["files"][0].get<std::string>()));
}

TEST(Export, InvalidOrStrictlyNotFittingWritesNothing) {
  TemporaryFolder folder;
  const std::string invalid =
      "shardscope: 1\nmodel: {preset: llama-65b}\ncluster: {gpu: h100-sxm-80gb, gpus: 64}\nworkload: {global_batch: "
      "512}\n"
      "parallel: {tp: 7}\n";
  expectRefused(cliReading(invalid, toShardscope("-", {"-o", folder.path()})), 1);
  const std::string large =
      "shardscope: 1\nmodel: {preset: llama-3-70b}\ncluster: {gpu: h100-sxm-80gb, gpus: 8}\nworkload: {global_batch: "
      "8}\nparallel: {tp: 8}\n";
  expectRefused(cliReading(large, toShardscope("-", {"-o", folder.path(), "--strict"})), 1);
  EXPECT_EQ(folder.names(), std::vector<std::string>{});
  EXPECT_EQ(cliReading(large, toShardscope("-")).exitCode, 0);
}

}  // namespace
}  // namespace shardscope::test
