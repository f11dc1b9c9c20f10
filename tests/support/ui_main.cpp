// SPDX-License-Identifier: Apache-2.0
// The main of ui_tests: one QApplication, no trace of the user's own settings, and no warning passes unnoticed.

#include <gtest/gtest.h>

#include <QApplication>
#include <QCursor>
#include <QDir>
#include <QFontMetrics>
#include <QLocale>
#include <QScreen>
#include <QTemporaryDir>
#include <cstdio>

#include "tests/support/ui_support.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace {

using shardscope::ui::ThemeName;

void onMessage(QtMsgType type, const QMessageLogContext&, const QString& message) {
  // The offscreen platform says so of size hints, raise() and grabs, whatever the program does.
  if (message.startsWith(QLatin1String("This plugin does not support "))) return;
  if (type == QtFatalMsg || type == QtDebugMsg || type == QtInfoMsg) {
    std::fprintf(stderr, "%s\n", qPrintable(message));
    return;
  }
  if (shardscope::uitest::isAllowed(message)) return;
  ADD_FAILURE() << "unexpected warning: " << message.toStdString();
}

// Settings and data of this process alone: tests run side by side, and Qt's own test mode would give all of them one
// folder (~/.qttest), where one test removes what another has just written. Before QApplication reads the paths.
void isolate(const QString& folder) {
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"}) {
    const QString path = folder + QLatin1Char('/') + QString::fromLatin1(name).toLower();
    QDir().mkpath(path);
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv(name, path.toLocal8Bit());
  }
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QLocale::setDefault(QLocale::c());
}

// Without fonts every glyph is a box and everything else still passes.
class Fonts : public testing::Environment {
 public:
  void SetUp() override {
    const QFontMetrics metrics(QApplication::font());
    ASSERT_TRUE(metrics.inFontUcs4(U'A'))
        << "No font with Latin letters is installed. Debian, Ubuntu: apt-get install fonts-noto-core";
    ASSERT_TRUE(metrics.inFontUcs4(U'中'))
        << "No font with Chinese characters is installed. Debian, Ubuntu: apt-get install fonts-noto-cjk";
  }
};

// Every test starts in the light theme at normal text size with the pointer out of the way, whatever the one before
// left behind.
class SameStart : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override {
    shardscope::ui::applyTheme(ThemeName::light);
    if (shardscope::ui::textScale() != 1) shardscope::ui::setTextScale(1);
    QCursor::setPos(QGuiApplication::primaryScreen()->geometry().bottomRight());
    QCoreApplication::processEvents();
  }
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const QTemporaryDir folder;
  isolate(folder.path());
  qInstallMessageHandler(onMessage);
  QApplication app(argc, argv);
  QApplication::setApplicationName(QStringLiteral("shardscope-tests"));
  QApplication::setCursorFlashTime(0);
  for (const Qt::UIEffect effect :
       {Qt::UI_AnimateMenu, Qt::UI_FadeMenu, Qt::UI_AnimateCombo, Qt::UI_AnimateTooltip, Qt::UI_FadeTooltip}) {
    QApplication::setEffectEnabled(effect, false);
  }
  shardscope::ui::applyTheme(ThemeName::light);
  testing::AddGlobalTestEnvironment(new Fonts);
  testing::UnitTest::GetInstance()->listeners().Append(new SameStart);
  const int result = RUN_ALL_TESTS();
  qInstallMessageHandler(nullptr);
  return result;
}
