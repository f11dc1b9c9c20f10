// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sweep_page.hpp"

#include <QComboBox>
#include <QEvent>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/charts/heatmap.hpp"
#include "ui/charts/pareto_plot.hpp"
#include "ui/text/sweep_texts.hpp"
#include "ui/views/heatmap_panel.hpp"
#include "ui/views/panel.hpp"
#include "ui/views/sweep_bar.hpp"
#include "ui/views/sweep_points.hpp"
#include "ui/views/sweep_rank_table.hpp"
#include "ui/views/sweep_way_out.hpp"

namespace shardscope::ui {
namespace {

QSplitter* makeSplitter(Qt::Orientation orientation, QWidget* parent) {
  auto* splitter = new QSplitter(orientation, parent);
  splitter->setChildrenCollapsible(false);
  splitter->setHandleWidth(4);
  return splitter;
}

}  // namespace

SweepPage::SweepPage(SweepBoard& board, QWidget* parent) : QWidget(parent), board_(board) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  bar_ = new SweepBar(board, this);
  wayOut_ = new SweepWayOut(board, this);
  splitter_ = makeSplitter(Qt::Vertical, this);
  charts_ = makeSplitter(Qt::Horizontal, splitter_);
  map_ = new HeatmapPanel(board, MapDetail::full, charts_);
  pareto_ = new ParetoPlot(charts_);
  markAsPanel(pareto_);
  ranking_ = new SweepRankTable(board, splitter_);
  charts_->addWidget(map_);
  charts_->addWidget(pareto_);
  charts_->setStretchFactor(0, 7);
  charts_->setStretchFactor(1, 4);
  charts_->setSizes({700, 380});
  splitter_->addWidget(charts_);
  splitter_->addWidget(ranking_);
  splitter_->setStretchFactor(0, 4);
  splitter_->setStretchFactor(1, 3);
  splitter_->setSizes({380, 280});
  column->addWidget(bar_);
  column->addWidget(wayOut_);
  column->addWidget(splitter_, 1);
  connect(wayOut_, &SweepWayOut::applyRequested, this, &SweepPage::applyRequested);
  connect(map_, &HeatmapPanel::applyRequested, this, &SweepPage::applyRequested);
  connect(map_, &HeatmapPanel::pinRequested, this, &SweepPage::pinRequested);
  connect(ranking_, &SweepRankTable::applyRequested, this, &SweepPage::applyRequested);
  connect(ranking_, &SweepRankTable::pinRequested, this, &SweepPage::pinRequested);
  connect(ranking_, &SweepRankTable::told, this, &SweepPage::told);
  connect(pareto_, &ParetoPlot::applyRequested, this, [this](int index) { chooseFront(index, false); });
  connect(pareto_, &ParetoPlot::pinRequested, this, [this](int index) { chooseFront(index, true); });
  connect(&board_, &SweepBoard::changed, this, [this] {
    if (isVisible()) renderPareto();
  });
}

void SweepPage::renderPareto() {
  pareto_->setPlaceholder(mapPlaceholder(board_));
  pareto_->setStale(board_.isStale());
  if (board_.outcome() != outcome_) {
    outcome_ = board_.outcome();
    points_ = frontPoints(board_);
  }
  points_.current = currentPoints(board_);
  pareto_->render(points_);
}

void SweepPage::chooseFront(int index, bool pins) {
  const auto& outcome = board_.outcome();
  if (!outcome || static_cast<std::size_t>(index) >= outcome->result.front.size()) return;
  const auto& row = outcome->result.front[static_cast<std::size_t>(index)];
  const auto scenario = scenarioAt(board_.store().scenario(), outcome->request->space, row);
  if (pins)
    emit pinRequested(scenario);
  else
    emit applyRequested(scenario, wholeRecipe(lineOf(outcome->request->space, row), board_.settings()));
}

std::vector<QWidget*> SweepPage::panels() const { return {bar_->xAxis(), map_->heatmap(), pareto_, ranking_->table()}; }

void SweepPage::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    outcome_.reset();
    if (isVisible()) renderPareto();
  }
  QWidget::changeEvent(event);
}

void SweepPage::showEvent(QShowEvent* event) {
  renderPareto();
  QWidget::showEvent(event);
}

}  // namespace shardscope::ui
