// SPDX-License-Identifier: Apache-2.0
// How robust the candidates of the ranking are: the same as the command line says, at a glance, by word and by ear.
#include <gtest/gtest.h>

#include <QAccessible>
#include <QHeaderView>
#include <QTableView>
#include <QTest>

#include "core/sweep/compared_rows.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"
#include "ui/views/sweep_rank_model.hpp"
#include "ui/views/sweep_rank_table.hpp"

namespace shardscope::ui {
namespace {

class SweepRobustTest : public testing::Test {
 protected:
  SweepRobustTest() : store(uitest::designScenario()), board(store), view(board) {
    board.setActive(true);
    board.waitUntilDone();
    uitest::present(view, QSize(1300, 400));
  }
  ~SweepRobustTest() override { setLanguage(Language::en); }
  SweepRankModel& model() { return *view.model(); }
  QModelIndex cell(int row, RankColumn column) { return model().index(row, static_cast<int>(column)); }
  int firstThat(bool fragile) {
    for (int row = 0; row < model().rowCount(); ++row)
      if (model().at(row).rank > 0 && isFragile(model().at(row)) == fragile) return row;
    ADD_FAILURE() << "the design's scenario has both kinds";
    return 0;
  }
  int warnPixels(int row) {
    const QRectF area(view.table()->visualRect(cell(row, RankColumn::worst)));
    return uitest::pixelsOf(view.table()->viewport()->grab().toImage(), Theme::of(ThemeName::light).color(Token::warn),
                            area);
  }

  ScenarioStore store;
  SweepBoard board;
  SweepRankTable view;
};

TEST_F(SweepRobustTest, EveryRowIsAsRobustAsTheCommandLineSays) {
  const auto& asked = *board.outcome()->request;
  ASSERT_TRUE(asked.options.reference);
  const auto result = runSweep(asked.space, asked.options);
  ASSERT_GT(result.top.size(), kListedRows) << "more are compared than listed";
  const ComparedRows compared(asked.space, asked.options, result);
  for (std::size_t i = 0; i < kListedRows; ++i)
    EXPECT_EQ(model().at(static_cast<int>(i)).robustness, compared.robustness(result.top[i])) << i;
  const auto& live = model().at(model().currentRow());
  ASSERT_TRUE(live.robustness);
  EXPECT_EQ(*live.robustness, compared.robustness(*asked.options.reference));
  view.model()->setFrontOnly(true);
  for (int row = 0; row < model().rowCount(); ++row)
    EXPECT_TRUE(model().at(row).robustness) << "of the front too, row " << row;
}

TEST_F(SweepRobustTest, AFragileOptimumShowsAtAGlance) {
  const int fragile = firstThat(true), robust = firstThat(false);
  view.table()->scrollTo(cell(fragile, RankColumn::worst));
  EXPECT_GT(warnPixels(fragile), 20) << "an amber mark and number";
  view.table()->scrollTo(cell(robust, RankColumn::worst));
  EXPECT_EQ(warnPixels(robust), 0);
  const auto& row = model().at(fragile);
  EXPECT_EQ(row.note.tone, NoteTone::warn);
  EXPECT_TRUE(row.note.text.contains(QStringLiteral("fragile")));
  EXPECT_NE(model().at(robust).note.tone, NoteTone::warn);
  uitest::keepPicture(view, QStringLiteral("robust"));
}

TEST_F(SweepRobustTest, TheToolTipSaysInWhichWorldInBothLanguages) {
  const int row = firstThat(true);
  for (const auto column : {RankColumn::worst, RankColumn::robustRank, RankColumn::note}) {
    const QString story = cell(row, column).data(Qt::ToolTipRole).toString();
    for (const char* part : {"Fragile: ", "network 20 % slower", "Robust rank "})
      EXPECT_TRUE(story.contains(QString::fromUtf8(part))) << part << " in " << story.toStdString();
    EXPECT_LE(story.count(u'\n'), 3);
  }
  const QString story = cell(firstThat(false), RankColumn::worst).data(Qt::ToolTipRole).toString();
  EXPECT_TRUE(story.contains(QStringLiteral("Robust: "))) << story.toStdString();
  setLanguage(Language::zhCn);
  QCoreApplication::processEvents();
  EXPECT_TRUE(cell(row, RankColumn::worst).data(Qt::ToolTipRole).toString().contains(QStringLiteral("脆弱")));
  EXPECT_TRUE(model().at(row).note.text.contains(QStringLiteral("脆弱")));
  EXPECT_TRUE(columnName(RankColumn::robustRank).contains(QStringLiteral("稳健")));
}

TEST_F(SweepRobustTest, AScreenReaderHearsIt) {
  const int row = firstThat(true);
  auto* table = QAccessible::queryAccessibleInterface(view.table());
  ASSERT_NE(table, nullptr);
  ASSERT_NE(table->tableInterface(), nullptr);
  auto* spoken = table->tableInterface()->cellAt(row, static_cast<int>(RankColumn::worst));
  ASSERT_NE(spoken, nullptr);
  const QString text = spoken->text(QAccessible::Name);
  EXPECT_TRUE(text.startsWith(QStringLiteral("Worst %: "))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("Fragile: "))) << text.toStdString();
  EXPECT_FALSE(text.contains(u'\n'));
}

TEST_F(SweepRobustTest, AClickOnItsHeaderRanksByTheWorstCase) {
  auto* header = view.table()->horizontalHeader();
  const int section = static_cast<int>(RankColumn::robustRank);
  ASSERT_FALSE(view.table()->isColumnHidden(section)) << "shown without being asked for";
  const QPoint middle(header->sectionViewportPosition(section) + header->sectionSize(section) / 2,
                      header->height() / 2);
  QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, middle);
  if (header->sortIndicatorOrder() != Qt::AscendingOrder)
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, middle);
  std::size_t last = 0;
  for (int row = 0; row < model().rowCount(); ++row) {
    ASSERT_TRUE(model().at(row).robustness);
    EXPECT_GT(model().at(row).robustness->rank, last) << "no two alike";
    last = model().at(row).robustness->rank;
  }
  EXPECT_FALSE(isFragile(model().at(0)));
}

