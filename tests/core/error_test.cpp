// SPDX-License-Identifier: Apache-2.0
#include "core/io/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/messages.hpp"

namespace shardscope {
namespace {

using testing::HasSubstr;
using testing::Not;

Error full(ErrorKind kind) {
  return {.kind = kind,
          .file = "a.shard.yaml",
          .line = 12,
          .key = "parallel.tp",
          .found = "F0UND",
          .allowed = "ALL0WED",
          .detail = "DETA1L"};
}

TEST(ErrorMessage, saysWhatWhereFoundAllowedAndWhatToDo) {
  const Error error{.kind = ErrorKind::outOfRange,
                    .file = "a.yaml",
                    .line = 12,
                    .key = "parallel.tp",
                    .found = "-1",
                    .allowed = "1 … 8"};
  EXPECT_EQ(message(error, Language::en),
            "a.yaml, line 12: `parallel.tp` is -1, which is out of range. Allowed: 1 … 8. Correct the value and open "
            "the file again.");
  EXPECT_EQ(message(error, Language::zhCn),
            "a.yaml 第 12 行：`parallel.tp` 为 -1，超出范围。允许：1 … 8。请改正后重新打开文件。");
}

class EveryKind : public testing::TestWithParam<int> {};

TEST_P(EveryKind, isASentenceWithAPlaceInBothLanguages) {
  const auto kind = static_cast<ErrorKind>(GetParam());
  for (const auto language : {Language::en, Language::zhCn}) {
    const auto text = message(full(kind), language);
    EXPECT_THAT(text, HasSubstr("a.shard.yaml"));
    EXPECT_THAT(text, HasSubstr("12"));
    EXPECT_THAT(text, HasSubstr("ALL0WED"));
    EXPECT_THAT(text, HasSubstr("DETA1L"));
    EXPECT_EQ(text.find("ALL0WED"), text.rfind("ALL0WED")) << text;
    EXPECT_EQ(text.find("DETA1L"), text.rfind("DETA1L")) << text;
    EXPECT_THAT(text, Not(HasSubstr("!")));
    EXPECT_THAT(text, Not(HasSubstr("！")));
    EXPECT_THAT(text, Not(HasSubstr("{")));
    EXPECT_THAT(text, Not(HasSubstr("..")));
    EXPECT_TRUE(text.ends_with(".") || text.ends_with("。")) << text;
  }
}

TEST_P(EveryKind, standsWithoutDetailAndAllowed) {
  auto error = full(static_cast<ErrorKind>(GetParam()));
  error.detail.clear();
  for (const auto language : {Language::en, Language::zhCn})
    EXPECT_THAT(message(error, language), Not(HasSubstr("  ")));
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryKind, testing::Range(0, static_cast<int>(ErrorKind::notPermittedToWrite) + 1));

TEST(ErrorMessage, standardInputHasAName) {
  EXPECT_EQ(message({.kind = ErrorKind::empty}, Language::en),
            "standard input: the file is empty. Choose another file, or write it again.");
  EXPECT_THAT(message({.kind = ErrorKind::empty, .line = 3}, Language::zhCn), HasSubstr("标准输入 第 3 行"));
}

TEST(ErrorMessage, detailsWithATextOfTheirOwnAreTranslated) {
  const Error error{.kind = ErrorKind::syntax, .file = "f", .line = 1, .detail = "tag"};
  EXPECT_THAT(message(error, Language::en), HasSubstr("Tags are not read."));
  EXPECT_THAT(message(error, Language::zhCn), HasSubstr("不支持标签。"));
}

TEST(ErrorMessage, aReasonThatIsASentenceStandsAsItIs) {
  const Error error{.kind = ErrorKind::unsupportedModel, .file = "f", .found = "bert", .detail = "It has an encoder."};
  EXPECT_EQ(message(error, Language::en), "f: the architecture bert is not modeled. It has an encoder.");
}

TEST(ErrorMessage, valuesWithBracesAreNotFilledInAgain) {
  EXPECT_THAT(
      message({.kind = ErrorKind::wrongType, .file = "{key}", .key = "a", .found = "{allowed}", .allowed = "{found}"},
              Language::en),
      HasSubstr("{key}: `a` is {allowed}, which is not the kind of value expected. Allowed: {found}."));
}

}  // namespace
}  // namespace shardscope
