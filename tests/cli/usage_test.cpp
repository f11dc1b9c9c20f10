// SPDX-License-Identifier: Apache-2.0
// Command lines: what is understood, what is refused with 3, what the help says.

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kCommands = {"evaluate", "batch", "batches", "params", "rules", "catalogue", "export"};

TEST(Usage, NoCommandNamesThem) {
  const auto result = cli({});
  expectRefused(result, 3);
  for (const auto& command : kCommands) EXPECT_THAT(result.err, HasSubstr(command));
}

TEST(Usage, UnknownCommandNamesTheNearest) {
  const auto result = cli({"evalute", "x.yaml"});
  expectRefused(result, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("`evalute`"), HasSubstr("did you mean `evaluate`"), HasSubstr("catalogue")));
}

TEST(Usage, CommandsThatDoNotExistYetAreNotOffered) {
  for (const char* name : {"kit", "lesson", "import"}) {
    const auto result = cli({name, "x.yaml"});
    expectRefused(result, 3);
    EXPECT_THAT(result.err, HasSubstr(std::string("`") + name + "`"));
    EXPECT_THAT(cli({"--help"}).out, Not(HasSubstr(std::string("  ") + name)));
  }
}

TEST(Usage, UnknownOptionsAreNamed) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{{"evaluate", "preset:64-gpu-example", "--bogus"},
                                                                     {"--bogus", "evaluate", "preset:64-gpu-example"},
                                                                     {"evaluate", "--bogus=3", "preset:64-gpu-example"},
                                                                     {"catalogue", "--bogus"}}) {
    const auto result = cli(arguments);
    expectRefused(result, 3);
    EXPECT_THAT(result.err, HasSubstr("`--bogus"));
  }
  expectRefused(cli({"evaluate", "preset:64-gpu-example", "-x"}), 3);
  expectRefused(cli({"batch", "--json"}), 3);  // an option of other commands
}

// Names of files are taken as they stand.
TEST(Usage, OperandsAreVerbatim) {
  TemporaryFolder folder;
  for (const char* name : {"[a,b]", "[a]", "{a,b}", "a,b", "a b", "-", "--json", "-x", "[]", "a=b"}) {
    folder.write(name, scenarioYamlText());
    Process process;
    process.directory = folder.path();
    const bool isOption = *name == '-';
    auto arguments = std::vector<std::string>{"evaluate", "--json"};
    if (isOption && std::string(name) != "-") arguments.push_back("--");
    arguments.push_back(name);
    process.input = scenarioYamlText();
    const auto result = cli(arguments, process);
    EXPECT_EQ(result.exitCode, 0) << name << ": " << result.err;
    EXPECT_EQ(jsonOf(result)["verdict"], "fits");
  }
  const auto missing = cli({"evaluate", "/nonexistent/[a,b]"});
  EXPECT_THAT(missing.err, HasSubstr("/nonexistent/[a,b]:"));
  const auto target = folder.file("[out,put]");
  EXPECT_EQ(cliReading(scenarioJsonLine(8) + "\n", {"batch", "-o", target}).exitCode, 0);
  EXPECT_FALSE(contentOf(target).empty());
  EXPECT_THAT(cli({"evaluate", "a", "--", "b"}).err, HasSubstr("`b` is one argument too many"));
}

TEST(Usage, MissingValuesAndOperands) {
  const auto noFile = cli({"evaluate"});
  expectRefused(noFile, 3);
  EXPECT_THAT(noFile.err, AllOf(HasSubstr("FILE"), HasSubstr("shardscope-cli evaluate --help")));
  expectRefused(cli({"evaluate", "--json"}), 3);
  expectRefused(cli({"evaluate", ""}), 3);
  expectRefused(cli({"params"}), 3);
  expectRefused(cli({"rules"}), 3);
  expectRefused(cli({"export", "preset:64-gpu-example"}), 3);
  expectRefused(cli({"export", "preset:64-gpu-example", "--to"}), 3);
  expectRefused(cli({"batch", "-o"}), 3);
  expectRefused(cli({"evaluate", "preset:64-gpu-example", "--lang"}), 3);
}

TEST(Usage, SurplusOperandsAreNamed) {
  const auto result = cli({"evaluate", "a.yaml", "b.yaml"});
  expectRefused(result, 3);
  EXPECT_THAT(result.err, HasSubstr("`b.yaml`"));
}

TEST(Usage, UnknownLanguageAndTopicAndTarget) {
  const auto language = cli({"evaluate", "preset:64-gpu-example", "--lang", "fr"});
  expectRefused(language, 3);
  EXPECT_THAT(language.err, AllOf(HasSubstr("`fr`"), HasSubstr("zh_CN")));
  const auto topic = cli({"catalogue", "fruit"});
  expectRefused(topic, 3);
  EXPECT_THAT(topic.err, AllOf(HasSubstr("`fruit`"), HasSubstr("models")));
  const auto target = cli({"export", "preset:64-gpu-example", "--to", "tensorflow"});
  expectRefused(target, 3);
  EXPECT_THAT(target.err, AllOf(HasSubstr("`tensorflow`"), HasSubstr("shardscope")));
}

