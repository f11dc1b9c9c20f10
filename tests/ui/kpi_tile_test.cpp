// SPDX-License-Identifier: Apache-2.0
#include "ui/controls/kpi_tile.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "tests/support/ui_slider.hpp"
#include "ui/theme/text_style.hpp"

namespace shardscope::ui {
namespace {

class KpiTileTest : public ::testing::TestWithParam<ThemeName> {
 protected:
  void SetUp() override {
    applyTheme(GetParam());
    state = {.title = QStringLiteral("Memory"),
             .value = QStringLiteral("Fits"),
             .unit = QStringLiteral("48.5 / 79.6 GiB"),
             .note = QStringLiteral("stage 0 · 61 %"),
             .valueTone = Tone::ok,
             .toolTip = QStringLiteral("Peak memory")};
    tile.render(state);
    uitest::present(tile, {200, 70});
    tile.clearFocus();
  }
  QColor color(Token token) const { return Theme::of(GetParam()).color(token); }
  int inked(Token token, QRectF area = {}) { return uitest::pixelsOf(tile.grab().toImage(), color(token), area); }

  KpiTile tile;
  KpiState state;
};
INSTANTIATE_TEST_SUITE_P(Both, KpiTileTest, uitest::bothThemes(), uitest::themeName);

TEST_P(KpiTileTest, ClickSpaceAndEnterExplain) {
  QSignalSpy clicked(&tile, &QAbstractButton::clicked);
  QTest::mouseClick(&tile, Qt::LeftButton);
  tile.setFocus();
  for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Enter}) QTest::keyClick(&tile, key);
  EXPECT_EQ(clicked.size(), 4);
}

TEST_P(KpiTileTest, AVerdictHasABarAndItsColor) {
  const QRectF bar(0, 0, 3, 70);
  EXPECT_EQ(inked(Token::ok, bar), 210);
  EXPECT_GT(inked(Token::ok, {4, 0, 196, 70}), 20);
  state.valueTone = Tone::bad;
  tile.render(state);
  EXPECT_EQ(inked(Token::bad, bar), 210);
  state.valueTone = Tone::neutral;
  tile.render(state);
  EXPECT_EQ(inked(Token::panel, bar), 210);
}

TEST_P(KpiTileTest, AnOkNoteColorsOnlyItsClaim) {
  state.valueTone = Tone::neutral;
  state.note = QStringLiteral("MMMM · WWWW");
  tile.render(state);
  EXPECT_EQ(inked(Token::ok), 0);
  state.noteTone = Tone::ok;
  tile.render(state);
  const int claim = inked(Token::ok);
  EXPECT_GT(claim, 0);
  state.noteTone = Tone::warn;
  tile.render(state);
  EXPECT_GT(inked(Token::warn), 0);
  EXPECT_EQ(inked(Token::ok), 0);
}

TEST_P(KpiTileTest, DimmedFiguresLoseTheTextColor) {
  state.valueTone = Tone::neutral;
  tile.render(state);
  EXPECT_GT(inked(Token::text), 0);
  state.dimmed = true;
  tile.render(state);
  EXPECT_EQ(inked(Token::text), 0);
  EXPECT_GT(inked(Token::secondaryText), 0);
}

TEST_P(KpiTileTest, FocusShowsARing) {
  const QRectF inside(8, 0, 184, 4);
  EXPECT_EQ(inked(Token::accent, inside), 0);
  tile.setFocus();
  EXPECT_GT(inked(Token::accent, inside), 300);
}

TEST_P(KpiTileTest, LongTextsStayInside) {
  state.value = QStringLiteral("Does not fit");
  state.unit = QStringLiteral("82.5 / 79.6 GiB");
  state.note = QStringLiteral("a very long note that no tile of this width could ever hold in one line");
  state.valueTone = Tone::neutral;
  tile.render(state);
  tile.resize(182, 60);
  const QImage image = tile.grab().toImage();
  for (int y = 0; y < image.height(); ++y) {
    ASSERT_EQ(image.pixelColor(image.width() - 1, y), color(Token::panel)) << y;
  }
}

TEST_P(KpiTileTest, HeightsOfTheStrip) {
  EXPECT_EQ(tile.sizeHint().height(), 69);
  tile.setCompact(true);
  EXPECT_EQ(tile.sizeHint().height(), 60);
  const int small = tile.sizeHint().height();
  setTextScale(1.4);
  tile.setProjector(true);
  EXPECT_GT(tile.sizeHint().height(), small * 1.4);
  setTextScale(1);
}

TEST_P(KpiTileTest, SpeaksEverythingItShows) {
  EXPECT_EQ(uitest::spoken(&tile), QStringLiteral("Memory, Fits 48.5 / 79.6 GiB, stage 0 · 61 % |  | Peak memory"));
}

}  // namespace
}  // namespace shardscope::ui
