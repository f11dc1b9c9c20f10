// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/system_theme.hpp"

#include <QGuiApplication>
#include <QPalette>
#include <QStyleHints>

namespace shardscope::ui {

ThemeName systemTheme() {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
  return QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark ? ThemeName::dark : ThemeName::light;
#else
  static const bool isDark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
  return isDark ? ThemeName::dark : ThemeName::light;
#endif
}

void onSystemThemeChange(QObject* context, const std::function<void()>& changed) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
  QObject::connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, context, changed);
#else
  static_cast<void>(context);
  static_cast<void>(changed);
#endif
}

}  // namespace shardscope::ui
