// SPDX-License-Identifier: Apache-2.0
#include "core/io/tree.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

namespace shardscope {
namespace {

using testing::HasSubstr;

// {key @line: value, …} [item, …] with kinds: i8 n8.9 btrue "text" null !1e999; a repeated key shows its first line.
std::string drawn(const Node& node) {
  switch (node.kind) {
    case NodeKind::null: return "null";
    case NodeKind::boolean: return node.boolean ? "btrue" : "bfalse";
    case NodeKind::integer: return fmt::format("i{}", node.integer);
    case NodeKind::number: return fmt::format("n{}", node.number);
    case NodeKind::unrepresentable: return "!" + node.text;
    case NodeKind::text: return fmt::format("\"{}\"", node.text);
    case NodeKind::list: {
      std::string items;
      for (const auto& item : node.items) items += (items.empty() ? "" : ", ") + drawn(*item);
      return "[" + items + "]";
    }
    case NodeKind::map: break;
  }
  std::string members;
  for (const auto& member : node.members)
    members += fmt::format("{}{}@{}{}: {}", members.empty() ? "" : ", ", member.key, member.line,
                           member.firstLine > 0 ? fmt::format("^{}", member.firstLine) : "", drawn(*member.value));
  return "{" + members + "}";
}

std::string yaml(std::string_view text) {
  const auto tree = yamlTree(text, "f");
  return tree ? drawn(**tree) : "error: " + message(tree.error(), Language::en);
}
std::string json(std::string_view text) {
  const auto tree = jsonTree(text, "f");
  return tree ? drawn(**tree) : "error: " + message(tree.error(), Language::en);
}
ErrorKind yamlError(std::string_view text) {
  const auto tree = yamlTree(text, "f");
  EXPECT_FALSE(tree);
  return tree ? ErrorKind::notFound : tree.error().kind;
}
ErrorKind jsonError(std::string_view text) {
  const auto tree = jsonTree(text, "f");
  EXPECT_FALSE(tree);
  return tree ? ErrorKind::notFound : tree.error().kind;
}

std::string nested(int levels) { return std::string(static_cast<std::size_t>(levels), '['); }
std::string closed(int levels) { return nested(levels) + std::string(static_cast<std::size_t>(levels), ']'); }
std::string listOf(std::size_t count) {
  std::string text = "[1";
  for (std::size_t i = 1; i < count; ++i) text += ",1";
  return text + "]";
}

TEST(PlainScalar, followsTheCoreSchemaStrictlyDecimal) {
  const auto kind = [](const char* text) { return drawn(plainScalar(text)); };
  EXPECT_EQ(kind("8"), "i8");
  EXPECT_EQ(kind("+8"), "i8");
  EXPECT_EQ(kind("-0"), "i0");
  EXPECT_EQ(kind("9223372036854775807"), "i9223372036854775807");
  EXPECT_EQ(kind("9223372036854775808"), "!9223372036854775808");
  EXPECT_EQ(kind("8.0"), "n8");
  EXPECT_EQ(kind(".5"), "n0.5");
  EXPECT_EQ(kind("5."), "n5");
  EXPECT_EQ(kind("1e4"), "n10000");
  EXPECT_EQ(kind("-1.5E-3"), "n-0.0015");
  EXPECT_EQ(kind("1e400"), "!1e400");
  EXPECT_EQ(kind("-.inf"), "!-.inf");
  EXPECT_EQ(kind(".NaN"), "!.NaN");
  for (const auto* null : {"", "~", "null", "Null", "NULL"}) EXPECT_EQ(kind(null), "null");
  for (const auto* yes : {"true", "True", "TRUE"}) EXPECT_EQ(kind(yes), "btrue");
  EXPECT_EQ(kind("False"), "bfalse");
  for (const auto* text : {"yes", "no", "on", "off",   "y",   "0x10", "0o7", "010", "00",   "1_000", "1e", "e5",
                           ".",   "-",  "+",  "1.2.3", "--1", "1e+",  "nan", "inf", "tRue", "1 2",   "８"})
    EXPECT_EQ(kind(text), fmt::format("\"{}\"", text));
}

TEST(YamlTree, valuesKeysAndLines) {
  EXPECT_EQ(yaml("a: 1\nb: {c: x, d: [1, 2.5, yes]}\n\ne:\n  f: \"8\"\n  g: 'null'\n  h:\n"),
            "{a@1: i1, b@2: {c@2: \"x\", d@2: [i1, n2.5, \"yes\"]}, e@4: {f@5: \"8\", g@6: \"null\", h@7: null}}");
  EXPECT_EQ(yaml("n: |\n  two\n  lines\nz: >-\n  fol\n  ded\n"), "{n@1: \"two\nlines\n\", z@4: \"fol ded\"}");
  EXPECT_EQ(yaml("name: \"\\u4e2d \\U0001F600 \\x41\\n\""), "{name@1: \"中 😀 A\n\"}");
}

TEST(JsonTree, valuesKeysAndLines) {
  EXPECT_EQ(json("{\"a\": 1,\n\"b\": {\"c\": \"x\",\n \"d\": [1, 2.5, true, null]},\n\"e\":\n7\n}"),
            "{a@1: i1, b@2: {c@2: \"x\", d@3: [i1, n2.5, btrue, null]}, e@4: i7}");
  EXPECT_EQ(jsonTree("{\"e\":\n7\n}", "f").value()->members[0].value->line, 2);
  EXPECT_EQ(json("{\"name\": \"\\u4e2d \\ud83d\\ude00 \\\"NaN\\\" NaN\"}"), "{name@1: \"中 😀 \"NaN\" NaN\"}");
}

TEST(Tree, byteOrderMarkAndCarriageReturnsAreTolerated) {
  EXPECT_EQ(yaml("\xEF\xBB\xBF"
                 "a: 1\r\nb: x\r\n"),
            "{a@1: i1, b@2: \"x\"}");
  EXPECT_EQ(json("\xEF\xBB\xBF{\"a\": 1,\r\n\"b\": \"x\"}\r\n"), "{a@1: i1, b@2: \"x\"}");
}

TEST(Tree, repeatedKeysAreKeptAndMarked) {
  EXPECT_EQ(yaml("a: 1\nb: 2\na: 3\n"), "{a@1: i1, b@2: i2, a@3^1: i3}");
  EXPECT_EQ(json("{\"a\": 1,\n\"a\": 3}"), "{a@1: i1, a@2^1: i3}");
}

TEST(JsonTree, numbersOutsideEveryRangeKeepTheirSpellingAndPlace) {
  EXPECT_EQ(json("{\"a\": NaN, \"b\": [1, -Infinity, 2],\n \"c\": 1e999, \"d\": 18446744073709551615, \"e\": -1e-999, "
                 "\"f\": 3}"),
            "{a@1: !NaN, b@1: [i1, !-Infinity, i2], c@2: !1e999, d@2: !18446744073709551615, e@2: !-1e-999, f@2: i3}");
  EXPECT_EQ(json("{\"a\": 8.0, \"b\": 1e4}"), "{a@1: n8, b@1: n10000}");
}

TEST(JsonTree, whatIsNoJsonIsRefusedWithItsLine) {
  for (const auto* text :
       {"{\"a\": 1,}", "{\"a\": 01}", "{a: 1}", "{'a': 1}", "{\"a\": 1} x", "{\"a\": NaNa}", "{\"a\": +1}", "{\"a\": 1",
        "{\"a\": \"\\ud800\"}", "{\"a\": \"x\ty\"}", "// c\n{}", "{\"a\": 0NaN}", "\"", "{\"a\": \"\\"})
    EXPECT_EQ(jsonError(text), ErrorKind::syntax) << text;
  EXPECT_EQ(jsonTree("{\"a\": 1,\n\n}", "f").error().line, 3);
  EXPECT_EQ(jsonTree("{\"a\":\n{\"b\": tru}}", "f").error().key, "a.b");
}

TEST(YamlTree, whatIsNoYamlIsRefusedWithItsLine) {
  for (const auto* text :
       {"a: b: c", "a: [1", "a: {b", "a: \"x", "a: 1\n b: 2", "- 1\na: 2", "a: *none", "a: 1\n]", "@a: 1", "a:\n\t- 1"})
    EXPECT_EQ(yamlError(text), ErrorKind::syntax) << text;
  EXPECT_EQ(yamlTree("a: 1\nb: c: d\n", "f").error().line, 2);
}

TEST(YamlTree, leavesOutWhatOnlyHidesMeaning) {
  const auto detail = [](std::string_view text) { return yamlTree(text, "f").error().detail; };
  EXPECT_EQ(detail("a: 1\n---\na: 2\n"), "documents");
  EXPECT_EQ(detail("a: !!int 3"), "tag");
  EXPECT_EQ(detail("a: !mine {b: 1}"), "tag");
  EXPECT_EQ(detail("a: &x {b: 1}\nc:\n  <<: *x\n"), "merge");
  EXPECT_EQ(detail("? [a, b]\n: 1"), "key");
  EXPECT_EQ(detail("~: 1"), "key");
  EXPECT_EQ(detail("a: &x k\n*x : 1"), "key");
}

TEST(Tree, emptyFilesAreEmpty) {
  for (const auto* text : {"", " \n", "# only a comment\n", "---\n", "~"})
    EXPECT_EQ(yamlError(text), ErrorKind::empty) << text;
}

TEST(Tree, notUtf8IsRefused) {
  EXPECT_EQ(yamlError("a: \xFF"), ErrorKind::notUtf8);
  EXPECT_EQ(jsonError("{\"a\": \"\xFF\"}"), ErrorKind::notUtf8);
  EXPECT_EQ(yamlError(std::string_view("\xFF\xFE"
                                       "a\0:\0",
                                       6)),
            ErrorKind::notUtf8);                                // UTF-16
  EXPECT_EQ(yamlError("a: 1\n\x04\nb: 2"), ErrorKind::syntax);  // yaml-cpp takes this byte for the end of the file
}

TEST(Tree, depthIsLimited) {
  EXPECT_EQ(yaml(closed(64)).substr(0, 3), "[[[");
  EXPECT_EQ(json(closed(64)).substr(0, 3), "[[[");
  EXPECT_EQ(yamlError(closed(65)), ErrorKind::tooDeep);
  EXPECT_EQ(jsonError(closed(65)), ErrorKind::tooDeep);
  EXPECT_EQ(jsonError("{\"a\": " + closed(64) + "}"), ErrorKind::tooDeep);
  EXPECT_EQ(yamlError(nested(100'000)), ErrorKind::tooDeep);
  EXPECT_EQ(yamlError(closed(100'000)), ErrorKind::tooDeep);
  EXPECT_EQ(jsonError(nested(100'000)), ErrorKind::tooDeep);
  std::string dashes;
  for (int i = 0; i < 100'000; ++i) dashes += "- ";
  EXPECT_EQ(yamlError(dashes), ErrorKind::tooDeep);
}

TEST(Tree, countOfNodesIsLimited) {
  EXPECT_TRUE(yamlTree(listOf(kMaxTreeNodes - 1), "f"));
  EXPECT_TRUE(jsonTree(listOf(kMaxTreeNodes - 1), "f"));
  EXPECT_EQ(yamlError(listOf(kMaxTreeNodes)), ErrorKind::tooManyNodes);
  EXPECT_EQ(jsonError(listOf(kMaxTreeNodes)), ErrorKind::tooManyNodes);
}

TEST(YamlTree, aliasesStandForTheirValue) {
  EXPECT_EQ(yaml("a: &x [1, 2]\nb: *x\nc: &y t\nd: {e: *y}\n"),
            "{a@1: [i1, i2], b@2: [i1, i2], c@3: \"t\", d@4: {e@4: \"t\"}}");
  EXPECT_EQ(yamlTree("a: &x {b: *x}", "f").error().detail, "recursive-alias");
}

TEST(YamlTree, aliasesCountAsWhatTheyStandFor) {
  std::string bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c <= 'k'; ++c) {
    const char p = static_cast<char>(c - 1);
    bomb += fmt::format("{0}: &{0} [*{1}, *{1}, *{1}, *{1}, *{1}, *{1}, *{1}, *{1}, *{1}, *{1}]\n", c, p);
  }
  const auto tree = yamlTree(bomb, "f");
  ASSERT_FALSE(tree);
  EXPECT_EQ(std::tuple(tree.error().kind, tree.error().line, tree.error().key),
            std::tuple(ErrorKind::aliasBomb, 5, "e"));
  // Depth too: each level is legal, their sum is not.
  std::string deep = "a: &a " + closed(40) + "\nb: " + nested(30) + "*a" + std::string(30, ']');
  EXPECT_EQ(yamlError(deep), ErrorKind::tooDeep);
}

TEST(Shown, isShortAndOnOneLine) {
  const auto of = [](std::string_view text) { return shown(*yamlTree(text, "f").value()); };
  EXPECT_EQ(of("[1, 2.50, yes, 'two words', '8', ~, {a: 1}, [2]]"),
            "[1, 2.50, yes, \"two words\", \"8\", null, {…}, […]]");
  EXPECT_EQ(of("[1,2,3,4,5,6,7,8,9]"), "[1, 2, 3, 4, 5, 6, 7, 8, …]");
  EXPECT_EQ(of("\"a\\nb\""), "\"a\\nb\"");
  EXPECT_EQ(of("{a: 1}"), "{…}");
  EXPECT_THAT(of("\"" + std::string(5000, 'x') + "\""), HasSubstr("…"));
}

}  // namespace
}  // namespace shardscope
