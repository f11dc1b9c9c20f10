// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview_page.hpp"

#include <QSplitter>
#include <QVBoxLayout>

#include "ui/charts/memory_chart.hpp"
#include "ui/charts/step_time_chart.hpp"
#include "ui/views/heatmap_panel.hpp"
#include "ui/views/impossible_panel.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {

OverviewPage::OverviewPage(SweepBoard& sweep, QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  impossible_ = new ImpossiblePanel(this);
  splitter_ = new QSplitter(Qt::Vertical, this);
  splitter_->setChildrenCollapsible(false);
  splitter_->setHandleWidth(4);
  memory_ = new MemoryChart(splitter_);
  stepTime_ = new StepTimeChart(splitter_);
  map_ = new HeatmapPanel(sweep, MapDetail::brief, splitter_);
  markAsPanel(memory_);
  markAsPanel(stepTime_);
  for (QWidget* panel : {static_cast<QWidget*>(memory_), static_cast<QWidget*>(stepTime_), static_cast<QWidget*>(map_)})
    splitter_->addWidget(panel);
  splitter_->setStretchFactor(0, 3);
  splitter_->setStretchFactor(1, 2);
  splitter_->setStretchFactor(2, 5);
  splitter_->setSizes({310, 180, 510});
  column->addWidget(impossible_);
  column->addWidget(splitter_, 1);
}

void OverviewPage::render(const Scenario& scenario, const Report& report, const Locks& locks,
                          const std::vector<Pin>& pins) {
  impossible_->render(scenario, report, locks);
  memory_->render(report);
  std::vector<StepTimeBar> bars{stepTimeBar(0, report)};
  std::vector<Report> reports{report};
  for (const auto& pin : pins) {
    if (pin.report.verdict == Verdict::invalid) continue;
    bars.push_back(stepTimeBar(pin.slot, pin.report));
    reports.push_back(pin.report);
  }
  stepTime_->render(bars, reports);
}

void OverviewPage::setCompact(bool compact) {
  memory_->setCompact(compact);
  stepTime_->setCompact(compact);
}

void OverviewPage::holdRanges(bool hold) {
  memory_->holdRange(hold);
  stepTime_->holdRange(hold);
}

}  // namespace shardscope::ui
