// SPDX-License-Identifier: Apache-2.0
// The whole way of the Tab key, forward and back: tool bar, figures, configuration, page, right docks; no trap.
#include "ui/views/tab_order.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDockWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>
#include <set>

#include "tests/support/ui_window.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/kpi_strip.hpp"
#include "ui/views/pin_bar.hpp"

namespace shardscope::ui {
namespace {

template <class Part>
bool isIn(const QWidget* widget, const char* name = nullptr) {
  for (; widget; widget = widget->parentWidget())
    if (qobject_cast<const Part*>(widget) && (!name || widget->objectName() == QLatin1String(name))) return true;
  return false;
}

int partOf(const QWidget* widget) {
  if (isIn<QToolBar>(widget, "main")) return 0;
  if (isIn<QToolBar>(widget, "kpi")) return 1;
  if (isIn<QDockWidget>(widget, "configuration")) return 2;
  if (isIn<QDockWidget>(widget)) return 4;
  return isIn<QStatusBar>(widget) ? 5 : 3;
}

std::vector<QWidget*> walk(uitest::Window& w, Qt::Key key, Qt::KeyboardModifiers modifiers) {
  const auto chain = tabChain(w.window);
  chain.front()->setFocus(Qt::TabFocusReason);
  std::vector<QWidget*> visited;
  for (std::size_t i = 0; i < chain.size() + 5; ++i) {
    auto* now = QApplication::focusWidget();
    if (!now || std::find(visited.begin(), visited.end(), now) != visited.end()) break;
    visited.push_back(now);
    QTest::keyClick(now, key, modifiers);
  }
  const auto* last = QApplication::focusWidget();
  EXPECT_EQ(last, chain.front()) << "stuck at " << (last ? last->metaObject()->className() : "nothing") << " "
                                 << (last ? last->objectName().toStdString() : "");
  return visited;
}

void expectWholeWay(uitest::Window& w) {
  const auto chain = tabChain(w.window);
  EXPECT_GT(chain.size(), 30u);
  const auto forward = walk(w, Qt::Key_Tab, {});
  EXPECT_EQ(forward, chain);
  auto back = walk(w, Qt::Key_Backtab, Qt::ShiftModifier);
  std::reverse(back.begin() + 1, back.end());
  EXPECT_EQ(back, chain);
  int part = 0;
  for (const auto* widget : forward) {
    EXPECT_GE(partOf(widget), part) << widget->metaObject()->className() << " " << widget->objectName().toStdString();
    part = partOf(widget);
  }
  for (const auto* widget : w.window.findChildren<QWidget*>()) {
    const bool stops = widget->isVisible() && widget->isEnabled() && !widget->focusProxy() &&
                       (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && widget->window() == &w.window;
    EXPECT_EQ(stops, std::find(chain.begin(), chain.end(), widget) != chain.end());
  }
}

TEST(TabOrder, WalksTheOverviewInTheOrderOfThePanels) {
  uitest::Window w;
  w.pins.add(w.store.scenario());
  w.pins.add(w.store.scenario());
  w.window.welcome();
  QApplication::processEvents();
  expectWholeWay(w);
}

TEST(TabOrder, WalksEverySettingAndTheLowWindow) {
  uitest::Window w(uitest::designScenario(), {1280, 720});
  w.window.config()->findChild<QToolButton*>(QStringLiteral("more"))->setChecked(true);
  QApplication::processEvents();
  expectWholeWay(w);
}

TEST(TabOrder, WalksEveryTab) {
  for (const char* tab : {"sweep", "advice"}) {
    uitest::Window w;
    ASSERT_TRUE(w.window.showTab(QLatin1String(tab)));
    w.window.renderNow();
    QApplication::processEvents();
    expectWholeWay(w);
  }
}

TEST(TabOrder, BeginsWithTheToolBarAndReachesEveryPart) {
  uitest::Window w;
  const auto chain = tabChain(w.window);
  std::set<int> parts;
  for (const auto* widget : chain) parts.insert(partOf(widget));
  EXPECT_EQ(parts, (std::set<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(partOf(chain.front()), 0);
}

}  // namespace
}  // namespace shardscope::ui
