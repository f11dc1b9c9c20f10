// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The config.json files opened last, newest first, kept among the settings of the user.

#include <QStringList>

namespace shardscope::ui {

QStringList recentConfigs();
void rememberConfig(const QString& absolutePath);

}  // namespace shardscope::ui
