// SPDX-License-Identifier: Apache-2.0
// The tests themselves: what one process writes, no other one reads or removes.
#include <gtest/gtest.h>

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace shardscope::ui {
namespace {

TEST(TestIsolation, settingsAndDataAreThoseOfThisProcess) {
  const QString own = QFileInfo(qEnvironmentVariable("XDG_CONFIG_HOME")).path();
  ASSERT_TRUE(own.startsWith(QDir::tempPath())) << own.toStdString();
  EXPECT_TRUE(QSettings().fileName().startsWith(own)) << QSettings().fileName().toStdString();
  for (const auto place : {QStandardPaths::AppDataLocation, QStandardPaths::AppConfigLocation,
                           QStandardPaths::CacheLocation, QStandardPaths::GenericConfigLocation}) {
    const QString path = QStandardPaths::writableLocation(place);
    EXPECT_TRUE(path.startsWith(own)) << path.toStdString();
  }
}

}  // namespace
}  // namespace shardscope::ui
