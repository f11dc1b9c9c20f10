// SPDX-License-Identifier: Apache-2.0
#include "ui/views/finder.hpp"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QSettings>

#include "tests/support/ui_window.hpp"
#include "ui/theme/system_theme.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/find_targets.hpp"
#include "ui/views/kpi_strip.hpp"
#include "ui/views/more_settings.hpp"

namespace shardscope::ui {
namespace {

void find(uitest::Window& w, const QString& text) {
  Finder finder(findTargets(w.window), &w.window);
  finder.show();
  QTest::keyClicks(finder.findChild<QLineEdit*>(), text);
  QTest::keyClick(finder.findChild<QLineEdit*>(), Qt::Key_Return);
  EXPECT_FALSE(finder.isVisible()) << text.toStdString();
}

TEST(Finder, EveryFigureAndEverySettingIsFoundAndTakesTheFocus) {
  uitest::Window w;
  const auto targets = findTargets(w.window);
  EXPECT_GT(targets.size(), 45u);
  for (const auto& target : targets) {
    EXPECT_FALSE(target.name.isEmpty());
    w.window.kpis()->tile(Kpi::memory)->setFocus();
    const QWidget* before = QApplication::focusWidget();
    target.go();
    const bool isItself = target.name == w.window.kpis()->tile(Kpi::memory)->state().title;
    const QWidget* now = QApplication::focusWidget();
    const bool mayFocus = now != before || isItself;
    EXPECT_TRUE(mayFocus || target.name.contains(QStringLiteral("EP"))) << target.name.toStdString();
  }
}

TEST(Finder, ByNameOrByTheKeyOfTheFile) {
  uitest::Window w;
  auto* more = w.window.config()->findChild<MoreSettings*>();
  find(w, QStringLiteral("recompute_layers"));
  EXPECT_TRUE(more->isVisible());
  EXPECT_EQ(QApplication::focusWidget(), more->editor(Key::recomputeLayers));
  find(w, QStringLiteral("step ti"));
  EXPECT_EQ(QApplication::focusWidget(), w.window.kpis()->tile(Kpi::stepTime));
}

TEST(Finder, ArrowsChooseAndNothingFoundGoesNowhere) {
  int went = 0;
  Finder finder(
      {{QStringLiteral("alpha"), {}, [&went] { went = 1; }}, {QStringLiteral("beta alpha"), {}, [&went] { went = 2; }}},
      nullptr);
  finder.show();
  auto* field = finder.findChild<QLineEdit*>();
  QTest::keyClicks(field, QStringLiteral("xyz"));
  EXPECT_TRUE(finder.found().isEmpty());
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_TRUE(finder.isVisible());
  field->clear();
  QTest::keyClicks(field, QStringLiteral("alpha"));
  EXPECT_EQ(finder.found(), (QStringList{QStringLiteral("alpha"), QStringLiteral("beta alpha")}));
  QTest::keyClick(field, Qt::Key_Down);
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(went, 2);
}

TEST(SystemTheme, IsAChoiceThatIsRemembered) {
  uitest::Window w;
  auto* system = w.window.actions().system;
  w.window.actions().dark->trigger();
  EXPECT_EQ(currentTheme().name(), ThemeName::dark);
  EXPECT_TRUE(w.window.actions().dark->isChecked());
  system->trigger();
  QApplication::processEvents();
  EXPECT_EQ(currentTheme().name(), systemTheme());
  EXPECT_TRUE(system->isChecked());
  EXPECT_EQ(QSettings().value(QStringLiteral("theme")).toString(), QStringLiteral("system"));
  w.window.actions().light->trigger();
  EXPECT_TRUE(w.window.actions().light->isChecked());
  QSettings().remove(QStringLiteral("theme"));
}

}  // namespace
}  // namespace shardscope::ui
