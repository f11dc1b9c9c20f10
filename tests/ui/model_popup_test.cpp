// SPDX-License-Identifier: Apache-2.0
// The list under the model chooser, with keys and clicks.
#include "ui/views/model_popup.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/support/ui_window.hpp"
#include "ui/store/recent_configs.hpp"
#include "ui/text/language.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/chooser.hpp"
#include "ui/views/model_dialog.hpp"

namespace shardscope::ui {
namespace {

void speak(Language language) {
  setLanguage(language);
  QApplication::processEvents();
}

struct Popped : uitest::Window {
  explicit Popped(const QStringList& recent = {}, QSize size = {1280, 720}) : Window(uitest::designScenario(), size) {
    QSettings().setValue(QStringLiteral("models/recent"), recent);
    popup = window.findChild<ModelPopup*>();
    for (auto* found : window.findChildren<Chooser*>())
      if (found->accessibleDescription().startsWith(QStringLiteral("Llama"))) chooser = found;
    QTest::mouseClick(chooser, Qt::LeftButton);
    EXPECT_TRUE(popup->isVisible());
  }
  ~Popped() { QSettings().remove(QStringLiteral("models/recent")); }
  QString current() const { return popup->list()->currentItem() ? popup->list()->currentItem()->text() : QString(); }
  void type(const char* text) const { QTest::keyClicks(popup->search(), QString::fromUtf8(text)); }
  void press(QWidget* at, Qt::Key key) const { QTest::keyClick(at, key); }
  const std::string& chosen() const { return store.scenario().model.reference; }

  ModelPopup* popup;
  Chooser* chooser = nullptr;
};

TEST(ModelPopup, opensOnTheModelOfTheScenario) {
  const Popped w;
  EXPECT_EQ(w.current(), QStringLiteral("Llama 3 70B"));
  EXPECT_TRUE(w.popup->search()->hasFocus());
  EXPECT_TRUE(w.popup->search()->text().isEmpty());
}

TEST(ModelPopup, typeAndEnterChoose) {
  const Popped w;
  w.type("8x22");
  EXPECT_EQ(w.current(), QStringLiteral("Mixtral 8x22B"));
  w.press(w.popup->search(), Qt::Key_Return);
  EXPECT_EQ(w.chosen(), "mixtral-8x22b");
  EXPECT_FALSE(w.popup->isVisible());
  EXPECT_TRUE(w.store.canUndo());
}

TEST(ModelPopup, arrowsWalkTheListPastTitles) {
  const Popped w;
  w.type("deepseek");
  w.press(w.popup->search(), Qt::Key_Down);
  EXPECT_TRUE(w.popup->list()->hasFocus());
  EXPECT_EQ(w.current(), QStringLiteral("DeepSeek-V2-Lite"));
  w.press(w.popup->list(), Qt::Key_Down);
  w.press(w.popup->list(), Qt::Key_Down);  // over the title of the next family
  EXPECT_EQ(w.current(), QStringLiteral("DeepSeek-V3"));
  w.press(w.popup->list(), Qt::Key_Up);
  w.press(w.popup->list(), Qt::Key_Up);
  w.press(w.popup->list(), Qt::Key_Up);
  EXPECT_TRUE(w.popup->search()->hasFocus());
  w.press(w.popup->search(), Qt::Key_Up);
  EXPECT_EQ(w.current(), QStringLiteral("DeepSeek-V3"));
  w.press(w.popup->list(), Qt::Key_Return);
  EXPECT_EQ(w.chosen(), "deepseek-v3");
}

TEST(ModelPopup, typingInTheListGoesToTheSearch) {
  const Popped w;
  w.press(w.popup->search(), Qt::Key_Down);
  QTest::keyClicks(w.popup->list(), QStringLiteral("405"));
  EXPECT_EQ(w.popup->search()->text(), QStringLiteral("405"));
  EXPECT_EQ(w.current(), QStringLiteral("Llama 3.1 405B"));
}

TEST(ModelPopup, escLeavesEverythingAsItWas) {
  const Popped w;
  w.type("qwen");
  w.press(w.popup->search(), Qt::Key_Escape);
  EXPECT_FALSE(w.popup->isVisible());
  EXPECT_EQ(w.chosen(), "llama-3-70b");
  w.press(w.chooser, Qt::Key_Down);
  EXPECT_TRUE(w.popup->isVisible());
  EXPECT_TRUE(w.popup->search()->text().isEmpty());
}

TEST(ModelPopup, aClickChooses) {
  const Popped w;
  w.type("llama-2-7b");
  auto* list = w.popup->list();
  const auto title = list->visualItemRect(list->item(0)).center();
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, title);
  EXPECT_TRUE(w.popup->isVisible());  // a title is no model
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1)).center());
  EXPECT_EQ(w.chosen(), "llama-2-7b");
}

