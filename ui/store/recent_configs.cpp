// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/recent_configs.hpp"

#include <QSettings>

namespace shardscope::ui {
namespace {

constexpr char kSetting[] = "models/recent";
constexpr int kMost = 6;

}  // namespace

QStringList recentConfigs() { return QSettings().value(QLatin1String(kSetting)).toStringList().mid(0, kMost); }

void rememberConfig(const QString& absolutePath) {
  auto files = recentConfigs();
  files.removeAll(absolutePath);
  files.prepend(absolutePath);
  QSettings().setValue(QLatin1String(kSetting), files.mid(0, kMost));
}

}  // namespace shardscope::ui
