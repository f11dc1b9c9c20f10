// SPDX-License-Identifier: Apache-2.0
#include "ui/views/pin_bar.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QInputDialog>
#include <QMenu>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/primary_button.hpp"

namespace shardscope::ui {
namespace {

void fill(uitest::Window& w) {
  for (int zero = 0; zero < PinBoard::kSlots; ++zero) {
    Scenario scenario = w.store.scenario();
    scenario.parallel.zero = zero % 4;
    w.pins.add(scenario, QStringLiteral("a long name of a configuration, number %1").arg(zero));
  }
  QApplication::processEvents();
}

bool isWholeIn(const QWidget* part, const QWidget* whole) {
  return part->isVisible() && whole->rect().contains(QRect(part->mapTo(whole, QPoint()), part->size()));
}

TEST(PinBar, SixPinsNeverPushTheExportButtonOut) {
  for (const auto language : {Language::en, Language::zhCn})
    for (const QSize size : {QSize(1440, 900), QSize(1280, 720), QSize(1024, 640)})
      for (const double scale : {1.0, 1.6}) {
        if (scale > 1 && size.width() < 1280) continue;
        setLanguage(language);
        setTextScale(scale);
        uitest::Window w(uitest::designScenario(), size);
        fill(w);
        auto* button = w.window.findChild<PrimaryButton*>();
        EXPECT_TRUE(isWholeIn(button, &w.window))
            << size.width() << " at " << scale << (language == Language::en ? " en" : " zh");
        EXPECT_GE(button->width(), button->sizeHint().width());
      }
  setLanguage(Language::en);
}

TEST(PinBar, NamesGiveWayToLettersAndLettersToAMenu) {
  PinBoard board;
  for (int i = 0; i < 5; ++i) board.add(uitest::designScenario(), QStringLiteral("name %1").arg(i));
  PinBar bar(board);
  uitest::present(bar, {bar.sizeHint().width() + 200, 40});
  EXPECT_TRUE(bar.chip(3)->text().startsWith(QStringLiteral("name")));
  bar.resize(bar.sizeHint().width() / 2, 40);
  EXPECT_TRUE(bar.chip(3)->isVisible());
  EXPECT_EQ(bar.chip(3)->toolButtonStyle(), Qt::ToolButtonIconOnly);
  EXPECT_TRUE(bar.chip(3)->toolTip().contains(QStringLiteral("name 2"))) << "the name is still there to read";
  bar.resize(bar.minimumSizeHint().width(), 40);
  EXPECT_FALSE(bar.chip(3)->isVisible());
  bool hasMenu = false;
  for (auto* button : bar.findChildren<QToolButton*>())
    if (button->isVisible() && button->menu()) {
      emit button->menu()->aboutToShow();
      EXPECT_EQ(button->menu()->actions().size(), 5);
      hasMenu = true;
    }
  EXPECT_TRUE(hasMenu);
}

TEST(PinBar, ADoubleClickRenamesAndAppliesNothing) {
  for (const bool differs : {true, false}) {
    uitest::Window w;
    Scenario other = w.store.scenario();
    if (differs) other.parallel.zero = 3;
    w.store.apply({{Key::overlapDp, false}}, QStringLiteral("earlier"));
    if (!differs) other = w.store.scenario();
    w.pins.add(other, QStringLiteral("old"));
    const Scenario before = w.store.scenario();
    QTimer::singleShot(0, [] {
      auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      ASSERT_TRUE(dialog);
      dialog->setTextValue(QStringLiteral("new"));
      dialog->accept();
    });
    auto* chip = w.window.pinBar()->chip(1);
    QTest::mouseClick(chip, Qt::LeftButton);
    QTest::mouseDClick(chip, Qt::LeftButton);
    EXPECT_EQ(w.store.scenario(), before);
    EXPECT_EQ(w.pins.at(1)->name, QStringLiteral("new"));
  }
}

}  // namespace
}  // namespace shardscope::ui
