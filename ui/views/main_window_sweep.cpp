// SPDX-License-Identifier: GPL-3.0-or-later
// The window's tabs and the sweep: what its views ask for, its state in the status bar, the way from panel to panel.
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QProgressBar>
#include <QSettings>
#include <QSplitter>
#include <QTabWidget>
#include <QTextBrowser>
#include <algorithm>

#include "ui/charts/memory_chart.hpp"
#include "ui/charts/step_time_chart.hpp"
#include "ui/store/sweep_board.hpp"
#include "ui/store/sweep_preferences.hpp"
#include "ui/text/numbers.hpp"
#include "ui/text/sweep_texts.hpp"
#include "ui/text/way_out_texts.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/advice_page.hpp"
#include "ui/views/chart_tools.hpp"
#include "ui/views/chooser.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/decision_panel.hpp"
#include "ui/views/explain_panel.hpp"
#include "ui/views/explain_view.hpp"
#include "ui/views/heatmap_panel.hpp"
#include "ui/views/kpi_strip.hpp"
#include "ui/views/main_window.hpp"
#include "ui/views/notice_bar.hpp"
#include "ui/views/overview_page.hpp"
#include "ui/views/rules_panel.hpp"
#include "ui/views/side_docks.hpp"
#include "ui/views/sweep_page.hpp"
#include "ui/views/sweep_rank_table.hpp"

