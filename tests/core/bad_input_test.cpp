// SPDX-License-Identifier: Apache-2.0
// Every kind of broken input: one clear message each that names the place, the value found and what is allowed.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include <sys/resource.h>

#include "core/io/file.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/io/scenario_writer.hpp"
#include "core/rules/rules.hpp"
#include "tests/support/core_temporary_folder.hpp"

namespace shardscope {
namespace {

using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;

std::string yaml(const std::string& model, const std::string& cluster, const std::string& parallel) {
  return fmt::format("shardscope: 1\nmodel: {}\ncluster: {}\nworkload: {{global_batch: 64}}\nparallel: {}\n", model,
                     cluster, parallel);
}
const std::string kModel = "{preset: llama-2-7b}";
const std::string kCluster = "{gpu: h100-sxm-80gb, nodes: 1}";

std::string aliasBomb() {
  std::string text = "shardscope: 1\na: &a [x, x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c <= 'k'; ++c)
    text += fmt::format("{0}: &{0} [*{1}, *{1}, *{1}, *{1}, *{1}, *{1}, *{1}, *{1}, *{1}, *{1}]\n", c,
                        static_cast<char>(c - 1));
  return text;
}

struct BadFile {
  std::string name, content;
  std::vector<std::string> says;  // in the English message
};

void PrintTo(const BadFile& file, std::ostream* out) { *out << file.name; }

class BadFiles : public testing::TestWithParam<BadFile> {};

TEST_P(BadFiles, giveExactlyOneClearMessage) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("方案 一"));
  const auto path = folder.write("方案 一/" + GetParam().name, GetParam().content);
  const auto loaded = loadScenario(path, Language::en);
  ASSERT_FALSE(loaded);
  ASSERT_EQ(loaded.error().size(), 1U);
  const auto text = message(loaded.error()[0], Language::en);
  EXPECT_THAT(text, HasSubstr(path));
  for (const auto& part : GetParam().says) EXPECT_THAT(text, HasSubstr(part));
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_THAT(message(loaded.error()[0], Language::zhCn), HasSubstr(path));
  EXPECT_EQ(test::contentOf(path), GetParam().content) << "the file itself is untouched";
}

std::string brackets(int count) { return std::string(static_cast<std::size_t>(count), '['); }

