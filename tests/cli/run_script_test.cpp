// SPDX-License-Identifier: Apache-2.0
// What packaging/run.sh makes of its arguments where there is no display.

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

struct Split {
  std::vector<std::string> arguments;
  std::string expected;  // file | language | picture
};

TEST(RunScript, TellsFileAndLanguageFromOptions) {
  const std::string script = ". " SHARDSCOPE_SOURCE_DIR
                             "/packaging/operands.sh; split_arguments \"$@\"; "
                             "printf '%s|%s|%s' \"$file\" \"$language\" \"$picture\"";
  const std::vector<Split> cases = {
      {{}, "||"},
      {{"my run.yaml"}, "my run.yaml||"},
      {{"--lang", "zh_CN"}, "|zh_CN|"},
      {{"--lang", "zh_CN", "方案.yaml"}, "方案.yaml|zh_CN|"},
      {{"方案.yaml", "--lang", "zh_CN"}, "方案.yaml|zh_CN|"},
      {{"--locale=en", "a.yaml", "--theme", "dark"}, "a.yaml|en|"},
      {{"--theme", "dark", "--size", "1280x720", "--tab", "overview", "--safe", "a.yaml"}, "a.yaml||"},
      {{"--lang", "en", "--lang=zh_CN", "a", "b"}, "a|zh_CN|"},
      {{"--screenshot", "x y.png", "--exit-after-startup"}, "||x y.png"},
      {{"--screenshot=x.png", "a"}, "a||x.png"},
      {{"--safe", "--", "--odd name"}, "--odd name||"},
      {{"--"}, "||"},
      {{"--lang"}, "||"},
      {{"-"}, "-||"},
  };
  for (const auto& each : cases) {
    Process process;
    process.command = {"sh", "-eu", "-c", script, "sh"};
    process.command.insert(process.command.end(), each.arguments.begin(), each.arguments.end());
    const auto result = run(process);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.out, each.expected);
  }
}

}  // namespace
}  // namespace shardscope::test
