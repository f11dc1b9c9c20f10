// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/heatmap_panel.hpp"

#include <QComboBox>
#include <QEvent>
#include <QVBoxLayout>

#include "ui/text/labels.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {

HeatmapPanel::HeatmapPanel(SweepBoard& board, MapDetail detail, QWidget* parent)
    : QWidget(parent), board_(board), detail_(detail) {
  markAsPanel(this);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  map_ = new Heatmap(this);
  column->addWidget(map_, 1);
  if (detail == MapDetail::brief) addMetricChooser();
  connect(map_, &Heatmap::applyRequested, this, [this](int cell) { choose(cell, false); });
  connect(map_, &Heatmap::pinRequested, this, [this](int cell) { choose(cell, true); });
  connect(&board_, &SweepBoard::changed, this, [this] {
    if (isVisible()) render();
  });
  retranslate();
}

void HeatmapPanel::addMetricChooser() {
  metric_ = new QComboBox(map_);
  metric_->setObjectName(QStringLiteral("metric"));
  map_->setTitleWidget(metric_);
  for (std::size_t i = 0; i < EnumWords<Metric>::words.size(); ++i) metric_->addItem(QString(), static_cast<int>(i));
  const auto follow = [this] {
    metric_->setCurrentIndex(metric_->findData(static_cast<int>(board_.settings().metric)));
  };
  connect(metric_, &QComboBox::activated, this, [this] {
    auto settings = board_.settings();
    settings.metric = static_cast<Metric>(metric_->currentData().toInt());
    board_.setSettings(settings);
  });
  connect(&board_, &SweepBoard::settingsChanged, this, follow);
  follow();
}

void HeatmapPanel::choose(int cell, bool pins) {
  const auto choice = choiceAt(board_, cell);
  if (!choice) return;
  if (pins)
    emit pinRequested(choice->scenario);
  else
    emit applyRequested(choice->scenario, choice->what);
}

void HeatmapPanel::render() {
  if (board_.outcome() != outcome_ || board_.previous() != previous_) {
    outcome_ = board_.outcome();
    previous_ = board_.previous();
    content_ = sweepMap(board_, detail_);
  }
  content_.grid.current = currentCell(board_, content_.grid);
  content_.texts.current = currentLegend(board_);
  map_->setPlaceholder(mapPlaceholder(board_));
  map_->setStale(board_.isStale());
  map_->render(content_.grid, content_.texts);
}

void HeatmapPanel::retranslate() {
  outcome_.reset();
  previous_.reset();
  if (!metric_) return;
  metric_->setAccessibleName(tr("Metric of the map"));
  metric_->setToolTip(tr("What the map shows; better is always brighter"));
  for (int i = 0; i < metric_->count(); ++i) {
    const auto metric = static_cast<Metric>(metric_->itemData(i).toInt());
    metric_->setItemText(i, tr("Sweep: best %1, %2").arg(metricName(metric), metricUnit(metric)));
  }
}

void HeatmapPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    if (isVisible()) render();
  }
  QWidget::changeEvent(event);
}

void HeatmapPanel::showEvent(QShowEvent* event) {
  render();
  QWidget::showEvent(event);
}

}  // namespace shardscope::ui
