// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/chart_table.hpp"

#include <gtest/gtest.h>

#include "tests/support/ui_support.hpp"

namespace shardscope::ui {
namespace {

TEST(ChartTable, WritesHeaderThenRowsWithCrLf) {
  ChartTable table;
  table.corner = QStringLiteral("Stage");
  table.columns << QStringLiteral("a") << QStringLiteral("b");
  table.rowHeaders << QStringLiteral("Stage 0");
  table.rows.push_back({QStringLiteral("1.5"), QStringLiteral("2")});
  EXPECT_EQ(table.toCsv(), QStringLiteral("Stage,a,b\r\nStage 0,1.5,2\r\n"));
}

TEST(ChartTable, QuotesWhatWouldBreakARow) {
  ChartTable table;
  table.corner = QStringLiteral("x, y");
  table.columns << QStringLiteral("say \"hi\"") << QStringLiteral("two\nlines") << QStringLiteral(" led by a space");
  EXPECT_EQ(table.toCsv(), QStringLiteral("\"x, y\",\"say \"\"hi\"\"\",\"two\nlines\",\" led by a space\"\r\n"));
}

TEST(ChartTable, CellsOutsideAreEmpty) {
  ChartTable table;
  table.columns << QStringLiteral("a");
  table.rows.push_back({QStringLiteral("1")});
  EXPECT_EQ(table.cell(0, 0), QStringLiteral("1"));
  EXPECT_EQ(table.cell(0, 1), QString());
  EXPECT_EQ(table.cell(1, 0), QString());
  EXPECT_EQ(table.cell(-1, 0), QString());
  EXPECT_EQ(table.cell(0, -1), QString());
}

}  // namespace
}  // namespace shardscope::ui
