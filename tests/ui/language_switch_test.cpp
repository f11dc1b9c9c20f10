// SPDX-License-Identifier: Apache-2.0
// Switching the language changes words and nothing else.
#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QToolButton>

#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/notice_bar.hpp"

namespace shardscope::ui {
namespace {

class LanguageSwitch : public testing::Test {
 protected:
  static void speak(Language language) {
    setLanguage(language);
    QApplication::processEvents();
  }
  void TearDown() override { speak(Language::en); }
};

QVariantList choices(const QWidget& window) {
  QVariantList list;
  for (const auto* box : window.findChildren<QComboBox*>()) list << box->currentData();
  for (const auto* box : window.findChildren<QCheckBox*>()) list << box->isChecked();
  for (const auto* edit : window.findChildren<QLineEdit*>()) list << edit->text();
  return list;
}

TEST_F(LanguageSwitch, KeepsWhatEveryControlHasChosen) {
  auto scenario = uitest::designScenario();
  scenario.parallel.schedule = Schedule::zbV;
  scenario.workload.precision = Precision::fp8;
  scenario.overlap.dp = false;
  uitest::Window w(scenario);
  const auto before = choices(w.window);
  EXPECT_GT(before.size(), 20);
  speak(Language::zhCn);
  EXPECT_EQ(choices(w.window), before);
  speak(Language::en);
  EXPECT_EQ(choices(w.window), before);
}

TEST_F(LanguageSwitch, TakesTheNoticesAlong) {
  uitest::Window w;
  QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("broken.yaml")));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("shardscope: 1\nparalel: {tp: 8}\nmodell: 3\n");
  file.close();
  w.window.welcome();
  const auto switches = [&w] {
    const QString english = w.window.notices()->text();
    EXPECT_FALSE(english.isEmpty());
    speak(Language::zhCn);
    EXPECT_NE(w.window.notices()->text(), english);
    speak(Language::en);
    EXPECT_EQ(w.window.notices()->text(), english);
  };
  switches();
  EXPECT_FALSE(w.window.openPath(file.fileName()));
  switches();
}

TEST(NoticeBar, AllErrorsOfAFileAreBehindDetails) {
  uitest::Window w;
  QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("broken.yaml")));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("shardscope: 1\nparalel: {tp: 8}\nmodell: 3\n");
  file.close();
  EXPECT_FALSE(w.window.openPath(file.fileName()));
  auto* notices = w.window.notices();
  EXPECT_TRUE(notices->text().contains(QStringLiteral("paralel"))) << notices->text().toStdString();
  EXPECT_TRUE(notices->details().contains(QStringLiteral("modell"))) << notices->details().toStdString();
  auto* more = notices->findChild<QToolButton*>(QStringLiteral("noticeDetails"));
  ASSERT_TRUE(more && more->isVisible());
  const int closed = notices->height();
  QTest::mouseClick(more, Qt::LeftButton);
  QApplication::processEvents();
  EXPECT_GT(notices->sizeHint().height(), closed);
}

}  // namespace
}  // namespace shardscope::ui
