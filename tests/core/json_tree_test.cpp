// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_tree.hpp"

#include <gtest/gtest.h>

namespace shardscope {
namespace {

JsonTree strict(std::string_view text) {
  auto tree = parseJsonTree(text, "t.json", JsonDialect::strict);
  EXPECT_TRUE(tree.has_value()) << text;
  return tree.value_or(JsonTree{});
}
Error strictError(std::string_view text) {
  const auto tree = parseJsonTree(text, "t.json", JsonDialect::strict);
  EXPECT_FALSE(tree.has_value());
  return tree ? Error{} : tree.error();
}
std::string repeated(std::string_view part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

TEST(JsonTree, knowsTheLineOfEveryValue) {
  const auto tree = strict("{\n \"a\": 1\n ,\"b\":\n  -2.5,\r\n \"c\": [true,\n null, 18446744073709551615]}");
  ASSERT_TRUE(tree.root.isObject());
  EXPECT_EQ(tree.root.find("a")->line, 2);
  EXPECT_EQ(tree.root.find("a")->integer, 1);
  EXPECT_EQ(tree.root.find("b")->line, 4);
  EXPECT_EQ(tree.root.find("b")->number, -2.5);
  const auto& list = tree.root.find("c")->children;
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].line, 5);
  EXPECT_EQ(list[1].line, 6);
  EXPECT_EQ(list[2].kind, JsonNode::Kind::number);
  EXPECT_EQ(list[2].text, "18446744073709551615");
  EXPECT_EQ(tree.root.find("d"), nullptr);
}

TEST(JsonTree, reportsRepeatedKeysAndKeepsTheLast) {
  const auto tree = strict("{\"x\": {\"a\": 1, \"b\": 2,\n\"a\": 3}}");
  ASSERT_EQ(tree.repeated.size(), 1u);
  EXPECT_EQ(tree.repeated[0].key, "x.a");
  EXPECT_EQ(tree.repeated[0].line, 2);
  EXPECT_EQ(tree.repeated[0].firstLine, 1);
  EXPECT_EQ(tree.repeated[0].found, "3");
  EXPECT_EQ(tree.root.find("x")->find("a")->integer, 3);
  EXPECT_EQ(tree.root.find("x")->children.size(), 2u);
}

TEST(JsonTree, namesTheLineOfASyntaxError) {
  const auto error = strictError("{\"a\": 1,\n\"b\": }");
  EXPECT_EQ(error.kind, ErrorKind::syntax);
  EXPECT_EQ(error.line, 2);
  EXPECT_EQ(error.file, "t.json");
  EXPECT_EQ(error.detail, "json-value");
  EXPECT_EQ(error.found, "}");
  EXPECT_EQ(strictError("{\"a\": NaN}").found, "NaN");
  EXPECT_EQ(strictError("[-1e999]").detail, "json-too-large");
  EXPECT_EQ(strictError("{} {}").detail, "json-more");
}

TEST(JsonTree, emptyAndOtherEncodings) {
  EXPECT_EQ(strictError("").kind, ErrorKind::empty);
  EXPECT_EQ(strictError("\xEF\xBB\xBF \n").kind, ErrorKind::empty);
  EXPECT_EQ(strictError(std::string_view("\xFF\xFE{\0", 4)).kind, ErrorKind::notUtf8);
  EXPECT_EQ(strictError("{\"a\": \"\xC3(\"}").kind, ErrorKind::notUtf8);
  EXPECT_EQ(strict("\xEF\xBB\xBF{\"名\": \"\\ud83d\\ude00\"}").root.find("名")->text, "😀");
}

TEST(JsonTree, strictRefusesDepthAndSize) {
  EXPECT_TRUE(parseJsonTree(repeated("[", 64) + repeated("]", 64), "", JsonDialect::strict).has_value());
  EXPECT_EQ(strictError(repeated("[", 65) + repeated("]", 65)).kind, ErrorKind::tooDeep);
  EXPECT_EQ(strictError(repeated("[", 500'000)).kind, ErrorKind::tooDeep);
  EXPECT_EQ(strictError("[0" + repeated(",0", 100'000) + "]").kind, ErrorKind::tooManyNodes);
}

TEST(JsonTree, limitsAreNamedInFull) {
  EXPECT_EQ(message(strictError(repeated("[", 65)), Language::en),
            "t.json, line 1: values are nested too deep, 65 levels or more. Allowed: ≤ 64. Check the brackets and the "
            "indents.");
  EXPECT_EQ(message(strictError("[0" + repeated(",0", 100'000) + "]"), Language::en),
            "t.json, line 1: there are too many values, 100001 or more. Allowed: ≤ 100000. Check that this is the file "
            "you meant.");
}

TEST(JsonTree, tolerantSkipsWhatIsNotWantedHoweverDeep) {
  const auto text = "{\"junk\": " + repeated("{\"k\":[", 300'000) + repeated("]}", 300'000) + ", \"list\": [0" +
                    repeated(",0", 200'000) + "],\n \"size\": 7, \"junk\": 1e999}";
  const auto tree = parseJsonTree(text, "", JsonDialect::tolerant, [](std::string_view key) { return key == "size"; });
  ASSERT_TRUE(tree.has_value());
  ASSERT_EQ(tree->root.children.size(), 1u);
  EXPECT_EQ(tree->root.find("size")->integer, 7);
  EXPECT_EQ(tree->root.find("size")->line, 2);
  EXPECT_TRUE(tree->repeated.empty());
}

TEST(JsonTree, tolerantLeavesOutWhatIsTooDeep) {
  const auto tree =
      parseJsonTree("{\"a\": " + repeated("[", 100) + repeated("]", 100) + ", \"b\": 2}", "", JsonDialect::tolerant);
  ASSERT_TRUE(tree.has_value());
  EXPECT_EQ(tree->root.find("b")->integer, 2);
}

TEST(JsonTree, tolerantReadsPythonsWords) {
  const auto tree =
      parseJsonTree("{\"a\": NaN, \"b\": [-Infinity,Infinity], \"c\": 1e999, \"d\": \"NaN\\\" Infinity\"}", "",
                    JsonDialect::tolerant);
  ASSERT_TRUE(tree.has_value());
  EXPECT_EQ(tree->root.find("a")->text, "NaN");
  EXPECT_EQ(tree->root.find("b")->children[0].text, "-Infinity");
  EXPECT_EQ(tree->root.find("c")->text, "1e999");
  EXPECT_EQ(tree->root.find("d")->text, "NaN\" Infinity");
}

TEST(JsonTree, manyRepeatsStayCheapAndBounded) {
  const auto tree = parseJsonTree("{\"a\":0" + repeated(",\"a\":1", 90'000) + "}", "", JsonDialect::tolerant);
  ASSERT_TRUE(tree.has_value());
  EXPECT_EQ(tree->root.children.size(), 1u);
  EXPECT_LE(tree->repeated.size(), 100u);
}

TEST(JsonTree, manyDifferentRepeatsDoToo) {
  std::string once;
  for (int i = 0; i < 45'000; ++i) once += "\"k" + std::to_string(i) + "\":" + std::to_string(i % 7) + ",";
  const auto tree = strict("{" + once + once + "\"last\": {\"k0\": 9}}");
  EXPECT_EQ(tree.root.children.size(), 45'001u);
  EXPECT_EQ(tree.root.children[6].key, "k6");
  EXPECT_EQ(tree.repeated.size(), 100u);
  EXPECT_EQ(tree.repeated[8].key, "k8");
  EXPECT_EQ(tree.repeated[8].found, "1");
}

TEST(JsonTree, aRepeatThatIsLeftOutLeavesNoOldValue) {
  const auto deep = repeated("[", 62) + "{\"a\": 1, \"b\": 2, \"a\": [3]}" + repeated("]", 62);
  const auto tree = parseJsonTree("[" + deep + "]", "", JsonDialect::tolerant);
  ASSERT_TRUE(tree.has_value());
  const auto* at = &tree->root;
  while (!at->isObject()) at = &at->children.at(0);
  EXPECT_EQ(at->find("a")->kind, JsonNode::Kind::null);
  EXPECT_EQ(at->find("b")->integer, 2);
}

TEST(JsonTree, valuesAndWordsForMessages) {
  const auto tree = strict("{\"a\": [1, 2], \"b\": [1, 2.5], \"c\": {}, \"d\": null, \"e\": 8.0, \"f\": []}");
  EXPECT_EQ(toValue(*tree.root.find("a")), Value(std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(toValue(*tree.root.find("b")), Value(std::string("[1, …]")));
  EXPECT_EQ(toValue(*tree.root.find("c")), Value(std::string("{…}")));
  EXPECT_EQ(toValue(*tree.root.find("d")), Value());
  EXPECT_EQ(toValue(*tree.root.find("e")), Value(8.0));
  EXPECT_EQ(toValue(*tree.root.find("f")), Value(std::vector<std::int64_t>{}));
  EXPECT_EQ(describe(*strict("[\"" + repeated("中", 40) + "\"]").root.children.data()), repeated("中", 20) + "…");
}

}  // namespace
}  // namespace shardscope
