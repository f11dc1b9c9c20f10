// SPDX-License-Identifier: Apache-2.0
// batch: a JSON scenario a line in, a JSON report a line out.

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

json lineJson(const std::string& line) {
  auto parsed = json::parse(line, nullptr, false);
  EXPECT_FALSE(parsed.is_discarded()) << line;
  return parsed;
}

TEST(Batch, AnswersLikeEvaluateInOrder) {
  const auto result = cliReading(scenarioJsonLine(8) + "\n" + scenarioJsonLine(16) + "\n", {"batch"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.err, "");
  const auto lines = linesOf(result.out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lineJson(lines[0]), jsonOf(cliReading(scenarioJsonLine(8), {"evaluate", "-", "--json"})));
  EXPECT_EQ(lineJson(lines[1])["batch"]["global_sequences"], 16);
}

TEST(Batch, BadLinesAreAnsweredAndTheRunGoesOn) {
  const std::string input = scenarioJsonLine(8) + "\n" +     // 1 good
                            "{\"shardscope\": 1, \"mod\n" +  // 2 not JSON
                            "\n  \t\r\n" +                   // 3, 4 blank: no answer
                            R"({"shardscope": 1, "tensor": 3})"
                            "\n" +          // 5 JSON, unknown key
                            "[1, 2]\n" +    // 6 JSON, no scenario
                            "\xff\xfe\n" +  // 7 not UTF-8
                            scenarioJsonLine(7) +
                            "\r\n" +                         // 8 invalid: 7 is not divisible by dp 4
                            std::string(2000, '[') + "\n" +  // 9 too deep
                            scenarioJsonLine(16);            // 10 good, no line break at the end
  const auto result = cliReading(input, {"batch", "-"});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_EQ(lineCount(result.err), 1) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("3"), HasSubstr("line 2")));
  const auto lines = linesOf(result.out);
  ASSERT_EQ(lines.size(), 8u) << result.out;
  EXPECT_EQ(lineJson(lines[0])["verdict"], "fits");
  const std::vector<int> numbers = {2, 5, 6, 7};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto answer = lineJson(lines[i + 1]);
    EXPECT_EQ(answer["verdict"], "invalid");
    EXPECT_EQ(answer["line"], numbers[i]);
    ASSERT_FALSE(answer["issues"].empty());
    EXPECT_EQ(answer["issues"][0]["severity"], "error");
    EXPECT_THAT(answer["issues"][0]["message"].get<std::string>(), HasSubstr("line " + std::to_string(numbers[i])));
  }
  EXPECT_EQ(lineJson(lines[5])["verdict"], "invalid");
  EXPECT_EQ(lineJson(lines[5])["issues"][0]["id"], "B-1");
  EXPECT_EQ(lineJson(lines[6])["line"], 9);
  EXPECT_EQ(lineJson(lines[7])["batch"]["global_sequences"], 16);
}

TEST(Batch, ExitCodeAsksOnlyForJson) {
  EXPECT_EQ(cliReading("{}\n[]\n3\n" + scenarioJsonLine(7) + "\n", {"batch"}).exitCode, 0);
  EXPECT_EQ(cliReading("shardscope: 1\n", {"batch"}).exitCode, 1);  // YAML is not JSON
  EXPECT_EQ(cliReading("", {"batch"}).exitCode, 0);
}

TEST(Batch, NumberOutOfRangeIsR1) {
  const auto answer = lineJson(
      linesOf(
          cliReading(
              R"({"shardscope":1,"model":{"preset":"llama-3-8b"},"cluster":{"gpu":"h100-sxm-80gb","gpus":0},"workload":{"global_batch":8}})",
              {"batch"})
              .out)
          .at(0));
  EXPECT_EQ(answer["issues"][0]["id"], "R-1");
  EXPECT_EQ(answer["issues"][0]["field"], "cluster.gpus");
}