TEST(Usage, AFileMayBeNamedLikeACommand) {
  TemporaryFolder folder;
  folder.write("rules", scenarioYamlText());
  Process process;
  process.directory = folder.path();
  EXPECT_EQ(cli({"evaluate", "rules", "--json"}, process).exitCode, 0);
}

TEST(Usage, OptionsMayStandAnywhere) {
  const auto expected = cli({"evaluate", "preset:64-gpu-example", "--json"}).out;
  ASSERT_NE(expected, "");
  EXPECT_EQ(cli({"evaluate", "--json", "preset:64-gpu-example"}).out, expected);
  EXPECT_EQ(cli({"--lang", "en", "evaluate", "--json", "--json", "--", "preset:64-gpu-example"}).out, expected);
  EXPECT_EQ(cli({"--lang=en", "evaluate", "--locale", "en", "preset:64-gpu-example", "--json"}).out, expected);
}

TEST(Help, ListsEveryCommandInBothLanguages) {
  for (const char* language : {"en", "zh_CN"}) {
    const auto result = cli({"--help", "--lang", language});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.err, "");
    for (const auto& command : kCommands) EXPECT_THAT(result.out, HasSubstr("\n  " + command + " "));
  }
  EXPECT_EQ(cli({"-h"}).out, cli({"--help"}).out);
}

TEST(Help, OfACommandShowsItsOptions) {
  const auto result = cli({"export", "--help"});
  EXPECT_EQ(result.exitCode, 0);
  for (const char* option : {"--to TARGET", "-o, --output DIR", "--force", "--json", "--strict", "--lang"})
    EXPECT_THAT(result.out, HasSubstr(option));
  for (const auto& command : kCommands) {
    const auto page = cli({command, "-h", "--lang", "zh_CN"});
    EXPECT_EQ(page.exitCode, 0);
    EXPECT_THAT(page.out, HasSubstr("shardscope-cli " + command));
  }
}

TEST(Help, FitsEightyColumns) {
  for (const auto& command : kCommands)
    for (const auto& line : linesOf(cli({command, "--help"}).out + cli({"--help"}).out))
      EXPECT_LE(line.size(), 80u) << line;
}

TEST(Version, NamesProgramAndModel) {
  const auto result = cli({"--version"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_THAT(result.out, testing::MatchesRegex("shardscope-cli [0-9.]+\nmodel [0-9.]+\n"));
  EXPECT_EQ(cli({"evaluate", "--version"}).out, result.out);
}

TEST(Output, FullDeviceIsExitCode4WithTheReason) {
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"--help"},
                                             {"--version"},
                                             {"evaluate", "preset:64-gpu-example"},
                                             {"evaluate", "preset:64-gpu-example", "--json"},
                                             {"rules", "preset:64-gpu-example"},
                                             {"catalogue"},
                                             {"export", "preset:64-gpu-example", "--to", "shardscope"}}) {
    Process process;
    process.outputPath = "/dev/full";
    const auto result = cli(arguments, process);
    expectRefused(result, 4);
    EXPECT_THAT(result.err, HasSubstr("No space left"));
  }
}

TEST(Output, ClosedStandardOutputIsExitCode4) {
  Process process;
  process.closeOutput = true;
  expectRefused(cli({"evaluate", "preset:64-gpu-example"}, process), 4);
}

TEST(Output, ClosedStandardOutputNeverWritesIntoAFile) {
  TemporaryFolder folder;
  const auto path = folder.write("s.shard.yaml", scenarioYamlText());
  Process process;
  process.closeOutput = process.closeInput = process.closeError = true;
  EXPECT_EQ(cli({"evaluate", path}, process).exitCode, 4);
  EXPECT_EQ(contentOf(path), scenarioYamlText());
}

TEST(Output, ReaderThatLeavesIsExitCode4WithoutASignal) {
  Process process;
  process.readOnly = 100;
  std::string lines;
  for (int i = 0; i < 2000; ++i) lines += scenarioJsonLine() + "\n";
  process.input = lines;
  const auto result = cli({"batch"}, process);
  EXPECT_EQ(result.exitCode, 4);
  EXPECT_EQ(result.signal, 0);
  EXPECT_EQ(result.err, "");  // the reader chose to leave
}

TEST(Output, ClosedStandardErrorDoesNotMatter) {
  Process process;
  process.closeError = true;
  EXPECT_EQ(cli({"evaluate", "/nonexistent"}, process).exitCode, 2);
}

}  // namespace
}  // namespace shardscope::test
