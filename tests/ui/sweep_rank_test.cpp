// SPDX-License-Identifier: Apache-2.0
// The ranked table: order, columns, copy, the row that stays in sight, apply and pin.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include "core/cost/evaluate.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/views/sweep_rank_model.hpp"
#include "ui/views/sweep_rank_table.hpp"

namespace shardscope::ui {
namespace {

class SweepRankTest : public testing::Test {
 protected:
  SweepRankTest() : store(uitest::designScenario()), board(store), view(board) {
    board.setActive(true);
    board.waitUntilDone();
    QObject::connect(&view, &SweepRankTable::applyRequested, &view,
                     [this](const Scenario& scenario, const QString& what) {
                       applied.push_back(scenario);
                       store.replace(scenario, what);
                     });
    QObject::connect(&view, &SweepRankTable::pinRequested, &view,
                     [this](const Scenario& scenario) { pinned.push_back(scenario); });
    uitest::present(view, QSize(1100, 260));
  }
  SweepRankModel& model() { return *view.model(); }
  double key(int row, RankColumn column) { return sortKey(model().at(row), column); }
  void sortBy(RankColumn column, Qt::SortOrder order) { view.table()->sortByColumn(static_cast<int>(column), order); }
  QPoint middleOf(int row) {
    const auto index = model().index(row, static_cast<int>(RankColumn::mfu));
    return view.table()->visualRect(index).center();
  }