// One good line in ten, the others refused for changing reasons: order and mixture count here, not speed.
TEST(Batch, TenThousandLines) {
  const std::vector<std::string> bad = {"oops", "{", R"({"shardscope": 2})", "[]"};
  const auto isGood = [](std::size_t i) { return i % 10 == 3; };
  std::string input;
  for (std::size_t i = 0; i < 10'000; ++i)
    input += (isGood(i) ? scenarioJsonLine(4 * (static_cast<int>(i) + 1)) : bad[i % bad.size()]) + "\n";
  Process process;
  process.input = input;
  process.timeout = std::chrono::seconds(250);  // a debug build with sanitizers on a busy machine
  const auto result = cli({"batch"}, process);
  EXPECT_EQ(result.exitCode, 1);
  const auto lines = linesOf(result.out);
  ASSERT_EQ(lines.size(), 10'000u);
  for (std::size_t i = 3; i < 10'000; i += 7) {
    const auto answer = lineJson(lines[i]);
    if (isGood(i)) {
      EXPECT_EQ(answer["batch"]["global_sequences"], 4 * (i + 1));
    } else {
      EXPECT_EQ(answer["line"], i + 1);
    }
  }
}

TEST(Batch, LongLinesUpToOneMebibyte) {
  const std::string padding(900'000, ' ');
  const auto padded = scenarioJsonLine(8, padding);
  ASSERT_LT(padded.size(), 1u << 20);
  const auto good = cliReading(padded + "\n", {"batch"});
  EXPECT_EQ(good.exitCode, 0);
  EXPECT_EQ(good.out, cliReading(scenarioJsonLine(8) + "\n", {"batch"}).out);

  const std::string tooLong = "{" + std::string(3'000'000, ' ') + "\n" + scenarioJsonLine(16) + "\n";
  const auto bad = cliReading(tooLong, {"batch"});
  EXPECT_EQ(bad.exitCode, 1);
  const auto lines = linesOf(bad.out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lineJson(lines[0])["line"], 1);
  EXPECT_EQ(lineJson(lines[1])["batch"]["global_sequences"], 16);
}

TEST(Batch, MemoryDoesNotGrowWithTheInput) {
  const auto peak = [](int lines) {
    std::string input;
    for (int i = 0; i < lines; ++i) input += scenarioJsonLine(8) + "\n";
    Process process;
    process.input = input;
    const auto result = cli({"batch", "-o", "/dev/null"}, process);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    return usage.ru_maxrss;  // KiB, of the largest child so far
  };
  const auto few = peak(100);
  EXPECT_LT(peak(2'000), few + 2048);
}

TEST(BatchOutput, FileAppearsWhole) {
  TemporaryFolder folder;
  const auto path = folder.file("报告 1.jsonl");
  const auto result = cliReading(scenarioJsonLine(8) + "\n", {"batch", "-o", path});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(contentOf(path), cliReading(scenarioJsonLine(8) + "\n", {"batch"}).out);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"报告 1.jsonl"});
}

TEST(BatchOutput, MayReplaceItsInputAndKeepsPermissions) {
  TemporaryFolder folder;
  const auto path = folder.write("runs.jsonl", scenarioJsonLine(8) + "\n");
  ::chmod(path.c_str(), 0640);
  EXPECT_EQ(cli({"batch", path, "-o", path}).exitCode, 0);
  EXPECT_THAT(contentOf(path), HasSubstr("\"verdict\""));
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"runs.jsonl"});
}

TEST(BatchOutput, SymbolicLinkStaysALink) {
  TemporaryFolder folder;
  const auto target = folder.write("target.jsonl", "old");
  std::filesystem::create_symlink(target, folder.file("link.jsonl"));
  EXPECT_EQ(cliReading(scenarioJsonLine(8) + "\n", {"batch", "-o", folder.file("link.jsonl")}).exitCode, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link.jsonl")));
  EXPECT_THAT(contentOf(target), HasSubstr("\"verdict\""));
}

TEST(BatchOutput, DashIsStandardOutput) {
  EXPECT_EQ(cliReading(scenarioJsonLine(8) + "\n", {"batch", "-o", "-"}).out,
            cliReading(scenarioJsonLine(8) + "\n", {"batch"}).out);
}

TEST(BatchOutput, FailuresAreExitCode4AndLeaveNoFile) {
  TemporaryFolder folder;
  const auto lines = scenarioJsonLine(8) + "\n";
  expectRefused(cliReading(lines, {"batch", "-o", folder.file("missing/out.jsonl")}), 4);
  expectRefused(cliReading(lines, {"batch", "-o", folder.path()}), 4);
  expectRefused(cliReading(lines, {"batch", "-o", "/dev/full"}), 4);
  Process process;
  process.input = lines;
  process.outputPath = "/dev/full";
  expectRefused(cli({"batch"}, process), 4);
  EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

TEST(BatchOutput, MissingInputLeavesNoFile) {
  TemporaryFolder folder;
  expectRefused(cli({"batch", folder.file("none.jsonl"), "-o", folder.file("out.jsonl")}), 2);
  EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

}  // namespace
}  // namespace shardscope::test
