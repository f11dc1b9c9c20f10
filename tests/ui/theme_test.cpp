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
      {Token::text, Token::window},          {Token::text, Token::panel},        {Token::text, Token::alternate},
      {Token::text, Token::control},         {Token::text, Token::accentFill},   {Token::secondaryText, Token::window},
      {Token::secondaryText, Token::panel},  {Token::secondaryText, Token::alternate},
      {Token::secondaryText, Token::control}, {Token::accent, Token::panel},     {Token::onAccent, Token::accent},
      {Token::ok, Token::panel},             {Token::ok, Token::okFill},         {Token::warn, Token::panel},
      {Token::warn, Token::warnFill},        {Token::bad, Token::panel},         {Token::bad, Token::badFill},
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

}  // namespace
}  // namespace shardscope::ui
