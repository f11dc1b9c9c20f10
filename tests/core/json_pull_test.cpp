// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_pull.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "core/io/error.hpp"

namespace shardscope {
namespace {

using Event = JsonPull::Event;

// "{", "}", "[", "]", and the written part of everything else; a mistake as "!id".
std::vector<std::string> events(std::string_view text) {
  std::vector<std::string> found;
  JsonPull pull(text);
  for (auto event = pull.next(); event != Event::end; event = pull.next()) switch (event) {
      case Event::openObject: found.emplace_back("{"); break;
      case Event::closeObject: found.emplace_back("}"); break;
      case Event::openList: found.emplace_back("["); break;
      case Event::closeList: found.emplace_back("]"); break;
      case Event::mistake: found.push_back("!" + std::string(pull.mistake())); return found;
      default: found.emplace_back(pull.unescaped());
    }
  return found;
}
bool reads(std::string_view text) {
  JsonPull pull(text);
  return pull.skipValue() && pull.next() == Event::end;
}
std::string mistake(std::string_view text, std::string_view found, int line = 1) {
  JsonPull pull(text);
  auto event = pull.next();
  while (event != Event::mistake && event != Event::end) event = pull.next();
  EXPECT_EQ(event, Event::mistake) << text;
  EXPECT_EQ(pull.written(), found) << text;
  EXPECT_EQ(pull.line(), line) << text;
  EXPECT_EQ(pull.next(), Event::mistake);
  return std::string(pull.mistake());
}

TEST(JsonPull, tellsWhatComes) {
  const std::vector<std::string> expected = {"{", "a", "[", "1", "-2.5e3", "]", "b", "{", "}", "c", "true", "}"};
  EXPECT_EQ(events("\xEF\xBB\xBF {\"a\": [1, -2.5e3],\r\n\"b\": {}, \"c\":true} "), expected);
  EXPECT_EQ(events("NaN"), std::vector<std::string>{"NaN"});
  EXPECT_EQ(events("-Infinity"), std::vector<std::string>{"-Infinity"});
}

TEST(JsonPull, resolvesEscapes) {
  EXPECT_EQ(events(R"("\"\\\/\b\f\n\r\t")").front(), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(events(R"("A\u00e9\u4e2d\uD83D\ude00z")").front(), "Aé中😀z");
  EXPECT_EQ(events(R"({"hidden\u005fsize": 1})")[1], "hidden_size");
}

TEST(JsonPull, knowsLines) {
  JsonPull pull("{\n\n \"a\"\n:\n[1,\n2\n]}\n");
  const int expected[] = {1, 3, 5, 5, 6, 7, 7};
  for (const int line : expected) {
    pull.next();
    EXPECT_EQ(pull.line(), line);
  }
  EXPECT_EQ(pull.next(), Event::end);
}

TEST(JsonPull, passesOverValues) {
  JsonPull pull(R"({"a": [1, {"b": [[]]}, "]"], "c": 2, "d": {"e": 3}, "f": 4})");
  pull.next();
  EXPECT_EQ(pull.next(), Event::key);
  EXPECT_TRUE(pull.skipValue());
  EXPECT_EQ(pull.next(), Event::key);
  EXPECT_EQ(pull.written(), "c");
  EXPECT_TRUE(pull.skipValue());
  EXPECT_EQ(pull.next(), Event::key);
  EXPECT_TRUE(pull.skipRest(pull.next()));
  EXPECT_EQ(pull.next(), Event::key);
  EXPECT_EQ(pull.written(), "f");
}

TEST(JsonPull, saysWhatWasExpected) {
  EXPECT_EQ(mistake("{\"a\": }", "}"), "json-value");
  EXPECT_EQ(mistake("{\"a\": 1,\n }", "}", 2), "json-key");
  EXPECT_EQ(mistake("[1,]", "]"), "json-value");
  EXPECT_EQ(mistake("{\"a\" 1}", "1"), "json-colon");
  EXPECT_EQ(mistake("{\"a\": 1\n\"b\": 2}", "\"", 2), "json-comma-object");
  EXPECT_EQ(mistake("[1 word]", "word"), "json-comma-list");
  EXPECT_EQ(mistake("[1}", "}"), "json-comma-list");
  EXPECT_EQ(mistake("[01]", "1"), "json-comma-list");
  EXPECT_EQ(mistake("[-]", "]"), "json-number");
  EXPECT_EQ(mistake("[1.e]", "e"), "json-number");
  EXPECT_EQ(mistake("[True]", "True"), "json-value");
  EXPECT_EQ(mistake("[中]", "中"), "json-value");
  EXPECT_EQ(mistake("\n[\"a\n\"]", "\n", 2), "json-text");
  EXPECT_EQ(mistake(R"(["\x"])", "\\"), "json-escape");
  EXPECT_EQ(mistake(R"(["\ud83d"])", "\\"), "json-escape");
  EXPECT_EQ(mistake("{} {}", "{"), "json-more");
  EXPECT_EQ(mistake("{\"a\": [1,\n", "", 1), "json-end");
  EXPECT_EQ(mistake("\n\"abc", "", 2), "json-end");
  EXPECT_EQ(mistake("", "", 1), "json-end");
}

TEST(JsonPull, everyMistakeHasItsSentence) {
  const auto said = [](const char* detail, Language language) {
    return message({.kind = ErrorKind::syntax, .file = "c.json", .line = 2, .found = "}", .detail = detail}, language);
  };
  EXPECT_EQ(said("json-value", Language::en),
            "c.json, line 2: a value is expected, and } stands there. Correct the line and open the file again.");
  EXPECT_EQ(said("json-end", Language::zhCn), "c.json 第 2 行：文件在值的中间结束。请改正这一行后重新打开文件。");
}

// Millions of open brackets cost no stack; those that are left open are a mistake.
TEST(JsonPull, nestingCostsNoStack) {
  const std::string open(4'000'000, '['), closed(4'000'000, ']');
  EXPECT_TRUE(reads(open + closed));
  EXPECT_FALSE(reads(open));
}

// Pieces of JSON strung together by chance: read if and only if another reader reads them.
TEST(JsonPull, agreesWithAnotherReader) {
  const std::string pieces[] = {"{",
                                "}",
                                "[",
                                "]",
                                ":",
                                ",",
                                "\"a\"",
                                "\"\"",
                                "1",
                                "-0.5e+2",
                                "true",
                                "null",
                                "false",
                                " ",
                                "\n",
                                "0",
                                "-",
                                ".",
                                "e",
                                "\"\\n\"",
                                "\"\\u12e4\"",
                                "\"\\ud800\"",
                                "\"\\ud83d\\ude00\"",
                                "\"\\q\"",
                                "\"中\"",
                                "{\"k\":",
                                "[1,"};
  std::mt19937 random(20261129);
  int good = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text;
    for (auto n = random() % 7; n < 7; ++n) text += pieces[random() % std::size(pieces)];
    const bool expected = nlohmann::json::accept(text);
    ASSERT_EQ(reads(text), expected) << text;
    good += expected ? 1 : 0;
  }
  EXPECT_GT(good, 1000);
}

}  // namespace
}  // namespace shardscope