INSTANTIATE_TEST_SUITE_P(
    Rows, BadFiles,
    testing::Values(
        BadFile{"empty.yaml", "", {"the file is empty"}},
        BadFile{"truncated.yaml", "shardscope: 1\nmodel: {preset: llama-2-7b", {"line 2", "cannot be read"}},
        BadFile{
            "truncated.json", "{\"shardscope\": 1,\n\"model\": {\"preset\": \"llama-2", {"line 2", "cannot be read"}},
        BadFile{"latin1.yaml", "shardscope: 1\nname: caf\xE9\n", {"line 2", "not UTF-8", "0xe9"}},
        BadFile{"latin1.json", "{\"shardscope\": 1,\n\"name\": \"caf\xE9\"}", {"line 2", "not UTF-8", "0xe9"}},
        BadFile{"utf16.yaml", std::string("\xFF\xFEs\0h\0", 6), {"line 1", "not UTF-8", "0xff"}},
        BadFile{"binary.yaml",
                std::string("\x7F"
                            "ELF\x02\x01\0\0",
                            8),
                {"line 1", "Control characters"}},
        BadFile{"deep.yaml", brackets(100'000), {"line 1", "nested too deep", "64"}},
        BadFile{"deep_inside.yaml", "shardscope: 1\nx: " + brackets(100'000), {"line 2", "nested too deep", "64"}},
        BadFile{"deep.json", "{\"shardscope\": 1,\n\"x\": " + brackets(100'000), {"line 2", "nested too deep", "64"}},
        BadFile{"bomb.yaml", aliasBomb(), {"line 6", "alias", "100000"}},
        BadFile{
            "duplicate.yaml", yaml(kModel, kCluster, "\n  tp: 2\n  tp: 4"), {"line 7", "`parallel.tp`", "4", "line 6"}},
        BadFile{"duplicate.json",
                "{\"shardscope\": 1, \"model\": {\"preset\": \"llama-2-7b\"}, \"cluster\": {\"gpu\": "
                "\"h100-sxm-80gb\",\n\"nodes\": 1,\n"
                "\"nodes\": 2}, \"workload\": {\"global_batch\": 64}}",
                {"line 3", "`cluster.nodes`", "2", "line 2"}},
        BadFile{"nan.yaml", yaml(kModel, kCluster, "{tp: .nan}"), {"line 5", "`parallel.tp` is .nan", "1 … 1000000"}},
        BadFile{"nan.json",
                "{\"shardscope\": 1, \"model\": {\"preset\": \"llama-2-7b\"}, \"cluster\": {\"gpu\": "
                "\"h100-sxm-80gb\", \"nodes\": 1},\n"
                "\"workload\": {\"global_batch\": 64}, \"overlap\":\n{\"tp\": NaN}}",
                {"line 3", "`overlap.tp` is NaN", "0 … 1"}},
        BadFile{"infinity.json",
                "{\"shardscope\": 1, \"model\": {\"preset\": \"llama-2-7b\"}, \"cluster\": {\"gpu\": "
                "\"h100-sxm-80gb\", \"nodes\": 1},\n"
                "\"workload\": {\"global_batch\": -Infinity}}",
                {"line 2", "`workload.global_batch` is -Infinity", "1 … 1000000000"}},
        BadFile{"negative.yaml", yaml(kModel, kCluster, "{tp: -1}"), {"line 5", "`parallel.tp` is -1,", "1 … 1000000"}},
        BadFile{"negative.json",
                "{\"shardscope\": 1, \"model\": {\"preset\": \"llama-2-7b\"}, \"cluster\": {\"gpu\": "
                "\"h100-sxm-80gb\", \"nodes\": -1},\n"
                "\"workload\": {\"global_batch\": 64}}",
                {"line 1", "`cluster.nodes` is -1,", "1 … 1000000"}},
        BadFile{"fraction.yaml",
                yaml("{layers: 8.9, hidden: 64, heads: 4, ffn: 64, vocab: 100}", kCluster, "{tp: 1}"),
                {"line 2", "`model.layers` is 8.9,", "1 … 100000", "whole number"}},
        BadFile{
            "huge.yaml", yaml(kModel, kCluster, "{tp: 1e400}"), {"line 5", "`parallel.tp` is 1e400,", "1 … 1000000"}},
        BadFile{"huge.json",
                "{\"shardscope\": 1, \"model\": {\"preset\": \"llama-2-7b\"}, \"cluster\": {\"gpu\": "
                "\"h100-sxm-80gb\", \"nodes\": 1},\n"
                "\"workload\": {\"global_batch\": 1e400}}",
                {"line 2", "`workload.global_batch` is 1e400,", "1 … 1000000000"}},
        BadFile{"preset.yaml",
                yaml("{preset: llama-3-70}", kCluster, "{tp: 1}"),
                {"line 2", "`model.preset` is llama-3-70,", "Nearest: llama-3-70b"}},
        BadFile{"no_gpus.yaml",
                yaml(kModel, "{gpu: h100-sxm-80gb, gpus: 0}", "{tp: 1}"),
                {"line 3", "`cluster.gpus` is 0,", "1 … 1000000"}},
        BadFile{"large.yaml", std::string((1 << 20) + 1, '#'), {"1048577", "1048576"}}));

TEST(BadInput, missingFilesFoldersAndPresets) {
  const TemporaryFolder folder;
  const auto only = [](const std::string& path) {
    const auto loaded = loadScenario(path, Language::en);
    EXPECT_FALSE(loaded);
    return loaded ? std::string()
                  : fmt::format("{}|{}", loaded.error().size(), message(loaded.error()[0], Language::en));
  };
  const auto missing = folder.file("没有 文件.yaml");
  EXPECT_EQ(only(missing), "1|" + missing + ": there is no such file. Check the name and the folder.");
  EXPECT_EQ(only(folder.path()), "1|" + folder.path() + ": this is a folder, not a file. Name a file inside it.");
  EXPECT_THAT(only("preset:128k-context-63"), HasSubstr("128k-context-64"));
}

TEST(BadInput, manyNodesInOneFile) {
  std::string text = "shardscope: 1\nparallel: {stage_layers: [1";
  for (int i = 0; i < 120'000; ++i) text += ",1";
  const auto loaded = parseScenario(text + "]}", "f", "", Language::en);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(message(loaded.error()[0], Language::en),
              AllOf(HasSubstr("line 2"), HasSubstr("100001"), HasSubstr("100000")));
}

// Each degree is in its range, their product is far beyond 64 bits: a rule says so, nothing overflows.
TEST(BadInput, productsBeyond64BitsAreARule) {
  const auto text =
      "shardscope: 1\nmodel: {preset: llama-2-7b}\ncluster: {gpu: h100-sxm-80gb, nodes: 1000000, gpus_per_node: 64}\n"
      "workload: {sequence_length: 100000000, micro_batch: 1000000, global_batch: 1000000000}\n"
      "parallel: {tp: 1000000, pp: 1000000, cp: 1000000, dp: 1000000}\n";
  const auto loaded = parseScenario(text, "f", "", Language::en);
  ASSERT_TRUE(loaded) << message(loaded.error()[0], Language::en);
  std::vector<Issue> issues;
  check(loaded->scenario, issues);
  EXPECT_TRUE(hasErrors(issues));
  for (const auto& issue : issues) EXPECT_FALSE(message(issue, loaded->scenario, Language::en).empty());
}

TEST(BadInput, aFullDiskWhileSavingLosesNothing) {
  const TemporaryFolder folder;
  const auto path = folder.write("保存 的.shard.yaml", "the old one");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{64, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto saved = replaceFile(path, scenarioYaml(loadScenario("preset:64-gpu-example", Language::en)->scenario));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(saved);
  EXPECT_THAT(message(saved.error(), Language::en),
              AllOf(HasSubstr(path), HasSubstr("could not be written"), HasSubstr("unchanged")));
  EXPECT_EQ(test::contentOf(path), "the old one");
  EXPECT_EQ(folder.entries(), std::vector<std::string>{"保存 的.shard.yaml"});
}

}  // namespace
}  // namespace shardscope
