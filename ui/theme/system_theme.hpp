// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Light or dark as the desktop wears it.

#include <QObject>
#include <functional>

#include "ui/theme/tokens.hpp"

namespace shardscope::ui {

// Before Qt 6.5 it is known only at the start: the first call must come before applyTheme().
ThemeName systemTheme();
// Calls `changed` while `context` lives, whenever the desktop changes (Qt 6.5 and later).
void onSystemThemeChange(QObject* context, const std::function<void()>& changed);

// Whether the desktop's settings (KDE's and GTK's, below this folder) ask for no animations.
bool wantsLessMotion(const QString& configFolder);

}  // namespace shardscope::ui
