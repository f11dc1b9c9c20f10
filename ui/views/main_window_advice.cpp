// SPDX-License-Identifier: GPL-3.0-or-later
// The advice in the window: the decision dock, the advice tab, and when they are worked out.
#include <QDockWidget>
#include <QSettings>
#include <QSplitter>
#include <QTabWidget>

#include "ui/charts/memory_chart.hpp"
#include "ui/store/advice_board.hpp"
#include "ui/store/sweep_board.hpp"
#include "ui/text/labels.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/advice_page.hpp"
#include "ui/views/batch_dialog.hpp"
#include "ui/views/chart_tools.hpp"
#include "ui/views/decision_panel.hpp"
#include "ui/views/main_window.hpp"
#include "ui/views/side_docks.hpp"

namespace shardscope::ui {

void MainWindow::wireAdvice() {
  const auto edit = [this](const Edit& change, const QString& what) { store_.apply(change, what); };
  const auto whole = [this](const Scenario& scenario, const QString& what) { store_.replace(scenario, what); };
  connect(decision_, &DecisionPanel::applyRequested, this, edit);
  connect(decision_, &DecisionPanel::planRequested, this, whole);
  connect(advicePage_, &AdvicePage::applyRequested, this, edit);
  connect(advicePage_, &AdvicePage::planRequested, this, whole);
  connect(decisionDock_, &QDockWidget::visibilityChanged, this, &MainWindow::wakeAdvice);
  connect(tabs_, &QTabWidget::currentChanged, this, &MainWindow::wakeAdvice);
  connect(advice_, &AdviceBoard::changed, this, &MainWindow::renderAdviceBadge);
  connect(actions_->solveBatch, &QAction::triggered, this, &MainWindow::solveBatch);
  installChartMenu(*advicePage_->memory(), [this](const QString& text) { say(text); });
}

void MainWindow::renderAdviceBadge() {
  sideDocks_->setBadge(decisionDock_, advice_->isFollowed() ? tr("matches current") : QString());
}

void MainWindow::solveBatch() {
  BatchDialog dialog(store_.scenario(), this);
  connect(&dialog, &BatchDialog::applyRequested, this,
          [this](const Edit& edit, const QString& what) { store_.apply(edit, what); });
  dialog.exec();
}

// Worked out only while somebody looks.
void MainWindow::wakeAdvice() {
  sweep_->setActive(isVisible() && tabs_->currentWidget() != advicePage_);
  advice_->setActive(decisionDock_->isVisible() || tabs_->currentWidget() == advicePage_);
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
