// SPDX-License-Identifier: Apache-2.0
#include "core/io/yaml_text.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/io/tree.hpp"

namespace shardscope {
namespace {

TEST(YamlText, ordinaryNamesStandPlain) {
  for (const auto* name : {"Llama-3-70B on 64 H100", "64 张卡的例子", "a.b_c/d", "x(y)=z", "v2", "é"})
    EXPECT_EQ(yamlText(name), name);
}

class OddText : public testing::TestWithParam<std::string> {};

TEST_P(OddText, isQuotedAndReadsBackEqual) {
  const auto written = yamlText(GetParam());
  EXPECT_EQ(written.front(), '"') << written;
  EXPECT_EQ(written.find('\n'), std::string::npos);
  for (const auto& text : {"k: " + written, "k: {a: " + written + ", b: 1}"}) {
    const auto tree = yamlTree(text, "f");
    ASSERT_TRUE(tree) << text;
    const auto& value = *tree.value()->members[0].value;
    const auto& leaf = value.kind == NodeKind::map ? *value.members[0].value : value;
    EXPECT_EQ(leaf.kind, NodeKind::text) << text;
    EXPECT_EQ(leaf.text, GetParam()) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Texts, OddText,
                         testing::Values("", " ", " lead", "trail ", "null", "~", "True", "false", "yes", "No", "ON",
                                         "y", "n", "1", "1e5", "0x10", "010", "1_000", "-3", "+4", ".5", ".inf", ".nan",
                                         "1.5.2", "2001-01-01", "a: b", "a:", "a #b", "#a", "- a", "-", "?", ":", "[a",
                                         "{a", "a]", "a}", "a,b", "&a", "*a", "!a", "|", ">", "@a", "`a", "%a", "'a'",
                                         "\"a\"", "a\\b", "a\nb", "\n", "a\tb", "a\r\nb", "---", "...", "<<",
                                         "64 GPUs: TP 8", "tab\t", std::string("nul\0in", 6), "\x01\x1F\x7F",
                                         "a\xC2\x85"
                                         "b",
                                         "a\xC2\xA0",
                                         "a\xE2\x80\xA8"
                                         "b",
                                         "a\xE2\x80\xA9", "\xEF\xBB\xBFx", "😀!", "中文, 逗号"));

TEST(YamlText, whatIsNotUtf8IsReplaced) { EXPECT_EQ(yamlText("a\xFFz"), "a\xEF\xBF\xBDz"); }

TEST(YamlScalar, doublesAreShortestAndReadBackEqual) {
  EXPECT_EQ(yamlScalar(0.1), "0.1");
  EXPECT_EQ(yamlScalar(50e9), "50000000000");
  EXPECT_EQ(yamlScalar(1e18), "1e+18");
  for (const double value :
       {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 1e22, 123456789012345680.0, 2.2250738585072014e-308}) {
    const auto node = plainScalar(yamlScalar(value));
    EXPECT_EQ(node.kind == NodeKind::integer ? static_cast<double>(node.integer) : node.number, value);
  }
}

TEST(YamlScalar, otherKinds) {
  EXPECT_EQ(yamlScalar({}), "null");
  EXPECT_EQ(yamlScalar(true), "true");
  EXPECT_EQ(yamlScalar(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(yamlScalar(std::vector<std::int64_t>{20, 0}), "[20, 0]");
  EXPECT_EQ(yamlScalar(std::vector<std::int64_t>{}), "[]");
}

TEST(YamlLines, groupsTakeOneLineWhereTheyFit) {
  EXPECT_EQ(yamlLines({{"a", "1", {}}, {"g", "", {{"x", "1", {}}, {"y", "2", {}}}}}), "a: 1\ng: {x: 1, y: 2}\n");
  const std::string wide(60, 'w');
  EXPECT_EQ(yamlLines({{"g", "", {{"x", wide, {}}, {"h", "", {{"y", wide, {}}}}}}}),
            "g:\n  x: " + wide + "\n  h: {y: " + wide + "}\n");
}

}  // namespace
}  // namespace shardscope
