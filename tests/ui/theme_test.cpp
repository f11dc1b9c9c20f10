// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/tokens.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFile>
#include <QIcon>
#include <QToolTip>
#include <utility>

#include "tests/support/ui_support.hpp"
#include "ui/theme/text_style.hpp"

namespace shardscope::ui {
namespace {

using uitest::contrast;

class ThemeTest : public ::testing::TestWithParam<ThemeName> {
 protected:
  const Theme& theme() const { return Theme::of(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Both, ThemeTest, ::testing::Values(ThemeName::light, ThemeName::dark),
                         [](const auto& parameter) { return parameter.param == ThemeName::light ? "light" : "dark"; });

TEST_P(ThemeTest, TextReachesContrastFive) {
  const std::pair<Token, Token> pairs[] = {
      {Token::text, Token::window},
      {Token::text, Token::panel},
      {Token::text, Token::alternate},
      {Token::text, Token::control},
      {Token::text, Token::accentFill},
      {Token::secondaryText, Token::window},
      {Token::secondaryText, Token::panel},
      {Token::secondaryText, Token::alternate},
      {Token::secondaryText, Token::control},
      {Token::accent, Token::panel},
      {Token::onAccent, Token::accent},
      {Token::ok, Token::panel},
      {Token::ok, Token::okFill},
      {Token::warn, Token::panel},
      {Token::warn, Token::warnFill},
      {Token::bad, Token::panel},
      {Token::bad, Token::badFill},
  };
  for (const auto& [text, ground] : pairs) {
    EXPECT_GE(contrast(theme().color(text), theme().color(ground)), 5.0)
        << static_cast<int>(text) << " on " << static_cast<int>(ground);
  }
}

TEST_P(ThemeTest, PaletteCarriesTheTokens) {
  applyTheme(GetParam());
  const QPalette palette = QApplication::palette();
  EXPECT_EQ(palette.color(QPalette::Window), theme().color(Token::window));
  EXPECT_EQ(palette.color(QPalette::Base), theme().color(Token::panel));
  EXPECT_EQ(palette.color(QPalette::Highlight), theme().color(Token::accent));
  EXPECT_EQ(palette.color(QPalette::ToolTipText), theme().color(Token::text));
  EXPECT_EQ(QToolTip::palette().color(QPalette::ToolTipBase), theme().color(Token::panel));
  EXPECT_NE(palette.color(QPalette::Disabled, QPalette::Text), palette.color(QPalette::Active, QPalette::Text));
  EXPECT_EQ(currentTheme().name(), GetParam());
}

constexpr const char* kIcons[] = {"open",    "save",    "undo", "redo", "lock",  "unlock", "link",  "export", "pin",
                                  "lessons", "present", "info", "warn", "error", "check",  "reset", "more",   "close"};

TEST_P(ThemeTest, IconsTakeTheirColorsFromThePalette) {
  applyTheme(GetParam());
  const QPalette palette = QApplication::palette();
  for (const char* name : kIcons) {
    const QIcon shown = icon(name);
    const auto inked = [&](QIcon::Mode mode, const QColor& color) {
      return uitest::pixelsOf(shown.pixmap(QSize(64, 64), 1.0, mode).toImage(), color);
    };
    EXPECT_GT(inked(QIcon::Normal, palette.color(QPalette::ButtonText)), 40) << name;
    EXPECT_GT(inked(QIcon::Disabled, palette.color(QPalette::Disabled, QPalette::ButtonText)), 40) << name;
    EXPECT_GT(inked(QIcon::Selected, palette.color(QPalette::HighlightedText)), 40) << name;
    const QImage warned = icon(name, Token::warn).pixmap(QSize(64, 64), 1.0).toImage();
    EXPECT_GT(uitest::pixelsOf(warned, theme().color(Token::warn)), 40) << name;
  }
}

TEST_P(ThemeTest, IconsAreSharpAtAnyRatioAndStayInside) {
  for (const char* name : kIcons) {
    const QPixmap doubled = icon(name).pixmap(QSize(16, 16), 2.0);
    EXPECT_EQ(doubled.size(), QSize(32, 32)) << name;
    const QImage image = doubled.toImage();
    for (int i = 0; i < 32; ++i) {
      EXPECT_EQ(image.pixelColor(i, 0).alpha() + image.pixelColor(0, i).alpha() + image.pixelColor(31, i).alpha() +
                    image.pixelColor(i, 31).alpha(),
                0)
          << name << " touches its edge";
    }
  }
}

TEST(Theme, TheDesignsOwnHexValues) {
  EXPECT_EQ(Theme::of(ThemeName::light).color(Token::window), QColor(0xE9, 0xEC, 0xF0));
  EXPECT_EQ(Theme::of(ThemeName::dark).color(Token::badFill), QColor(0x4B, 0x24, 0x22));
  EXPECT_EQ(Theme::memory(MemoryPart::overhead), QColor(0xAB, 0xB2, 0xBA));
  EXPECT_EQ(Theme::time(TimePart::dpExposed), QColor(0x69, 0x52, 0xE0));
  EXPECT_EQ(Theme::of(ThemeName::light).bubbleFill(), QColor(0xDD, 0xE2, 0xE8));
  EXPECT_EQ(Theme::of(ThemeName::dark).bubbleFill(), QColor(0x45, 0x4D, 0x57));
  EXPECT_EQ(Theme::overCapacity(), QColor(0xB3, 0x26, 0x1E));
  EXPECT_EQ(Theme::pin(5), QColor(0x8A, 0x33, 0x24));
  EXPECT_EQ(Theme::pin(99), Theme::pin(5));
}

TEST(Theme, HeatPassesTheTenColorsAndGrowsLighter) {
  EXPECT_EQ(Theme::heat(0), QColor(0x44, 0x39, 0x83));
  EXPECT_EQ(Theme::heat(1.0 / 9), QColor(0x3B, 0x52, 0x8B));
  EXPECT_EQ(Theme::heat(1), QColor(0xE4, 0xE2, 0x2B));
  EXPECT_EQ(Theme::heat(0.5 / 9), QColor(0x40, 0x46, 0x87));  // halfway: (44+3B)/2, (39+52)/2, (83+8B)/2
  EXPECT_EQ(Theme::heat(-1), Theme::heat(0));
  EXPECT_EQ(Theme::heat(7), Theme::heat(1));
  double before = 0;
  for (int i = 0; i <= 100; ++i) {
    const double lightness = uitest::contrast(Theme::heat(i / 100.0), Qt::black);
    EXPECT_GT(lightness, before) << i;
    before = lightness;
  }
}

TEST(Theme, TextOnAFillIsDarkOrWhiteByLuminance) {
  EXPECT_EQ(Theme::textOn(Theme::memory(MemoryPart::parameters)), QColor(Qt::white));
  EXPECT_EQ(Theme::textOn(Theme::memory(MemoryPart::activations)), QColor(0x14, 0x18, 0x1D));
  for (int i = 0; i < static_cast<int>(MemoryPart::count); ++i) {
    const QColor fill = Theme::memory(static_cast<MemoryPart>(i));
    EXPECT_GE(uitest::contrast(fill, Theme::textOn(fill)), 3.6) << fill.name().toStdString();
  }
}

TEST(Theme, MixingIsLinear) {
  EXPECT_EQ(mixed(QColor(200, 100, 0), QColor(100, 200, 50), 0.5), QColor(150, 150, 25));
  EXPECT_EQ(mixed(Qt::red, Qt::blue, 1), QColor(Qt::red));
}

TEST(TextStyle, SizesFollowTheBody) {
  const double body = textFont(TextRole::body).pointSizeF();
  EXPECT_NEAR(textFont(TextRole::figure).pointSizeF(), body * 20 / 12, 1e-9);
  EXPECT_NEAR(textFont(TextRole::secondary).pointSizeF(), body * 11 / 12, 1e-9);
  EXPECT_TRUE(textFont(TextRole::figure).bold());
  EXPECT_FALSE(textFont(TextRole::body).bold());
  const double before = scaled(100);
  setTextScale(1.4);
  EXPECT_NEAR(textFont(TextRole::body).pointSizeF(), body * 1.4, 1e-6);
  EXPECT_NEAR(scaled(100) / before, 1.4, 0.05);  // pixels are whole
  setTextScale(9);
  EXPECT_EQ(textScale(), 1.6);
  setTextScale(1);
  EXPECT_NEAR(textFont(TextRole::body).pointSizeF(), body, 1e-9);
  EXPECT_EQ(scaledInt(0.1), 1);
  EXPECT_EQ(scaledInt(0), 0);
}

}  // namespace
}  // namespace shardscope::ui