TEST(ModelPopup, nothingFoundChoosesNothing) {
  const Popped w;
  w.type("quux");
  w.press(w.popup->search(), Qt::Key_Return);
  w.press(w.popup->search(), Qt::Key_Down);
  EXPECT_TRUE(w.popup->isVisible());
  EXPECT_EQ(w.chosen(), "llama-3-70b");
}

TEST(ModelPopup, recentFilesOpen) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("config.json"));
  QFile::copy(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/models/gpt2-xl.json"), path);
  const Popped w({path, folder.filePath(QStringLiteral("gone.json"))});
  w.type("config.json");
  w.press(w.popup->search(), Qt::Key_Return);
  EXPECT_EQ(w.store.scenario().model.source, ModelSource::hfConfig);
  EXPECT_EQ(w.chosen(), path.toStdString());
  EXPECT_EQ(recentConfigs().front(), path);
  w.press(w.chooser, Qt::Key_Return);
  const auto* list = w.popup->list();
  EXPECT_EQ(list->item(2)->flags() & Qt::ItemIsSelectable, 0);  // gone.json
}

TEST(ModelPopup, theTwoOtherWays) {
  const Popped w;
  QTest::mouseClick(w.popup->editButton(), Qt::LeftButton);
  EXPECT_FALSE(w.popup->isVisible());
  ASSERT_NE(w.window.findChild<ModelDialog*>(), nullptr);
  EXPECT_TRUE(w.window.findChild<ModelDialog*>()->isVisible());
  const Popped other;
  QObject::disconnect(other.popup, &ModelPopup::openRequested, nullptr, nullptr);  // no file dialog here
  const QSignalSpy asked(other.popup, &ModelPopup::openRequested);
  QTest::keyClick(other.popup->openButton(), Qt::Key_Space);
  EXPECT_EQ(asked.count(), 1);
}

TEST(ModelPopup, tabReachesEveryControl) {
  const Popped w;
  std::vector<QWidget*> seen;
  for (auto* at = QApplication::focusWidget(); seen.size() < 5; at = QApplication::focusWidget()) {
    seen.push_back(at);
    QTest::keyClick(at, Qt::Key_Tab);
  }
  const std::vector<QWidget*> expected = {w.popup->search(), w.popup->list(), w.popup->openButton(),
                                          w.popup->editButton(), w.popup->search()};
  EXPECT_EQ(seen, expected);
  EXPECT_FALSE(w.popup->list()->accessibleName().isEmpty());
  EXPECT_EQ(w.popup->list()->currentItem()->data(Qt::AccessibleTextRole).toString(),
            QStringLiteral("Llama 3 70B, 70.6 B"));
}

TEST(ModelPopup, pictures) {
  for (const auto theme : {ThemeName::light, ThemeName::dark})
    for (const auto language : {Language::en, Language::zhCn})
      for (const double scale : {0.8, 1.0, 1.6}) {
        applyTheme(theme);
        speak(language);
        setTextScale(scale);
        const Popped w({QStringLiteral("/models/somewhere/config.json")});
        EXPECT_LE(w.popup->width(), 1280);
        EXPECT_LE(w.popup->height(), 720);
        for (const auto* button : {w.popup->openButton(), w.popup->editButton()}) {
          EXPECT_GE(button->width(), button->sizeHint().width());
          EXPECT_TRUE(w.popup->rect().contains(button->geometry()));
        }
        uitest::keepPicture(
            *w.popup, QStringLiteral("model-popup-%1-%2-%3")
                          .arg(theme == ThemeName::dark ? "dark" : "light", language == Language::zhCn ? "zh" : "en")
                          .arg(scale));
      }
  speak(Language::en);
}

}  // namespace
}  // namespace shardscope::ui
