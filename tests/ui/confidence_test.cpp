// SPDX-License-Identifier: Apache-2.0
// How far to trust the figures, as the window says it.
#include "ui/text/confidence.hpp"

#include <gtest/gtest.h>

#include <QLabel>
#include <QStatusBar>

#include "tests/support/ui_window.hpp"
#include "ui/controls/kpi_tile.hpp"
#include "ui/text/language.hpp"
#include "ui/views/kpi_strip.hpp"

namespace shardscope::ui {
namespace {

// The label of the status bar that starts so; null if there is none.
QLabel* statusLabel(const MainWindow& window, const QString& start) {
  for (auto* label : window.statusBar()->findChildren<QLabel*>())
    if (label->text().startsWith(start)) return label;
  return nullptr;
}

TEST(Confidence, TilesAndStatusBarSayTheBandAndItsBasis) {
  const uitest::Window w;
  const QString time = w.window.kpis()->tile(Kpi::stepTime)->toolTip();
  EXPECT_TRUE(time.contains(QStringLiteral("90 % of runs stay within"))) << time.toStdString();
  EXPECT_TRUE(w.window.kpis()->tile(Kpi::memory)->toolTip().contains(QStringLiteral("published")));
  const auto* label = statusLabel(w.window, QStringLiteral("Model: analytic"));
  ASSERT_NE(label, nullptr);
  EXPECT_TRUE(label->toolTip().contains(bandText(w.store.report().confidence, Estimate::time)));
}

TEST(Confidence, AnExtrapolatedFigureIsSaidToBeOne) {
  auto scenario = uitest::designScenario();
  scenario.parallel.schedule = Schedule::gpipe;
  const uitest::Window w(scenario);
  ASSERT_NE(statusLabel(w.window, QStringLiteral("Model: extrapolated")), nullptr);
  EXPECT_TRUE(w.window.kpis()->tile(Kpi::stepTime)->toolTip().contains(QStringLiteral("GPipe")));
}

TEST(Confidence, FollowsTheLanguage) {
  setLanguage(Language::zhCn);
  const uitest::Window w;
  EXPECT_TRUE(w.window.kpis()->tile(Kpi::stepTime)->toolTip().contains(QStringLiteral("的运行在此范围内")));
  EXPECT_NE(statusLabel(w.window, QStringLiteral("模型：解析估计")), nullptr);
  setLanguage(Language::en);
}

}  // namespace
}  // namespace shardscope::ui
