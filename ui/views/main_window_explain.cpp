// SPDX-License-Identifier: GPL-3.0-or-later
// Which figures of the window can be asked about, and where the answers appear.
#include <QApplication>
#include <QDockWidget>
#include <QTabWidget>

#include "ui/charts/memory_chart.hpp"
#include "ui/charts/step_time_chart.hpp"
#include "ui/text/figure_keys.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/advice_page.hpp"
#include "ui/views/chart_tools.hpp"
#include "ui/views/decision_panel.hpp"
#include "ui/views/explain_panel.hpp"
#include "ui/views/explain_popover.hpp"
#include "ui/views/kpi_strip.hpp"
#include "ui/views/main_window.hpp"
#include "ui/views/overview_page.hpp"

namespace shardscope::ui {
namespace {

QRect onScreen(const QWidget& widget) { return {widget.mapToGlobal(QPoint(0, 0)), widget.size()}; }

}  // namespace

void MainWindow::wireExplain() {
  for (int i = 0; i < static_cast<int>(Kpi::count); ++i) {
    auto* tile = kpis_->tile(static_cast<Kpi>(i));
    connect(tile, &QAbstractButton::clicked, this,
            [this, tile, key = figureKey(static_cast<Kpi>(i))] { explainFigure(key, *tile); });
  }
  for (auto* chart : {overview_->memory(), advicePage_->memory()})
    connect(chart, &MemoryChart::explainRequested, this,
            [this, chart](int stage, MemoryPart part) { explainFigure(figureKey(stage, part), *chart); });
  connect(overview_->stepTime(), &StepTimeChart::explainRequested, this, [this](int pin, TimePart part) {
    auto* chart = overview_->stepTime();
    if (pin == 0) return explainFigure(figureKey(part), *chart);
    say(chart->toolTipFor(chart->focusedItem()).replace(QLatin1Char('\n'), QStringLiteral(" · ")));  // a frozen copy
  });
  connect(advicePage_, &AdvicePage::explainRequested, this, &MainWindow::explainFigure);
  for (auto* row : decision_->steps())
    connect(row, &StepRow::explainRequested, this, [this, row](const QString& key) { explainFigure(key, *row); });
  connect(actions_->explain, &QAction::triggered, this, &MainWindow::explainFocused);
  connect(popover_, &ExplainPopover::applyRequested, this,
          [this](const Edit& edit, const QString& what) { store_.apply(edit, what); });
}

// In the dock; a second time, or where the dock is closed, in the popover.
void MainWindow::explainFigure(const QString& key, const QWidget& figure) {
  if (explainDock_->isVisible()) {
    explainDock_->raise();
    explain_->explain(key, onScreen(figure));
  } else {
    explain_->openPopover(key, onScreen(figure));
  }
}

void MainWindow::explainFocused() {
  auto* focus = QApplication::focusWidget();
  for (int i = 0; i < static_cast<int>(Kpi::count); ++i)
    if (kpis_->tile(static_cast<Kpi>(i)) == focus)
      return explain_->openPopover(figureKey(static_cast<Kpi>(i)), onScreen(*focus));
  if (const auto* row = qobject_cast<StepRow*>(focus); row && !row->shown().figure.isEmpty())
    return explain_->openPopover(row->shown().figure, onScreen(*row));
  const QString key = explain_->key().isEmpty() ? figureKey(Kpi::memory) : explain_->key();
  explain_->openPopover(key, onScreen(focus ? *focus : *static_cast<QWidget*>(kpis_)));
}

}  // namespace shardscope::ui
