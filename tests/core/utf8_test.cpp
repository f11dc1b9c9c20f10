// SPDX-License-Identifier: Apache-2.0
#include "core/io/utf8.hpp"

#include <gtest/gtest.h>

#include <tuple>

namespace shardscope {
namespace {

TEST(TextError, textPasses) {
  for (const auto* text : {"", "a\tb\r\nc", "中文 ½ 😀", "\xEF\xBB\xBFx", "\xF4\x8F\xBF\xBF"})
    EXPECT_FALSE(textError(text, "f")) << text;
}

class NotUtf8 : public testing::TestWithParam<std::string> {};

TEST_P(NotUtf8, isFoundWithItsLineAndByte) {
  const auto error = textError("ab\n" + GetParam() + "c", "f");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, ErrorKind::notUtf8);
  EXPECT_EQ(error->line, 2);
  EXPECT_EQ(error->found.substr(4), " @ 4");
}

// Stray continuation, overlong forms, surrogate, beyond U+10FFFF, cut off, never legal.
INSTANTIATE_TEST_SUITE_P(Bytes, NotUtf8,
                         testing::Values("\x80", "\xC0\xAF", "\xC1\xBF", "\xE0\x80\xAF", "\xED\xA0\x80",
                                         "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xE4\xB8", "\xF0\x9F\x98", "\xFF",
                                         "\xFE\xFF"));

TEST(TextError, controlCharactersAreNotText) {
  for (const char c : {'\0', '\x04', '\x1B'}) {
    const auto error = textError(std::string("a\n\n") + c, "f");
    ASSERT_TRUE(error);
    EXPECT_EQ(std::tuple(error->kind, error->line, error->detail), std::tuple(ErrorKind::syntax, 3, "control"));
  }
}

TEST(ValidUtf8, replacesOnlyWhatIsNotUtf8) {
  EXPECT_EQ(validUtf8("中\xFF文"), "中\xEF\xBF\xBD文");
  EXPECT_EQ(validUtf8("\xE4\xB8"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(validUtf8("a\n中"), "a\n中");
}

TEST(ByteOrderMark, isTakenOffOnce) {
  EXPECT_EQ(withoutByteOrderMark("\xEF\xBB\xBF{"), "{");
  EXPECT_EQ(withoutByteOrderMark("{"), "{");
}

TEST(Shortened, staysOnOneLineAndCutsBetweenCharacters) {
  EXPECT_EQ(shortened("a\nb\tc\x7F"), "a\\nb\\x09c\\x7f");
  EXPECT_EQ(shortened(std::string(60, 'x')), std::string(60, 'x'));
  EXPECT_EQ(shortened(std::string(61, 'x')), std::string(60, 'x') + "…");
  std::string chinese;
  for (int i = 0; i < 30; ++i) chinese += "中";
  for (std::size_t lead = 0; lead < 4; ++lead) {
    const auto cut = shortened(std::string(lead, 'x') + chinese);
    EXPECT_FALSE(textError(cut, "")) << cut;
    EXPECT_LE(cut.size(), 63U);
    EXPECT_GE(cut.size(), 60U);
  }
}

}  // namespace
}  // namespace shardscope
