// SPDX-License-Identifier: Apache-2.0
// Pictures of the window in both languages and themes, at both sizes: no clipped text, nothing outside its parent.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <tuple>

#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"
#include "ui/views/main_window.hpp"

namespace shardscope::ui {
namespace {

using Case = std::tuple<Language, ThemeName, QSize>;

class WindowPicture : public testing::TestWithParam<Case> {
 protected:
  void TearDown() override {
    setLanguage(Language::en);
    applyTheme(ThemeName::light);
  }
};

bool needsMore(const QLabel* label) {
  if (label->wordWrap()) return label->heightForWidth(label->width()) > label->height();
  return !label->text().isEmpty() && label->minimumSizeHint().width() > label->width();
}

bool needsMore(const QAbstractButton* button) {
  return !button->text().isEmpty() && button->minimumSizeHint().width() > button->width();
}

std::string place(const QWidget* widget) {
  std::string path;
  for (; widget; widget = widget->parentWidget()) path = std::string(widget->metaObject()->className()) + "/" + path;
  return path;
}

TEST_P(WindowPicture, HoldsEveryTextWhole) {
  const auto& [language, theme, size] = GetParam();
  setLanguage(language);
  applyTheme(theme);
  uitest::Window w(uitest::designScenario(), size);
  w.window.renderNow();
  QApplication::processEvents();
  const QString name = QStringLiteral("window-%1-%2-%3")
                           .arg(language == Language::zhCn ? QStringLiteral("zh") : QStringLiteral("en"),
                                theme == ThemeName::dark ? QStringLiteral("dark") : QStringLiteral("light"))
                           .arg(size.width());
  uitest::keepPicture(w.window, name);
  EXPECT_EQ(w.window.size(), size);
  for (const auto* label : w.window.findChildren<QLabel*>()) {
    if (!label->isVisible()) continue;
    EXPECT_FALSE(needsMore(label)) << label->text().toStdString() << " in " << place(label);
  }
  for (const auto* button : w.window.findChildren<QAbstractButton*>()) {
    if (!button->isVisible()) continue;
    EXPECT_FALSE(needsMore(button)) << button->text().toStdString() << " in " << place(button);
  }
}

INSTANTIATE_TEST_SUITE_P(All, WindowPicture,
                         testing::Combine(testing::Values(Language::en, Language::zhCn),
                                          testing::Values(ThemeName::light, ThemeName::dark),
                                          testing::Values(QSize(1440, 900), QSize(1280, 720))));

TEST(Translations, NoneIsMissing) {
  QFile file(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/i18n/shardscope_zh_CN.ts"));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QByteArray text = file.readAll();
  EXPECT_FALSE(text.contains("type=\"unfinished\""));
  EXPECT_GT(text.count("<source>"), 200);
}

}  // namespace
}  // namespace shardscope::ui
