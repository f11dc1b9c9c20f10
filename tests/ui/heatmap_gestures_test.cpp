// SPDX-License-Identifier: Apache-2.0
// Mouse and keys on the map.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include "tests/support/ui_support.hpp"
#include "tests/ui/heatmap_grid.hpp"

namespace shardscope::ui {
namespace {

using namespace uitest;

TEST(HeatmapGestures, ClickAppliesCtrlClickPins) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  QWidget* surface = map.findChild<QWidget*>();
  QSignalSpy applied(&map, &Heatmap::applyRequested), pinned(&map, &Heatmap::pinRequested);
  QTest::mouseClick(surface, Qt::LeftButton, {}, map.cellRect(7).center().toPoint());
  ASSERT_EQ(applied.count(), 1);
  EXPECT_EQ(applied[0][0].toInt(), 7);
  EXPECT_EQ(map.focusedCell(), 7);
  QTest::mouseClick(surface, Qt::LeftButton, Qt::ControlModifier, map.cellRect(3).center().toPoint());
  ASSERT_EQ(pinned.count(), 1);
  EXPECT_EQ(pinned[0][0].toInt(), 3);
  QTest::mouseClick(surface, Qt::LeftButton, {}, map.cellRect(kTight).center().toPoint());
  EXPECT_EQ(applied.count(), 2);
  QTest::mouseClick(surface, Qt::RightButton, {}, map.cellRect(7).center().toPoint());
  EXPECT_EQ(applied.count(), 2);
}

TEST(HeatmapGestures, CellsThatCannotRunTellWhyInsteadOfApplying) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  QSignalSpy applied(&map, &Heatmap::applyRequested), pinned(&map, &Heatmap::pinRequested);
  for (const int cell : {kInvalid, kOom}) {
    QTest::mouseClick(map.findChild<QWidget*>(), Qt::LeftButton, {}, map.cellRect(cell).center().toPoint());
    EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("story of cell %1").arg(cell)));
    EXPECT_FALSE(QToolTip::text().contains(QStringLiteral("applies")));
    QTest::mouseClick(map.findChild<QWidget*>(), Qt::LeftButton, Qt::ControlModifier,
                      map.cellRect(cell).center().toPoint());
  }
  EXPECT_EQ(applied.count(), 0);
  EXPECT_EQ(pinned.count(), 0);
  QToolTip::hideText();
}

TEST(HeatmapGestures, ArrowsMoveEnterAndAApplyCtrlEnterPins) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  map.setFocus(Qt::TabFocusReason);
  QSignalSpy applied(&map, &Heatmap::applyRequested), pinned(&map, &Heatmap::pinRequested);
  EXPECT_EQ(map.focusedCell(), kCurrent) << "the keyboard starts where the user is";
  QTest::keyClick(&map, Qt::Key_Up);
  EXPECT_EQ(map.focusedCell(), 7);
  EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("story of cell 7")));
  QTest::keyClick(&map, Qt::Key_Left);
  EXPECT_EQ(map.focusedCell(), 6);
  QTest::keyClick(&map, Qt::Key_Left);
  EXPECT_EQ(map.focusedCell(), 6) << "the edge is the edge";
  QTest::keyClick(&map, Qt::Key_Return);
  QTest::keyClick(&map, Qt::Key_End);
  QTest::keyClick(&map, Qt::Key_A);
  ASSERT_EQ(applied.count(), 2);
  EXPECT_EQ(applied[0][0].toInt(), 6);
  EXPECT_EQ(applied[1][0].toInt(), 8);
  QTest::keyClick(&map, Qt::Key_Down);
  QTest::keyClick(&map, Qt::Key_Return, Qt::ControlModifier);
  ASSERT_EQ(pinned.count(), 1);
  EXPECT_EQ(pinned[0][0].toInt(), 5);
  const QColor accent = Theme::of(ThemeName::light).color(Token::accent);
  EXPECT_GT(pixelsOf(map.grab().toImage(), accent, map.cellRect(5).adjusted(-4, -4, 4, 4)), 60) << "a visible ring";
  QToolTip::hideText();
}

TEST(HeatmapGestures, HoverIsTold) {
  Heatmap map;
  show(map);
  present(map, kPanel);
  QWidget* surface = map.findChild<QWidget*>();
  QSignalSpy hovered(&map, &Heatmap::hovered);
  QTest::mouseMove(surface, map.cellRect(5).center().toPoint());
  QTest::mouseMove(surface, QPoint(2, 2));
  ASSERT_EQ(hovered.count(), 2);
  EXPECT_EQ(hovered[0][0].toInt(), 5);
  EXPECT_EQ(hovered[1][0].toInt(), -1);
}

}  // namespace
}  // namespace shardscope::ui