namespace shardscope::ui {
namespace {

const QString kLockTopic = QStringLiteral("lock");
constexpr double kProgressFrom = 0.1;  // seconds; shorter sweeps show none

}  // namespace

std::vector<QString> MainWindow::tabNames() {
  return {QStringLiteral("overview"), QStringLiteral("sweep"), QStringLiteral("advice")};
}

void MainWindow::wireSweep() {
  const auto apply = [this](const Scenario& scenario, const QString& what) { applySwept(scenario, what); };
  const auto pinIt = [this](const Scenario& scenario) {
    const int slot = pins_.add(scenario);
    if (slot < 0) return say(tr("All pins are taken; remove one first."));
    lastPin_ = slot;
    render();
  };
  connect(overview_->map(), &HeatmapPanel::applyRequested, this, apply);
  connect(overview_->map(), &HeatmapPanel::pinRequested, this, pinIt);
  connect(sweepPage_, &SweepPage::applyRequested, this, apply);
  connect(sweepPage_, &SweepPage::pinRequested, this, pinIt);
  connect(sweepPage_, &SweepPage::told, this, &MainWindow::say);
  for (auto* chart : sweepPage_->findChildren<ChartWidget*>())
    installChartMenu(*chart, [this](const QString& text) { say(text); });
  const auto forgetLock = [this] { notices_->dismiss(kLockTopic); };
  connect(&store_, &ScenarioStore::changed, notices_, forgetLock);
  connect(&store_, &ScenarioStore::locksChanged, notices_, forgetLock);
  connect(sweep_, &SweepBoard::changed, this, &MainWindow::renderSweepStatus);
  connect(actions_->runSweep, &QAction::triggered, sweep_, &SweepBoard::run);
  connect(actions_->stopSweep, &QAction::triggered, sweep_, &SweepBoard::stop);
  connect(actions_->applyBest, &QAction::triggered, this, &MainWindow::applyBestOfSweep);
  const auto choose = [this](SweepSettings settings) {
    settings.metric = sweep_->settings().metric;
    sweep_->setSettings(settings);
    tabs_->setCurrentWidget(sweepPage_);
  };
  connect(actions_->usualSweep, &QAction::triggered, this, [choose] { choose(usualSweep()); });
  connect(actions_->chapterSweep, &QAction::triggered, this, [choose] { choose(chapterSweep()); });
  for (auto* action : actions_->showTab)
    connect(action, &QAction::triggered, this, [this, action] { tabs_->setCurrentIndex(action->data().toInt()); });
  connect(tabs_, &QTabWidget::currentChanged, sideDocks_, &SideDocks::changeTab);
}

void MainWindow::applyBestOfSweep() {
  const auto& outcome = sweep_->outcome();
  if (!outcome || outcome->result.top.empty()) return say(tr("No configuration of the sweep can run."));
  const auto& space = outcome->request->space;
  const auto& best = outcome->result.top.front();
  applySwept(scenarioAt(store_.scenario(), space, best), wholeRecipe(lineOf(space, best), sweep_->settings()));
}

void MainWindow::applySwept(const Scenario& scenario, const QString& what) {
  const auto left = pinsLeft(store_.locks(), store_.scenario(), scenario);
  if (left.empty()) return applyScenario(scenario, what);
  const auto ask = [this, left, scenario, what, now = store_.scenario()] {
    return Notice{Tone::warn,
                  tr("%1; %2 would change that.").arg(lockedText(left, now), what),
                  {},
                  {{tr("Unlock and apply"), [this, scenario, what] { unlockAndApply(scenario, what); }}}};
  };
  notices_->show(ask, kLockTopic);
}

void MainWindow::unlockAndApply(const Scenario& scenario, const QString& what) {
  auto locks = store_.locks();
  for (const auto knob : pinsLeft(locks, store_.scenario(), scenario))
    locks.locked[static_cast<std::size_t>(knob)] = false;
  store_.setLocks(locks);
  applyScenario(scenario, what);
}

void MainWindow::renderSweepStatus() {
  const bool running = sweep_->isRunning();
  actions_->stopSweep->setEnabled(running);
  const auto& outcome = sweep_->outcome();
  if (!outcome) {
    sweepStatus_->clear();
    sweepProgress_->hide();
    return;
  }
  const auto& result = outcome->result;
  const auto number = [](std::uint64_t n) { return count(static_cast<std::int64_t>(n)); };
  const double share =
      result.total > 0 ? static_cast<double>(result.counts.tried) / static_cast<double>(result.total) : 1;
  const bool slow = running && !result.complete && result.seconds >= kProgressFrom;
  sweepProgress_->setVisible(slow);
  sweepProgress_->setValue(static_cast<int>(share * 100));
  actions_->applyBest->setEnabled(!result.top.empty());
  if (slow)
    sweepStatus_->setText(
        tr("Sweep: %1 of %2 configurations, Esc stops").arg(number(result.counts.tried), number(result.total)));
  else if (sweep_->isStopped())
    sweepStatus_->setText(tr("Sweep stopped at %1; F9 runs it again").arg(percent(share, 0)));
  else if (result.complete)
    sweepStatus_->setText(tr("Sweep: %1 configurations, %2 feasible · %3")
                              .arg(number(result.counts.tried), number(result.counts.fitted + result.counts.tight),
                                   seconds(result.seconds)));
}

bool MainWindow::showTab(const QString& name) {
  const auto names = tabNames();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return false;
  tabs_->setCurrentIndex(static_cast<int>(found - names.begin()));
  return true;
}

void MainWindow::saveSweep(QSettings& settings) const {
  saveSweepSettings(sweep_->settings(), settings);
  sweepPage_->ranking()->save(settings);
  settings.setValue(QStringLiteral("window/sweep"), sweepPage_->splitter()->saveState());
  settings.setValue(QStringLiteral("window/sweepCharts"), sweepPage_->chartSplitter()->saveState());
  settings.setValue(QStringLiteral("window/tab"), tabNames()[static_cast<std::size_t>(tabs_->currentIndex())]);
  sideDocks_->save(settings);
}

void MainWindow::restoreSweep(const QSettings& settings) {
  sweep_->setSettings(restoredSweepSettings(settings));
  sweepPage_->ranking()->restore(settings);
  sweepPage_->splitter()->restoreState(settings.value(QStringLiteral("window/sweep")).toByteArray());
  sweepPage_->chartSplitter()->restoreState(settings.value(QStringLiteral("window/sweepCharts")).toByteArray());
  showTab(settings.value(QStringLiteral("window/tab")).toString());
  sideDocks_->restore(settings);
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  wakeAdvice();
}

void MainWindow::focusNextPanel(int direction) {
  // A panel and where the focus goes in it.
  using Panel = std::pair<QWidget*, QWidget*>;
  std::vector<Panel> panels{{model_, model_}, {kpis_, kpis_->tile(Kpi::memory)}, {config_, nullptr}};
  if (tabs_->currentWidget() == sweepPage_) {
    for (auto* panel : sweepPage_->panels()) panels.emplace_back(panel, panel);
  } else if (tabs_->currentWidget() == advicePage_) {
    for (auto* panel : advicePage_->panels()) panels.emplace_back(panel, panel);
  } else {
    panels.emplace_back(overview_->memory(), overview_->memory());
    panels.emplace_back(overview_->stepTime(), overview_->stepTime());
    panels.emplace_back(overview_->map(), overview_->map()->heatmap());
  }
  if (decisionDock_->isVisible()) panels.emplace_back(decision_, decision_->steps().front());
  if (rulesDock_->isVisible()) panels.emplace_back(rules_, rules_);
  if (explainDock_->isVisible()) panels.emplace_back(explain_, explain_->view()->page());
  const auto* focus = QApplication::focusWidget();
  int now = 0;
  for (std::size_t i = 0; i < panels.size(); ++i)
    if (focus && (panels[i].first == focus || panels[i].first->isAncestorOf(focus))) now = static_cast<int>(i);
  const int count = static_cast<int>(panels.size());
  auto* target = panels[static_cast<std::size_t>((now + direction + count) % count)].second;
  if (!target) return config_->focusKnob(Knob::tp);
  target->setFocus(Qt::TabFocusReason);
}

// The chart with the focus, else the one at the top.
ChartWidget* MainWindow::focusedChart() const {
  if (auto* chart = chartOf(QApplication::focusWidget())) return chart;
  if (tabs_->currentWidget() == sweepPage_) return sweepPage_->map()->heatmap();
  if (tabs_->currentWidget() == advicePage_) return advicePage_->memory();
  return overview_->memory();
}

}  // namespace shardscope::ui
