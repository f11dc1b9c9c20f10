// SPDX-License-Identifier: Apache-2.0
#include "core/text/messages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace shardscope {
namespace {

using testing::ElementsAre;

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Messages, everyIdHasBothLanguagesWithTheSamePlaceholders) {
  ASSERT_FALSE(textIds().empty());
  for (const auto& id : textIds()) {
    const auto en = textTemplate(id, Language::en);
    const auto zh = textTemplate(id, Language::zhCn);
    EXPECT_FALSE(en.empty()) << id;
    EXPECT_FALSE(zh.empty()) << id;
    EXPECT_EQ(sorted(placeholders(en)), sorted(placeholders(zh))) << id;
  }
}

TEST(Messages, onePieceIsSingular) {
  const auto say = [](const char* layers, const char* gpus) {
    const std::vector<MessageArg> args = {{"layers", layers}, {"gpus", gpus}};
    return fillIn("{layers} layer(s), {gpus} GPU(s) and batch(es)", args);
  };
  EXPECT_EQ(say("1", "2"), "1 layer, 2 GPUs and batches");
  EXPECT_EQ(say("11", "1"), "11 layers, 1 GPU and batch");
  EXPECT_EQ(say("0", "1.0"), "0 layers, 1.0 GPUs and batches");
  EXPECT_EQ(fillIn("GPU(s)", {}), "GPUs");
}

// A number before a plural is a placeholder that may be 1.
TEST(Messages, noCountIsFollowedByAFixedPlural) {
  const std::vector<std::string> nouns = {"GPU", "replica", "sequence", "layer", "token", "stage", "rank", "node"};
  for (const auto& id : textIds())
    for (const auto& noun : nouns)
      EXPECT_EQ(textTemplate(id, Language::en).find("} " + noun + "s"), std::string_view::npos) << id << ": " << noun;
}

// One word for one thing: what a scenario is called in Chinese.
TEST(Messages, chineseHasOneWordForAScenario) {
  for (const auto& id : textIds())
    EXPECT_EQ(textTemplate(id, Language::zhCn).find("场景"), std::string_view::npos) << id << ": 方案";
}

TEST(Messages, noIdStandsTwice) {
  const auto ids = sorted(textIds());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  EXPECT_EQ(twice, ids.end()) << *twice;
}

TEST(Messages, placeholdersAreNamesInBraces) {
  EXPECT_THAT(placeholders("{file}, line {line}: {key_2}"), ElementsAre("file", "line", "key_2"));
  EXPECT_THAT(placeholders("a set {1, 2}, {}, {2x}, { x } and an open {brace"), ElementsAre());
}

TEST(Messages, fillsInOnceAndLeavesOtherBracesAlone) {
  const std::vector<MessageArg> args = {{"a", "{b}"}, {"b", "2"}};
  EXPECT_EQ(fillIn("{a} and {b} of {1, 2}", args), "{b} and 2 of {1, 2}");
  EXPECT_EQ(fillIn("{b}{b}", args), "22");
  EXPECT_EQ(fillIn("", args), "");
  EXPECT_EQ(fillIn("中{b}文{", args), "中2文{");
}

TEST(Messages, idsAreKnownOrNot) {
  EXPECT_TRUE(hasText("cat-overridden"));
  EXPECT_FALSE(hasText("no-such-id"));
}

TEST(Messages, textSpeaksBothLanguages) {
  EXPECT_EQ(text("cat-overridden", Language::en, {{"id", "h100"}, {"file", "my.json"}}),
            "`h100` from my.json replaces the built-in entry of the same id.");
  EXPECT_EQ(text("cat-overridden", Language::zhCn, {{"id", "h100"}, {"file", "my.json"}}),
            "my.json 中的 `h100` 取代了同名的内置条目。");
}

TEST(Messages, mayBeAskedFromManyThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      for (const auto& id : textIds()) EXPECT_FALSE(textTemplate(id, Language::zhCn).empty());
    });
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace shardscope
