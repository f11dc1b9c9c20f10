// SPDX-License-Identifier: Apache-2.0
#include "core/io/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CsvTable read(std::string_view text) {
  auto table = parseCsv(text, "t.csv");
  if (!table) ADD_FAILURE() << message(table.error(), Language::en);
  return table ? *table : CsvTable{};
}

std::string refusal(std::string_view text) {
  const auto table = parseCsv(text, "t.csv");
  EXPECT_FALSE(table) << text;
  return table ? std::string() : message(table.error(), Language::en);
}

TEST(Csv, CellsAreTextBetweenCommas) {
  const auto table = read("id,a,b\nx, 1 ,\n\ny,2,中文\n");
  EXPECT_THAT(table.header, ElementsAre("id", "a", "b"));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(table.rows[0].cells, ElementsAre("x", "1", ""));
  EXPECT_EQ(table.rows[0].line, 2);
  EXPECT_THAT(table.rows[1].cells, ElementsAre("y", "2", "中文"));
  EXPECT_EQ(table.rows[1].line, 4);
}

TEST(Csv, QuotesHoldCommasLineBreaksAndQuotes) {
  const auto table = read("id,note\nx,\"a, b\"\ny,  \"say \"\"hi\"\"\nthere\"  \nz,5\" pipe\n");
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0].cells[1], "a, b");
  EXPECT_EQ(table.rows[1].cells[1], "say \"hi\"\nthere");
  EXPECT_EQ(table.rows[2].cells[1], "5\" pipe");
  EXPECT_EQ(table.rows[2].line, 5);
}

TEST(Csv, LineEndsByteOrderMarkAndLastLine) {
  for (const std::string text : {"a,b\n1,2\n3,4", "a,b\r\n1,2\r\n3,4\r\n",
                                 "\xEF\xBB\xBF"
                                 "a,b\n1,2\n3,4\n",
                                 "a,b\r1,2\r3,4\r", "\n\na,b\n1,2\n ,\n3,4\n\n"}) {
    const auto table = read(text);
    EXPECT_THAT(table.header, ElementsAre("a", "b"));
    ASSERT_EQ(table.rows.size(), 2U) << text;
    EXPECT_THAT(table.rows[1].cells, ElementsAre("3", "4"));
  }
}

TEST(Csv, RowsKeepWhateverNumberOfCellsTheyHave) {
  const auto table = read("a,b\n1\n1,2,3\n");
  EXPECT_EQ(table.rows[0].cells.size(), 1U);
  EXPECT_EQ(table.rows[1].cells.size(), 3U);
}

TEST(Csv, RefusedWithPlaceAndReason) {
  EXPECT_THAT(refusal(""), HasSubstr("empty"));
  EXPECT_THAT(refusal(" \n\n ,\n"), HasSubstr("empty"));
  EXPECT_THAT(refusal("a;b\n1;2\n"), HasSubstr("line 1: the columns are separated by semicolons"));
  EXPECT_THAT(refusal("a\tb\n1\t2\n"), HasSubstr("line 1: the columns are separated by tabs"));
  EXPECT_THAT(refusal("a,b,a\n1,2,3\n"), HasSubstr("line 1: the column `a` stands twice"));
  EXPECT_THAT(refusal("\na,,c\n1,2,3\n"), HasSubstr("line 2: a column of the header has no name"));
  EXPECT_THAT(refusal("a,b\n1,\"2\n3,4\n"), HasSubstr("line 2: a quote is opened here and never closed"));
  EXPECT_THAT(refusal("a,b\n1,\"2\"x\n"), HasSubstr("line 2: behind a closing quote stands x"));
  EXPECT_THAT(refusal("a,b\n1,\xFF\n"), HasSubstr("line 2: the text is not UTF-8"));
  EXPECT_THAT(refusal(std::string_view("a,b\n1,\0\n", 8)), HasSubstr("line 2"));
}

}  // namespace
}  // namespace shardscope
