// SPDX-License-Identifier: Apache-2.0
// Where input comes from and output goes to: pipes in every mode, signals and limits half way.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using testing::HasSubstr;

// Runs "$@" in a shell that has prepared something first: `shell` may use "$@" and ends with it.
ProcessResult inShell(const std::string& script, std::vector<std::string> arguments, Process process = {}) {
  process.command = {"sh", "-c", script, "sh", SHARDSCOPE_CLI};
  process.command.insert(process.command.end(), arguments.begin(), arguments.end());
  return run(process);
}

std::string manyLines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += scenarioJsonLine(8) + "\n";
  return text;
}

TEST(Streams, NonBlockingPipesAreWaitedFor) {
  Process process;
  process.nonBlocking = true;
  process.input = manyLines(400);  // beyond what a pipe holds, in both directions
  const auto result = cli({"batch"}, process);
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(lineCount(result.out), 400);
  process.input = scenarioYamlText();
  EXPECT_EQ(cli({"evaluate", "-", "--json"}, process).exitCode, 0);
}

TEST(Streams, PipesNamedOnTheCommandLineAreRead) {
  TemporaryFolder folder;
  const auto pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto source = folder.write("s.yaml", scenarioYamlText());
  const auto config =
      folder.write("config.json", R"({"model_type": "llama", "hidden_size": 1024, "num_hidden_layers": 8,
      "num_attention_heads": 16, "intermediate_size": 4096, "vocab_size": 32000})");
  const auto reading = [&](const std::string& file, std::vector<std::string> arguments) {
    return inShell("cat '" + file + "' > '" + pipe + "' & exec \"$@\"", std::move(arguments));
  };
  EXPECT_EQ(reading(source, {"evaluate", pipe}).out, cli({"evaluate", source}).out);
  EXPECT_EQ(reading(source, {"rules", pipe}).exitCode, 0);
  EXPECT_EQ(reading(config, {"params", pipe, "--json"}).exitCode, 0);
  EXPECT_EQ(reading(folder.write("empty", ""), {"evaluate", pipe}).exitCode, 2);
  EXPECT_EQ(reading(folder.write("large", std::string(9 << 20, ' ')), {"evaluate", pipe}).exitCode, 2);
  // A scenario does not name pipes: reading one file never waits for another.
  const auto naming = folder.write(
      "n.yaml",
      "shardscope: 1\nmodel: {hf_config: pipe}\ncluster: {gpu: h100-sxm-80gb, gpus: 8}\nworkload: {global_batch: 8}\n");
  EXPECT_EQ(cli({"evaluate", naming}).exitCode, 2);
}

TEST(Streams, BatchWritesIntoAPipe) {
  TemporaryFolder folder;
  const auto pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  Process process;
  process.input = manyLines(3);
  const auto result = inShell("cat '" + pipe + "' & \"$@\"; code=$?; wait; exit $code", {"batch", "-o", pipe}, process);
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(lineCount(result.out), 3);
}

// The program waits for input that does not come, with a temporary beside its output file.
TEST(Streams, SignalsLeaveNoTemporaryFile) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    TemporaryFolder folder;
    const auto out = folder.write("out.jsonl", "old");
    const auto pipe = folder.file("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    // Interactive job control off, a shell starts background jobs with SIGINT ignored; so the program is in front and
    // the signal comes from the back, once there is something to leave behind.
    const auto script = "me=$$; exec 3<> '" + pipe + "'; (until ls -A '" + folder.path() +
                        "' | grep -q tmp; do :; done; kill -" + std::to_string(signal) + " $me) & exec \"$@\"";
    const auto result = inShell(script, {"batch", pipe, "-o", out});
    EXPECT_EQ(result.signal, signal) << result.err;
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"out.jsonl", "pipe"}));
    EXPECT_EQ(contentOf(out), "old");
  }
}

TEST(Streams, SizeLimitIsExitCode4AndLeavesTheOldFile) {
  TemporaryFolder folder;
  const auto out = folder.write("out.jsonl", "old");
  Process process;
  process.input = manyLines(100);
  const std::string script = "ulimit -f 64; exec \"$@\"";  // blocks of 512 bytes
  const auto result = inShell(script, {"batch", "-o", out}, process);
  expectRefused(result, 4);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out.jsonl"});
  EXPECT_EQ(contentOf(out), "old");
  process.outputPath = folder.file("redirected");
  EXPECT_EQ(inShell(script, {"batch"}, process).exitCode, 4);
}

// One writer, one set of sentences: what cannot be written is told alike by every command.
TEST(Streams, EveryCommandTellsAFailureAlike) {
  TemporaryFolder folder;
  const auto source = folder.write("s.yaml", scenarioYamlText());
  const auto lines = folder.write("runs.jsonl", scenarioJsonLine(8) + "\n");
  for (const auto& target : {folder.path(), folder.file("none/out"), std::string("/dev/full")}) {
    const auto batch = cli({"batch", lines, "-o", target});
    const auto sweep = cli({"sweep", source, "--vary", "tp", "--csv", target});
    EXPECT_EQ(batch.exitCode, 4);
    EXPECT_EQ(sweep.exitCode, 4);
    EXPECT_EQ(batch.err, sweep.err);
    EXPECT_THAT(batch.err, HasSubstr(target));
  }
}

}  // namespace
}  // namespace shardscope::test