  ScenarioStore store;
  SweepBoard board;
  SweepRankTable view;
  std::vector<Scenario> applied, pinned;
};

TEST_F(SweepRankTest, RowsAreTheRankingThenTheLiveConfiguration) {
  const auto& top = board.outcome()->result.top;
  ASSERT_EQ(model().rowCount(), static_cast<int>(top.size()) + 1);
  for (int i = 0; i < static_cast<int>(top.size()); ++i) {
    EXPECT_EQ(model().at(i).rank, static_cast<std::uint64_t>(i) + 1);
    EXPECT_EQ(model().at(i).line.row, top[static_cast<std::size_t>(i)]);
  }
  const auto& live = model().at(model().currentRow());
  EXPECT_EQ(live.rank, *board.rank());
  EXPECT_EQ(live.line.row.peak, store.report().memory.peak.count());
  EXPECT_EQ(live.note.tone, NoteTone::current);
  const QAbstractItemModelTester tester(&model(), QAbstractItemModelTester::FailureReportingMode::Warning);
}

TEST_F(SweepRankTest, EveryColumnSortsBothWaysAndKeepsTheOrderOfEqualRows) {
  const QAbstractItemModelTester tester(&model(), QAbstractItemModelTester::FailureReportingMode::Warning);
  for (int i = 0; i < kRankColumns; ++i) {
    const auto column = static_cast<RankColumn>(i);
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
      sortBy(column, order);
      for (int row = 0; row + 1 < model().rowCount(); ++row) {
        const double a = key(row, column), b = key(row + 1, column);
        EXPECT_TRUE(order == Qt::AscendingOrder ? a <= b : a >= b) << columnName(column).toStdString();
        const auto rank = model().at(row).rank, next = model().at(row + 1).rank;
        if (a == b && rank > 0 && next > 0) {
          EXPECT_LT(rank, next) << "stable: " << columnName(column).toStdString();
        }
      }
    }
  }
}

TEST_F(SweepRankTest, TheSelectionMovesWithItsRow) {
  view.table()->selectRow(3);
  const auto line = model().at(3).line;
  sortBy(RankColumn::peak, Qt::AscendingOrder);
  const auto selected = view.table()->selectionModel()->selectedRows();
  ASSERT_EQ(selected.size(), 1);
  EXPECT_EQ(model().at(selected.front().row()).line, line);
}

TEST_F(SweepRankTest, ParetoOnlyShowsTheWholeFront) {
  QTest::mouseClick(view.frontOnly(), Qt::LeftButton);
  int front = 0;
  for (int i = 0; i < model().rowCount(); ++i) front += model().at(i).isFront ? 1 : 0;
  EXPECT_EQ(front, static_cast<int>(board.outcome()->result.front.size()));
  EXPECT_GE(front, model().rowCount() - 1);
  QTest::mouseClick(view.frontOnly(), Qt::LeftButton);
  EXPECT_EQ(model().rowCount(), static_cast<int>(board.outcome()->result.top.size()) + 1);
}

TEST_F(SweepRankTest, TheLiveRowStaysInSight) {
  EXPECT_TRUE(view.pinned()->isVisible()) << "rank 100 and more is far below";
  EXPECT_EQ(view.pinned()->model()->rowCount(), 1);
  view.table()->scrollToBottom();
  EXPECT_FALSE(view.pinned()->isVisible());
  view.table()->scrollToTop();
  ASSERT_TRUE(view.pinned()->isVisible());
  for (int column = 0; column < kRankColumns; ++column) {
    ASSERT_EQ(view.pinned()->isColumnHidden(column), view.table()->isColumnHidden(column));
    if (view.table()->isColumnHidden(column) || column == static_cast<int>(RankColumn::note)) continue;
    EXPECT_EQ(view.pinned()->columnWidth(column), view.table()->columnWidth(column));
    EXPECT_EQ(view.pinned()->columnViewportPosition(column), view.table()->columnViewportPosition(column));
  }
  uitest::keepPicture(view, QStringLiteral("ranking"));
}

TEST_F(SweepRankTest, EnterAndDoubleClickApplyInOneUndoStep) {
  QTest::mouseDClick(view.table()->viewport(), Qt::LeftButton, {}, middleOf(2));
  ASSERT_EQ(applied.size(), 1u);
  const auto report = evaluate(applied.back());
  EXPECT_EQ(report.time.step.count(), board.outcome()->result.top[2].step);
  view.table()->setCurrentIndex(model().index(0, 0));
  QTest::keyClick(view.table(), Qt::Key_Return);
  ASSERT_EQ(applied.size(), 2u);
  EXPECT_EQ(evaluate(applied.back()).time.step.count(), board.outcome()->result.top[0].step);
  store.undo();
  EXPECT_EQ(store.scenario(), applied.front());
  store.undo();
  EXPECT_EQ(store.scenario(), uitest::designScenario());
}

TEST_F(SweepRankTest, CtrlClickAndCtrlEnterPin) {
  QTest::mouseClick(view.table()->viewport(), Qt::LeftButton, Qt::ControlModifier, middleOf(1));
  view.table()->setCurrentIndex(model().index(2, 0));
  QTest::keyClick(view.table(), Qt::Key_Return, Qt::ControlModifier);
  ASSERT_EQ(pinned.size(), 2u);
  EXPECT_EQ(evaluate(pinned[0]).time.step.count(), board.outcome()->result.top[1].step);
  EXPECT_EQ(evaluate(pinned[1]).time.step.count(), board.outcome()->result.top[2].step);
  EXPECT_TRUE(applied.empty());
}

TEST_F(SweepRankTest, ApplyFirstTakesTheBestWhateverTheOrderOnTheScreen) {
  sortBy(RankColumn::peak, Qt::AscendingOrder);
  QTest::mouseClick(view.applyFirst(), Qt::LeftButton);
  ASSERT_EQ(applied.size(), 1u);
  EXPECT_EQ(evaluate(applied.back()).throughput.mfu, board.outcome()->result.top.front().mfu);
  EXPECT_EQ(model().at(model().currentRow()).rank, 1u) << "the best row is the live one now";
  EXPECT_EQ(model().rowCount(), static_cast<int>(board.outcome()->result.top.size()));
}

TEST_F(SweepRankTest, CopyIsTabSeparatedAsShown) {
  view.table()->selectRow(1);
  QTest::keyClick(view.table(), Qt::Key_C, Qt::ControlModifier);
  const auto lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
  ASSERT_EQ(lines.size(), 2);
  const auto header = lines[0].split(u'\t'), cells = lines[1].split(u'\t');
  ASSERT_EQ(header.size(), cells.size());
  EXPECT_EQ(cells[header.indexOf(QStringLiteral("#"))], QStringLiteral("2"));
  EXPECT_EQ(cells[header.indexOf(QStringLiteral("MFU %"))],
            QString::number(board.outcome()->result.top[1].mfu * 100, 'f', 1));
  EXPECT_FALSE(header.contains(QStringLiteral("Schedule"))) << "hidden columns stay out";
}

TEST_F(SweepRankTest, CsvHoldsTheWholeRanking) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("排名 1.csv"));
  ASSERT_EQ(view.writeCsv(path), QString());
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(file.readAll().count("\r\n"), static_cast<qsizetype>(board.outcome()->result.top.size()) + 1);
  EXPECT_TRUE(view.writeCsv(QStringLiteral("/proc/nowhere/x.csv")).contains(QStringLiteral("/proc/nowhere/x.csv")));
  view.frontOnly()->setChecked(true);
  ASSERT_EQ(view.writeCsv(path), QString());
  file.close();
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(file.readAll().count("\r\n"), static_cast<qsizetype>(board.outcome()->result.front.size()) + 1);
}

