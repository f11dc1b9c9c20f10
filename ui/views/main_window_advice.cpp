// SPDX-License-Identifier: GPL-3.0-or-later
// The advice in the window: the decision dock, the advice tab, and when they are worked out.
#include <QDockWidget>
#include <QSettings>
#include <QSplitter>
#include <QStandardPaths>
#include <QTabWidget>
#include <algorithm>

#include "core/scenario/derived.hpp"
#include "ui/charts/memory_chart.hpp"
#include "ui/store/advice_board.hpp"
#include "ui/store/sweep_board.hpp"
#include "ui/text/labels.hpp"
#include "ui/theme/system_theme.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/advice_page.hpp"
#include "ui/views/batch_dialog.hpp"
#include "ui/views/chart_tools.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/decision_panel.hpp"
#include "ui/views/main_window.hpp"
#include "ui/views/rules_panel.hpp"
#include "ui/views/side_docks.hpp"

namespace shardscope::ui {

void MainWindow::wireAdvice() {
  connect(decision_, &DecisionPanel::applyRequested, this, &MainWindow::applyEdit);
  connect(decision_, &DecisionPanel::planRequested, this, &MainWindow::applyScenario);
  connect(advicePage_, &AdvicePage::applyRequested, this, &MainWindow::applyEdit);
  connect(advicePage_, &AdvicePage::planRequested, this, &MainWindow::applyScenario);
  connect(decisionDock_, &QDockWidget::visibilityChanged, this, &MainWindow::wakeAdvice);
  connect(tabs_, &QTabWidget::currentChanged, this, &MainWindow::wakeAdvice);
  connect(advice_, &AdviceBoard::changed, this, &MainWindow::renderAdviceBadge);
  connect(advice_, &AdviceBoard::changed, this, &MainWindow::offerMemoryFix);
  connect(rulesDock_, &QDockWidget::visibilityChanged, this, &MainWindow::wakeAdvice);
  connect(&store_, &ScenarioStore::changed, this, &MainWindow::wakeAdvice);
  connect(actions_->solveBatch, &QAction::triggered, this, &MainWindow::solveBatch);
  installChartMenu(*advicePage_->memory(), [this](const QString& text) { say(text); });
}

void MainWindow::renderAdviceBadge() {
  sideDocks_->setBadge(decisionDock_, advice_->isFollowed() ? tr("matches current") : QString());
}

// The moves that make a scenario fit also stand behind the card that says it does not.
void MainWindow::offerMemoryFix() {
  const auto& plans = advice_->plans();
  const bool isKnown = plans && !advice_->plansAreStale() && plans->request->scenario == store_.scenario();
  rules_->setMemoryFixes(isKnown ? plans->moves : std::vector<AdviceMove>{});
}

void MainWindow::solveBatch() {
  BatchDialog dialog(store_.scenario(), this);
  connect(&dialog, &BatchDialog::applyRequested, this, &MainWindow::applyEdit);
  dialog.exec();
}

void MainWindow::applyScenario(const Scenario& scenario, const QString& what) {
  const Scenario before = store_.scenario();
  store_.replace(scenario, what);
  flashChanges(before);
}

void MainWindow::applyEdit(const Edit& edit, const QString& what) {
  const Scenario before = store_.scenario();
  store_.apply(edit, what);
  flashChanges(before);
}

// Also the degree of data parallelism where it follows.
void MainWindow::flashChanges(const Scenario& before) {
  if (wantsLessMotion(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation))) return;
  std::vector<Key> keys;
  for (const auto& change : changes(before, store_.scenario())) keys.push_back(change.key);
  const bool isNamed = std::find(keys.begin(), keys.end(), Key::dp) != keys.end();
  if (!isNamed && dataParallel(before) != dataParallel(store_.scenario())) keys.push_back(Key::dp);
  if (!keys.empty()) config_->flash(keys);
}

// Worked out only while somebody looks; the rules want a way out of memory that runs over.
void MainWindow::wakeAdvice() {
  sweep_->setActive(isVisible() && tabs_->currentWidget() != advicePage_);
  const bool rulesAsk = rulesDock_->isVisible() && store_.report().verdict == Verdict::doesNotFit;
  advice_->setActive(rulesAsk || decisionDock_->isVisible() || tabs_->currentWidget() == advicePage_);
  offerMemoryFix();  // known from before, nothing is worked out anew
}

void MainWindow::saveAdvice(QSettings& settings) const {
  settings.setValue(QStringLiteral("window/advice"), advicePage_->splitter()->saveState());
  settings.setValue(QStringLiteral("advice/threshold"), advice_->threshold());
}

void MainWindow::restoreAdvice(const QSettings& settings) {
  advicePage_->splitter()->restoreState(settings.value(QStringLiteral("window/advice")).toByteArray());
  advicePage_->setThreshold(settings.value(QStringLiteral("advice/threshold"), kWorthThreshold).toDouble());
}

}  // namespace shardscope::ui