TEST_F(SweepRobustTest, InANarrowTableTheRankGivesWayToWholeRemarksUnlessItIsAskedFor) {
  const int rank = static_cast<int>(RankColumn::robustRank);
  const auto hidden = [&] { return view.table()->isColumnHidden(rank); };
  EXPECT_FALSE(hidden());
  view.resize(940, 400);
  EXPECT_TRUE(hidden());
  EXPECT_FALSE(view.table()->isColumnHidden(static_cast<int>(RankColumn::worst))) << "the amber mark stays";
  view.showColumn(rank, true);
  EXPECT_FALSE(hidden());
  view.resize(930, 400);
  EXPECT_FALSE(hidden());
  SweepRankTable grows(board);
  uitest::present(grows, QSize(600, 200));
  grows.resize(1118, 260);
  EXPECT_FALSE(grows.table()->isColumnHidden(rank)) << "as wide as the window of the design makes it";
  SweepRankTable other(board);
  uitest::present(other, QSize(940, 400));
  EXPECT_TRUE(other.table()->isColumnHidden(rank));
  other.resize(1400, 400);
  EXPECT_FALSE(other.table()->isColumnHidden(rank)) << "back with the room";
}

TEST(Fragile, IsWhatOnlyAWorseWorldMakesBad) {
  RankRow row;
  row.line.row.verdict = Verdict::fits;
  EXPECT_FALSE(isFragile(row)) << "not known";
  EXPECT_EQ(robustStory(row), QString());
  row.robustness = Robustness{.worstRegret = 0.2, .statedRegret = 0.19};
  EXPECT_FALSE(isFragile(row)) << "slow in every world";
  row.robustness->statedRegret = 0.1;
  EXPECT_TRUE(isFragile(row));
  row.robustness = Robustness{.load = 1, .verdict = Verdict::tight};
  EXPECT_TRUE(isFragile(row)) << "fuller experts need more memory";
  EXPECT_TRUE(robustStory(row).contains(QStringLiteral("it is tight")));
  row.line.row.verdict = Verdict::tight;
  EXPECT_FALSE(isFragile(row)) << "tight as it is";
  row.robustness->verdict = Verdict::doesNotFit;
  EXPECT_TRUE(isFragile(row));
  EXPECT_TRUE(robustStory(row).contains(QStringLiteral("it does not fit")));
}

}  // namespace
}  // namespace shardscope::ui
