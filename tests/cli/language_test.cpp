// SPDX-License-Identifier: Apache-2.0
// Both languages: which one, in what, and that numbers do not depend on it.

#include <filesystem>

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string verdictIn(std::vector<std::pair<std::string, std::string>> environment,
                      std::vector<std::string> more = {}) {
  Process process;
  process.environment = std::move(environment);
  std::vector<std::string> arguments = {"evaluate", "preset:64-gpu-example"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return cli(arguments, process).out;
}

TEST(Language, ComesFromTheOptionElseTheEnvironment) {
  EXPECT_THAT(verdictIn({}), HasSubstr("FITS"));
  EXPECT_THAT(verdictIn({}, {"--lang", "zh_CN"}), HasSubstr("放得下"));
  EXPECT_THAT(verdictIn({}, {"--locale", "zh_CN.UTF-8"}), HasSubstr("放得下"));
  EXPECT_THAT(verdictIn({{"LC_ALL", "zh_CN.UTF-8"}}), HasSubstr("放得下"));
  EXPECT_THAT(verdictIn({{"LC_ALL", ""}, {"LC_MESSAGES", "zh_CN.UTF-8"}, {"LANG", "en_US.UTF-8"}}),
              HasSubstr("放得下"));
  EXPECT_THAT(verdictIn({{"LC_ALL", ""}, {"LC_MESSAGES", ""}, {"LANG", "zh_CN.UTF-8"}}), HasSubstr("放得下"));
  EXPECT_THAT(verdictIn({{"LC_ALL", "en_US.UTF-8"}, {"LANG", "zh_CN.UTF-8"}}), HasSubstr("FITS"));
  EXPECT_THAT(verdictIn({{"LC_ALL", "de_DE.UTF-8"}}), HasSubstr("FITS"));
  EXPECT_THAT(verdictIn({{"LC_ALL", "zh_CN.UTF-8"}}, {"--lang", "en"}), HasSubstr("FITS"));
}

TEST(Language, NumbersAreTheSame) {
  for (const char* language : {"en", "zh_CN"}) {
    const auto text = verdictIn({}, {"--lang", language});
    for (const char* number : {"65.29 B", "8 × 4 × 2 × 1 = 64 GPU", "1 × 256 × 2 = 512"})
      EXPECT_THAT(text, HasSubstr(number));
  }
}

TEST(Language, ErrorsOfEveryKind) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{{"evaluate", "/nonexistent"},
                                                                     {"evaluate"},
                                                                     {"nonsense"},
                                                                     {"catalogue", "fruit"},
                                                                     {"evaluate", "preset:none"}}) {
    auto chinese = arguments;
    chinese.insert(chinese.begin(), {"--lang", "zh_CN"});
    const auto result = cli(chinese);
    EXPECT_THAT(result.err, testing::StartsWith("shardscope-cli: 错误：")) << result.err;
    EXPECT_NE(result.err, cli(arguments).err);
  }
}

TEST(Language, NoticesOfTheUsersCatalogue) {
  TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("catalogue"));
  folder.write("catalogue/mine.json", "{\"gpus\": 3}");
  Process process;
  process.environment = {{"SHARDSCOPE_DATA", folder.path()}};
  const auto english = cli({"catalogue", "gpus"}, process).err;
  const auto chinese = cli({"catalogue", "gpus", "--lang", "zh_CN"}, process).err;
  EXPECT_THAT(english, AllOf(testing::StartsWith("shardscope-cli: note: "), HasSubstr("mine.json")));
  EXPECT_THAT(chinese, AllOf(testing::StartsWith("shardscope-cli: 提示："), HasSubstr("mine.json")));
  EXPECT_THAT(chinese, Not(HasSubstr("Correct")));
}

TEST(Language, IssuesInJsonFollowIt) {
  const std::string bad =
      "shardscope: 1\nmodel: {preset: llama-65b}\ncluster: {gpu: h100-sxm-80gb, gpus: 64}\nworkload: {global_batch: "
      "512}\n"
      "parallel: {tp: 7}\n";
  const auto english = jsonOf(cliReading(bad, {"evaluate", "-", "--json"}));
  const auto chinese = jsonOf(cliReading(bad, {"evaluate", "-", "--json", "--lang", "zh_CN"}));
  ASSERT_EQ(english["issues"].size(), chinese["issues"].size());
  EXPECT_NE(english["issues"][0]["message"], chinese["issues"][0]["message"]);
  EXPECT_EQ(english["issues"][0]["id"], chinese["issues"][0]["id"]);
  EXPECT_EQ(english["issues"][0]["fix"], chinese["issues"][0]["fix"]);
}

TEST(Language, NoPlaceholderIsLeftOver) {
  for (const char* language : {"en", "zh_CN"})
    for (const auto& arguments : std::vector<std::vector<std::string>>{{"evaluate", "preset:moe-8x7b-64"},
                                                                       {"evaluate", "preset:70b-pretrain-512"},
                                                                       {"rules", "preset:64-gpu-example"},
                                                                       {"--help"},
                                                                       {"export", "--help"}}) {
      auto call = arguments;
      call.insert(call.end(), {"--lang", language});
      EXPECT_THAT(cli(call).out, Not(testing::ContainsRegex("\\{[a-z]+\\}")));
    }
}

}  // namespace
}  // namespace shardscope::test
