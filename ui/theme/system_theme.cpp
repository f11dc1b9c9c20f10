// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/system_theme.hpp"

#include <QGuiApplication>
#include <QPalette>
#include <QSettings>
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

bool wantsLessMotion(const QString& configFolder) {
  const QSettings kde(configFolder + QStringLiteral("/kdeglobals"), QSettings::IniFormat);
  const QSettings gtk(configFolder + QStringLiteral("/gtk-3.0/settings.ini"), QSettings::IniFormat);
  return kde.value(QStringLiteral("KDE/AnimationDurationFactor"), 1).toDouble() == 0 ||
         !gtk.value(QStringLiteral("Settings/gtk-enable-animations"), true).toBool();
}

}  // namespace shardscope::ui
