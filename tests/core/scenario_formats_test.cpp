// SPDX-License-Identifier: Apache-2.0
// Which format a file is in: what begins with a brace may be JSON or YAML.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/scenario_reader.hpp"

namespace shardscope {
namespace {

using testing::HasSubstr;

constexpr std::string_view kJson =
    R"({"shardscope": 1, "model": {"preset": "llama-2-7b"}, "cluster": {"gpu": "h100-sxm-80gb", "nodes": 1},)"
    "\n"
    R"( "workload": {"global_batch": 64}})";

tl::expected<LoadedScenario, Errors> parsed(std::string_view text) {
  return parseScenario(text, "f", "", Language::en);
}

TEST(ScenarioFormats, AMapInBracesIsReadWhetherJsonOrYaml) {
  const auto json = parsed(kJson);
  ASSERT_TRUE(json);
  for (const std::string_view yaml :
       {"{shardscope: 1, model: {preset: llama-2-7b}, cluster: {gpu: h100-sxm-80gb, nodes: 1},\n"
        " workload: {global_batch: 64}}\n",
        "\xEF\xBB\xBF\n { shardscope: 1,  # the format\n model: {preset: 'llama-2-7b'}, cluster: {gpu: h100-sxm-80gb, "
        "nodes: 1}, workload: {global_batch: 64}, }",
        // JSON but for one comma: legal YAML.
        R"({"shardscope": 1, "model": {"preset": "llama-2-7b"}, "cluster": {"gpu": "h100-sxm-80gb", "nodes": 1,},
            "workload": {"global_batch": 64}})"}) {
    const auto read = parsed(yaml);
    ASSERT_TRUE(read) << yaml << message(read.error().front(), Language::en);
    EXPECT_EQ(read->scenario, json->scenario);
  }
}

TEST(ScenarioFormats, BatchTakesJsonAlone) {
  const std::string_view yaml =
      "{shardscope: 1, model: {preset: llama-2-7b}, cluster: {gpu: h100-sxm-80gb, nodes: 1}, workload: {global_batch: "
      "64}}";
  const auto read = parseScenarioJson(yaml, "f", "", Language::en);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().front().kind, ErrorKind::syntax);
}

struct Broken {
  const char* text;
  int line;
  const char* words;  // of the reader that names the mistake
};

TEST(ScenarioFormats, TheReaderThatUnderstoodMoreNamesTheMistake) {
  const Broken cases[] = {
      {R"({"shardscope": 1, "model": {"pre)", 1, "missing closing quote"},
      {"{\"shardscope\": 1,\n \"model\": [}", 2, "syntax error"},
      {"{shardscope: 1,\n model: {preset: llama-2-7b}, cluster: {gpu: [}}", 2, "flow"},
      {"{shardscope: 1,\n model: {preset: llama-2-7b}", 1, "left open"},
      {"{", 1, "syntax error"},
  };
  for (const auto& each : cases) {
    const auto read = parsed(each.text);
    ASSERT_FALSE(read) << each.text;
    EXPECT_EQ(read.error().front().kind, ErrorKind::syntax);
    EXPECT_EQ(read.error().front().line, each.line) << each.text;
    EXPECT_THAT(message(read.error().front(), Language::en), HasSubstr(each.words));
  }
}

// A mistake that JSON can express is named as such, not read again as something else.
TEST(ScenarioFormats, OtherMistakesOfJsonStay) {
  const auto repeated = parsed(R"({"shardscope": 1, "name": "a", "name": "b"})");
  ASSERT_FALSE(repeated);
  EXPECT_EQ(repeated.error().front().kind, ErrorKind::repeatedKey);
  const auto deep = parsed("{\"name\": " + std::string(100, '['));
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().front().kind, ErrorKind::tooDeep);
}

}  // namespace
}  // namespace shardscope
