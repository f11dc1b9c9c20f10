// SPDX-License-Identifier: Apache-2.0
// The menus as a whole: a letter opens one thing only, a key does one thing only, in both languages.
#include "ui/views/actions.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>

#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"

namespace shardscope::ui {
namespace {

QString mnemonicOf(const QString& text) {
  static const QRegularExpression letter(QStringLiteral("(?<!&)&([^&])"));
  return letter.match(text).captured(1).toUpper();
}

void expectUniqueIn(const QList<QAction*>& actions, const QString& where) {
  QMap<QString, QString> seen;
  for (const auto* action : actions) {
    const QString letter = mnemonicOf(action->text());
    if (!letter.isEmpty()) {
      EXPECT_FALSE(seen.contains(letter))
          << where.toStdString() << ": " << action->text().toStdString() << " and " << seen.value(letter).toStdString();
      seen.insert(letter, action->text());
    }
    if (action->menu()) expectUniqueIn(action->menu()->actions(), action->text());
  }
}

TEST(Actions, MnemonicsAreUniqueInEveryMenu) {
  uitest::Window w;
  for (const auto language : {Language::en, Language::zhCn}) {
    setLanguage(language);
    QApplication::processEvents();
    expectUniqueIn(w.window.menuBar()->actions(), QStringLiteral("menu bar"));
  }
  setLanguage(Language::en);
  QApplication::processEvents();
}

TEST(Actions, EveryActionOfTheMenusHasAText) {
  uitest::Window w;
  for (auto* menu : w.window.menuBar()->findChildren<QMenu*>())
    for (const auto* action : menu->actions())
      EXPECT_TRUE(action->isSeparator() || !action->text().isEmpty()) << menu->title().toStdString();
}

TEST(Actions, NoShortcutIsTakenTwice) {
  uitest::Window w;
  QMap<QString, QString> seen;
  for (const auto* action : w.window.findChildren<QAction*>())
    for (const auto& keys : action->shortcuts()) {
      const QString text = keys.toString();
      EXPECT_FALSE(seen.contains(text)) << text.toStdString() << ": " << action->text().toStdString() << " and "
                                        << seen.value(text).toStdString();
      seen.insert(text, action->text());
    }
}

}  // namespace
}  // namespace shardscope::ui
