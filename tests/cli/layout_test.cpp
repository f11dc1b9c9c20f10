// SPDX-License-Identifier: Apache-2.0
// Columns of a terminal. The sources of the program are compiled into this test.
#include "app/cli/layout.cpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardscope::cli {
namespace {

using testing::ElementsAre;

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(displayWidth(""), 0);
  EXPECT_EQ(displayWidth("GiB"), 3);
  EXPECT_EQ(displayWidth("显存"), 4);
  EXPECT_EQ(displayWidth("×–█µ"), 4);
  EXPECT_EQ(displayWidth("e\u0301"), 1);                // e and a combining accent
  EXPECT_EQ(displayWidth("\x1b[1;31m48.5\x1b[0m"), 4);  // colour takes no room
  EXPECT_EQ(displayWidth("（）"), 4);
}

TEST(Padding, ReachesTheColumn) {
  EXPECT_EQ(padRight("显存", 6), "显存  ");
  EXPECT_EQ(padLeft("显存", 6), "  显存");
  EXPECT_EQ(padLeft("too long", 3), "too long");
}

TEST(Wrapped, BreaksAtSpaces) {
  EXPECT_THAT(wrapped("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("one two three", 80), ElementsAre("one two three"));
  EXPECT_THAT(wrapped("unbreakable", 4), ElementsAre("unbreakable"));
  EXPECT_THAT(wrapped("", 10), ElementsAre(""));
}

TEST(Wrapped, BreaksBetweenChineseCharactersButNotBeforePunctuation) {
  EXPECT_THAT(wrapped("显存不足", 4), ElementsAre("显存", "不足"));
  EXPECT_THAT(wrapped("显存，不足", 4), ElementsAre("显", "存，", "不足"));
  EXPECT_THAT(wrapped("用 TP 8", 5), ElementsAre("用 TP", "8"));
}

TEST(Wrapped, NumbersKeepTheirUnits) {
  EXPECT_THAT(wrapped("peak 48.5\u00a0GiB", 10), ElementsAre("peak", "48.5 GiB"));
}

TEST(Paragraph, IndentsWhatFollows) {
  EXPECT_EQ(paragraph("a:  ", std::string(18, 'x') + " yyy", 24), "a:  " + std::string(18, 'x') + "\n    yyy\n");
}

TEST(Elided, EndsInAnEllipsis) {
  EXPECT_EQ(elided("abcdef", 4), "abc…");
  EXPECT_EQ(elided("abcd", 4), "abcd");
  EXPECT_EQ(elided("显存不足", 4), "显…");
}

TEST(Printable, NeutralizesControls) {
  EXPECT_EQ(printable("a\x1b[31mb\a"), "a�[31mb�");
  EXPECT_EQ(printable("two\nlines\tand"), "two lines and");
  EXPECT_EQ(printable("\u0085中文"), "�中文");  // next line, a C1 control
}

TEST(TextTable, AlignsByColumns) {
  TextTable table({Align::left, Align::right});
  table.add({"阶段", "GiB"});
  table.add({"0", "48.5"});
  EXPECT_EQ(table.render(2), "  阶段   GiB\n  0     48.5\n");
  EXPECT_EQ(table.width(), 4 + 2 + 4);
}

}  // namespace
}  // namespace shardscope::cli