TEST_F(SweepRankTest, ColumnsFollowTheSearchUntilTheUserChooses) {
  const auto hidden = [&](RankColumn column) { return view.table()->isColumnHidden(static_cast<int>(column)); };
  EXPECT_TRUE(hidden(RankColumn::schedule));
  auto settings = board.settings();
  settings.setFree({Dim::schedule}, true);
  board.setSettings(settings);
  EXPECT_FALSE(hidden(RankColumn::schedule)) << "searched, so shown";
  view.showColumn(static_cast<int>(RankColumn::schedule), false);
  view.showColumn(static_cast<int>(RankColumn::etp), true);
  EXPECT_TRUE(hidden(RankColumn::schedule));
  EXPECT_FALSE(hidden(RankColumn::etp));
  const QTemporaryDir folder;
  QSettings kept(folder.filePath(QStringLiteral("a.ini")), QSettings::IniFormat);
  view.save(kept);
  SweepRankTable other(board);
  other.restore(kept);
  EXPECT_TRUE(other.table()->isColumnHidden(static_cast<int>(RankColumn::schedule)));
  EXPECT_FALSE(other.table()->isColumnHidden(static_cast<int>(RankColumn::etp)));
}

// Saved by word, so that a column that comes in between shifts nobody's choice.
TEST_F(SweepRankTest, EveryColumnIsSavedByItsWord) {
  const QTemporaryDir folder;
  for (int i = 0; i < kRankColumns; ++i) {
    QSettings kept(folder.filePath(QStringLiteral("%1.ini").arg(i)), QSettings::IniFormat);
    SweepRankTable first(board);
    const bool shown = !first.table()->isColumnHidden(i);
    first.showColumn(i, !shown);
    first.save(kept);
    const auto entries = kept.value(QStringLiteral("sweep/columns")).toStringList();
    ASSERT_EQ(entries.size(), 1);
    EXPECT_FALSE(entries.front().at(0).isDigit()) << entries.front().toStdString();
    SweepRankTable second(board);
    second.restore(kept);
    for (int column = 0; column < kRankColumns; ++column)
      EXPECT_EQ(second.table()->isColumnHidden(column), first.table()->isColumnHidden(column)) << i << ", " << column;
  }
}

// The form of before: places in the order of that time.
TEST_F(SweepRankTest, PlacesOfAnOlderVersionAreRead) {
  const QTemporaryDir folder;
  QSettings kept(folder.filePath(QStringLiteral("old.ini")), QSettings::IniFormat);
  kept.setValue(QStringLiteral("sweep/columns"),
                QStringList{QStringLiteral("12=1"), QStringLiteral("26=0"), QStringLiteral("27=0"),
                            QStringLiteral("-1=0"), QStringLiteral("colour=1"), QStringLiteral("nonsense")});
  SweepRankTable table(board);
  table.restore(kept);
  for (int i = 0; i < kRankColumns; ++i) {
    const auto column = static_cast<RankColumn>(i);
    if (column == RankColumn::worst || column == RankColumn::robustRank) continue;  // they give way to the room
    const bool shown = column == RankColumn::etp || (column != RankColumn::note && !view.table()->isColumnHidden(i));
    EXPECT_EQ(!table.table()->isColumnHidden(i), shown) << word(column);
  }
}

// The list's own scroll bar takes room too; whatever the width, no second one covers a row of a table that fits.
TEST_F(SweepRankTest, NothingHasToBeScrolledSidewaysWhileTheRemarkCanGiveWay) {
  for (int width = 1400; width > 980; width -= 7) {
    view.resize(width, 260);
    QApplication::processEvents();
    EXPECT_FALSE(view.table()->horizontalScrollBar()->isVisible()) << width;
    EXPECT_EQ(view.table()->horizontalScrollBar()->maximum(), 0) << width;
  }
}

TEST_F(SweepRankTest, WhatIsTightSaysSoAndRanksBehindWhatFits) {
  QTest::mouseClick(view.frontOnly(), Qt::LeftButton);  // the front reaches up to the capacity
  int tight = 0;
  for (int i = 0; i < model().rowCount(); ++i) {
    const auto& row = model().at(i);
    if (row.isCurrent || row.line.row.verdict != Verdict::tight) continue;
    ++tight;
    EXPECT_EQ(row.note.tone, NoteTone::warn);
    EXPECT_TRUE(row.note.text.contains(QStringLiteral("tight")));
    EXPECT_EQ(row.rank, 0u) << "hundreds that fit come first";
  }
  EXPECT_EQ(model().at(0).line.row.verdict, Verdict::fits);
}

TEST_F(SweepRankTest, AnImpossibleScenarioHasNoLiveRow) {
  auto broken = store.scenario();
  broken.parallel.dp = 3;
  store.replace(broken, QStringLiteral("DP 3"));
  board.waitUntilDone();
  EXPECT_EQ(model().currentRow(), -1);
  EXPECT_FALSE(view.pinned()->isVisible());
  EXPECT_GT(model().rowCount(), 0);
}

}  // namespace
}  // namespace shardscope::ui
