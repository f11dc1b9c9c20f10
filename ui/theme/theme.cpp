// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QPalette>
#include <QToolTip>

#include "ui/theme/base_font.hpp"
#include "ui/theme/theme_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

void setDisabled(QPalette& palette, const Theme& theme) {
  const QColor faint = mixed(theme.color(Token::secondaryText), theme.color(Token::panel), 0.6);
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                                         QPalette::PlaceholderText, QPalette::Link, QPalette::ToolTipText}) {
    palette.setColor(QPalette::Disabled, role, faint);
  }
  palette.setColor(QPalette::Disabled, QPalette::Base, theme.color(Token::alternate));
  palette.setColor(QPalette::Disabled, QPalette::Button, theme.color(Token::alternate));
  palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.color(Token::border));
  palette.setColor(QPalette::Disabled, QPalette::HighlightedText, faint);
}

QPalette paletteOf(const Theme& theme) {
  const std::pair<QPalette::ColorRole, Token> roles[] = {
      {QPalette::Window, Token::window},
      {QPalette::WindowText, Token::text},
      {QPalette::Base, Token::panel},
      {QPalette::AlternateBase, Token::alternate},
      {QPalette::Text, Token::text},
      {QPalette::PlaceholderText, Token::secondaryText},
      {QPalette::Button, Token::control},
      {QPalette::ButtonText, Token::text},
      {QPalette::BrightText, Token::bad},
      {QPalette::Highlight, Token::accent},
      {QPalette::HighlightedText, Token::onAccent},
      {QPalette::Link, Token::accent},
      {QPalette::LinkVisited, Token::accent},
      {QPalette::ToolTipBase, Token::panel},
      {QPalette::ToolTipText, Token::text},
      {QPalette::Light, Token::panel},
      {QPalette::Midlight, Token::softBorder},
      {QPalette::Mid, Token::border},
      {QPalette::Dark, Token::hatch},
      {QPalette::Shadow, Token::secondaryText},
  };
  QPalette palette;
  for (const auto& [role, token] : roles) palette.setColor(role, theme.color(token));
  setDisabled(palette, theme);
  return palette;
}

}  // namespace

const Theme& currentTheme() {
  const bool dark = QApplication::palette().color(QPalette::Window).lightness() < 128;
  return Theme::of(dark ? ThemeName::dark : ThemeName::light);
}

void applyTheme(ThemeName name) {
  if (qobject_cast<ThemeStyle*>(QApplication::style()) == nullptr) QApplication::setStyle(new ThemeStyle);
  const QPalette palette = paletteOf(Theme::of(name));
  if (palette != QApplication::palette()) QApplication::setPalette(palette);
  QToolTip::setPalette(palette);
  applyBaseFont();
}

}  // namespace shardscope::ui
