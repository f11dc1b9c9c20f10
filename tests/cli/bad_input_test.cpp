// SPDX-License-Identifier: Apache-2.0
// Files that cannot be read or understood: exit code 2, one clear message, no data.

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::vector<std::string> kReaders = {"evaluate", "rules"};

void expectRefusedText(const std::string& text, const std::vector<std::string>& mentioned,
                       const char* name = "s.yaml") {
  TemporaryFolder folder;
  const auto path = folder.write(name, text);
  for (const auto& command : kReaders) {
    const auto result = cli({command, path});
    expectRefused(result, 2);
    EXPECT_THAT(result.err, HasSubstr(path));
    for (const auto& part : mentioned) EXPECT_THAT(result.err, HasSubstr(part));
  }
  const auto exported = cli({"export", path, "--to", "shardscope", "-o", folder.path() + "/out"});
  expectRefused(exported, 2);
  EXPECT_EQ(folder.names(), std::vector<std::string>{name});  // no output folder either
}

std::string withTp(const std::string& tp) {
  return "shardscope: 1\nmodel: {preset: llama-3-8b}\ncluster: {gpu: h100-sxm-80gb, gpus: 8}\nworkload: {global_batch: "
         "8}\nparallel:\n  tp: " +
         tp + "\n";
}

TEST(BadInput, MissingFile) {
  for (const auto& command : kReaders) {
    const auto result = cli({command, "/nonexistent/文件 one.yaml"});
    expectRefused(result, 2);
    EXPECT_THAT(result.err, HasSubstr("/nonexistent/文件 one.yaml"));
  }
  expectRefused(cli({"params", "/nonexistent/config.json"}), 2);
  expectRefused(cli({"batch", "/nonexistent/runs.jsonl"}), 2);
  expectRefused(cli({"export", "/nonexistent/s.yaml", "--to", "shardscope"}), 2);
}

TEST(BadInput, Directory) {
  TemporaryFolder folder;
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"evaluate", folder.path()}, {"rules", folder.path()}, {"params", folder.path()}, {"batch", folder.path()}})
    expectRefused(cli(arguments), 2);
}

TEST(BadInput, DeviceIsNotWaitedFor) { expectRefused(cli({"evaluate", "/dev/zero"}), 2); }

// Root may read everything; as root, the program runs as another user.
TEST(BadInput, NoPermission) {
  TemporaryFolder folder;
  ::chmod(folder.path().c_str(), 0755);
  const auto path = folder.write("secret.yaml", scenarioYamlText());
  ::chmod(path.c_str(), 0);
  Process process;
  process.command = {SHARDSCOPE_CLI, "evaluate", path};
  if (::geteuid() == 0) {
    const auto program = folder.file("program");
    std::filesystem::copy_file(SHARDSCOPE_CLI, program);
    process.command = {"setpriv", "--reuid=65534", "--clear-groups", program, "evaluate", path};
  }
  const auto result = run(process);
  expectRefused(result, 2);
  EXPECT_THAT(result.err, HasSubstr("permitted"));
}

TEST(BadInput, EmptyAndBlank) {
  expectRefusedText("", {"empty"});
  expectRefusedText(" \n\n", {});
}

TEST(BadInput, Truncated) {
  expectRefusedText("shardscope: 1\nmodel: {preset: llama-3-8b\n", {});
  expectRefusedText(R"({"shardscope": 1, "model": {"pre)", {}, "s.json");
}

TEST(BadInput, NotUtf8) { expectRefusedText("shardscope: 1\nname: caf\xe9\n", {"UTF-8"}); }

TEST(BadInput, HundredThousandBrackets) {
  expectRefusedText(std::string(100'000, '['), {"deep"}, "s.json");
  expectRefusedText("shardscope: 1\nname: " + std::string(100'000, '['), {"deep"});
}

TEST(BadInput, AliasBomb) {
  std::string bomb = "shardscope: 1\nname: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const auto previous = "*a" + std::to_string(i - 1);
    bomb += "k" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) bomb += (k ? ", " : "") + previous;
    bomb += "]\n";
  }
  expectRefusedText(bomb, {});
}

TEST(BadInput, RepeatedKeyNamesBothPlaces) {
  expectRefusedText(withTp("2\n  tp: 4"), {"parallel.tp", "line 7"});
  auto json = scenarioJsonLine();
  json.insert(1, "\"name\": \"a\",\n \"name\": \"b\",\n ");
  expectRefusedText(json, {"name", "line 2"}, "s.json");
}

TEST(BadInput, NumbersThatAreNone) {
  expectRefusedText(withTp(".nan"), {"parallel.tp", "line 6"});
  expectRefusedText(withTp("-1"), {"parallel.tp", "line 6", "-1"});
  expectRefusedText(withTp("1e400"), {"parallel.tp", "line 6"});
  expectRefusedText(withTp("8.9"), {"parallel.tp", "line 6", "8.9"});
  expectRefusedText(withTp("eight"), {"parallel.tp", "line 6", "eight"});
  expectRefusedText(scenarioJsonLine(8, ", \"name\": NaN"), {"name", "NaN"}, "s.json");
  expectRefusedText(
      "shardscope: 1\nmodel:\n  layers: 8.9\n  hidden: 64\n  heads: 4\n  ffn: 256\n  vocab: 1000\n"
      "cluster: {gpu: h100-sxm-80gb, gpus: 8}\nworkload: {global_batch: 8}\n",
      {"layers", "line 3", "8.9"});
}

TEST(BadInput, ZeroGpus) {
  expectRefusedText(
      "shardscope: 1\nmodel: {preset: llama-3-8b}\ncluster: {gpu: h100-sxm-80gb, gpus: 0}\nworkload: {global_batch: "
      "8}\n",
      {"cluster.gpus", "line 3", "0"});
}

TEST(BadInput, UnknownKeyNamesTheNearest) {
  expectRefusedText(withTp("2\n  tensor: 4"), {"parallel.tensor", "line 7"});
}

TEST(BadInput, UnknownPresets) {
  for (const auto& command : kReaders) {
    const auto result = cli({command, "preset:64-gpu-exampl"});
    expectRefused(result, 2);
    EXPECT_THAT(result.err, AllOf(HasSubstr("64-gpu-exampl"), HasSubstr("64-gpu-example")));
  }
  expectRefused(cli({"evaluate", "preset:"}), 2);
  expectRefusedText(
      "shardscope: 1\nmodel: {preset: llama-3-8}\ncluster: {gpu: h100-sxm-80gb, gpus: 8}\nworkload: {global_batch: "
      "8}\n",
      {"llama-3-8b", "line 2"});
}

TEST(BadInput, PathsWithChineseAndSpacesWork) {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("方案 文件夹"));
  const auto path = folder.write("方案 文件夹/我的 方案.shard.yaml", scenarioYamlText());
  EXPECT_EQ(cli({"evaluate", path, "--json"}).exitCode, 0);
  Process process;
  process.directory = folder.path();
  EXPECT_EQ(cli({"evaluate", "方案 文件夹/我的 方案.shard.yaml", "--json"}, process).exitCode, 0);
}

TEST(BadInput, StandardInput) {
  expectRefused(cliReading("", {"evaluate", "-"}), 2);
  Process process;
  process.closeInput = true;
  expectRefused(cli({"evaluate", "-"}, process), 2);
}

TEST(BadInput, MessageHoldsNoControlCharacters) {
  const auto result = cli({"evaluate", "/nonexistent/\x1b[31mred\n"});
  expectRefused(result, 2);
  EXPECT_THAT(result.err, testing::Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace shardscope::test
