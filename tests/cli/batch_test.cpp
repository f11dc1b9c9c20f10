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
                            "\n  \t\r\n" +                   // 3, 4 blank
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
  EXPECT_THAT(result.err, AllOf(HasSubstr("5"), HasSubstr("line 2")));
  const auto lines = linesOf(result.out);
  ASSERT_EQ(lines.size(), 10u) << result.out;
  EXPECT_EQ(lineJson(lines[0])["verdict"], "fits");
  const std::vector<int> numbers = {2, 3, 4, 5, 6, 7};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto answer = lineJson(lines[i + 1]);
    EXPECT_EQ(answer["verdict"], "invalid");
    EXPECT_EQ(answer["line"], numbers[i]);
    ASSERT_FALSE(answer["issues"].empty());
    EXPECT_EQ(answer["issues"][0]["severity"], "error");
    EXPECT_THAT(answer["issues"][0]["message"].get<std::string>(), HasSubstr("line " + std::to_string(numbers[i])));
  }
  EXPECT_EQ(lineJson(lines[7])["verdict"], "invalid");
  EXPECT_EQ(lineJson(lines[7])["issues"][0]["id"], "B-1");
  EXPECT_EQ(lineJson(lines[8])["line"], 9);
  EXPECT_EQ(lineJson(lines[9])["batch"]["global_sequences"], 16);
}

TEST(Batch, ExitCodeAsksOnlyForJson) {
  EXPECT_EQ(cliReading("{}\n[]\n3\n" + scenarioJsonLine(7) + "\n", {"batch"}).exitCode, 0);
  EXPECT_EQ(cliReading("shardscope: 1\n", {"batch"}).exitCode, 1);  // YAML is not JSON
  EXPECT_EQ(cliReading("", {"batch"}).exitCode, 0);
}

// Line n of the answers is about line n of the questions, whatever stands there.
TEST(Batch, LinesInAndOutStayAligned) {
  const auto good = scenarioJsonLine(8);
  const auto result = cliReading("\n" + good + "\n\n\n" + good + "\n \n\n", {"batch"});
  const auto lines = linesOf(result.out);
  ASSERT_EQ(lines.size(), 5u) << result.out;  // blank lines behind the last scenario are no lines of the list
  for (const std::size_t i : {0u, 2u, 3u}) {
    const auto answer = lineJson(lines[i]);
    EXPECT_EQ(answer["line"], i + 1);
    EXPECT_THAT(answer["issues"][0]["message"].get<std::string>(), HasSubstr("blank"));
  }
  EXPECT_EQ(lineJson(lines[1])["verdict"], "fits");
  EXPECT_EQ(lineJson(lines[4])["verdict"], "fits");
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("3"), HasSubstr("line 1")));
  EXPECT_EQ(cliReading(good + "\n\n\n", {"batch"}).exitCode, 0);
  EXPECT_EQ(cliReading("\n\n", {"batch"}).out, "");
}

// What JSON has no words for is no JSON, wherever it stands; a number that no double holds is.
TEST(Batch, NotANumberIsNotJson) {
  for (const char* word : {"NaN", "Infinity", "-Infinity"}) {
    const auto result =
        cliReading(scenarioJsonLine(8, std::string(", \"limits\": {\"global_batch_tokens_min\": ") + word + "}") + "\n",
                   {"batch"});
    EXPECT_EQ(result.exitCode, 1) << word;
    EXPECT_EQ(lineJson(linesOf(result.out).at(0))["verdict"], "invalid");
    EXPECT_EQ(cliReading("[" + std::string(word) + "]\n", {"batch"}).exitCode, 1);
    EXPECT_EQ(cliReading("[\"" + std::string(word) + "\"]\n", {"batch"}).exitCode, 0);
  }
  const auto large =
      cliReading(scenarioJsonLine(8, R"(, "limits": {"global_batch_tokens_min": 1e999})") + "\n", {"batch"});
  EXPECT_EQ(large.exitCode, 0);
  EXPECT_EQ(lineJson(linesOf(large.out).at(0))["issues"][0]["id"], "R-1");
}

std::string withConfig(const std::string& path) {
  return R"({"shardscope": 1, "model": {"hf_config": ")" + path +
         R"("}, "cluster": {"gpu": "h100-sxm-80gb", "gpus": 8}, "workload": {"global_batch": 8}})";
}

TEST(Batch, ErrorsOfAnotherFileKeepItsLine) {
  TemporaryFolder folder;
  folder.write("config.json", "{\"model_type\": \"llama\",\n\"vocab_size\": 1000,\n\"hidden_size\": -4}\n");
  const auto runs = folder.write("runs.jsonl", scenarioJsonLine(8) + "\n" + withConfig("config.json") + "\n");
  const auto answer = lineJson(linesOf(cli({"batch", runs}).out).at(1));
  EXPECT_EQ(answer["line"], 2);
  EXPECT_THAT(answer["issues"][0]["message"].get<std::string>(), HasSubstr(folder.file("config.json") + ", line 3:"));
}

TEST(Batch, NoticesAreToldOnceWithTheirLine) {
  TemporaryFolder folder;
  folder.write("config.json",
               R"({"model_type": "llama", "hidden_size": 1024, "hidden_size": 2048, "num_hidden_layers": 8,
                   "num_attention_heads": 16, "intermediate_size": 4096, "vocab_size": 32000})");
  const auto line = withConfig("config.json") + "\n";
  const auto result = cli({"batch", folder.write("runs.jsonl", scenarioJsonLine(8) + "\n" + line + line + line)});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  const auto notices = linesOf(result.err);
  ASSERT_FALSE(notices.empty());
  EXPECT_THAT(notices[0], testing::StartsWith("shardscope-cli: note: line 2: "));
  EXPECT_THAT(result.err, HasSubstr("hidden_size"));
  EXPECT_EQ(std::count_if(notices.begin(), notices.end(),
                          [](const auto& notice) { return notice.find("hidden_size") != notice.npos; }),
            1);
  EXPECT_THAT(result.err, testing::Not(HasSubstr("line 3: ")));
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
  const auto refused = lineJson(lines[0]);
  EXPECT_EQ(refused["line"], 1);
  EXPECT_EQ(refused["issues"][0]["value"], std::to_string(linesOf(tooLong)[0].size()));
  EXPECT_THAT(refused["issues"][0]["message"].get<std::string>(),
              AllOf(HasSubstr("the line has " + std::to_string(linesOf(tooLong)[0].size())), HasSubstr("1048576")));
  EXPECT_EQ(lineJson(lines[1])["batch"]["global_sequences"], 16);
}

TEST(Batch, MemoryDoesNotGrowWithTheInput) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "freed memory is kept in quarantine";
#endif
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
