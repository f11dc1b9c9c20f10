// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The user's choices for the sweep among the preferences.

#include "ui/store/sweep_settings.hpp"

class QSettings;

namespace shardscope::ui {

void saveSweepSettings(const SweepSettings& sweep, QSettings& settings);
SweepSettings restoredSweepSettings(const QSettings& settings);  // the usual ones where nothing sensible is kept

}  // namespace shardscope::ui
