// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/heatmap_panel.hpp"

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QVBoxLayout>

#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/numbers.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

constexpr Metric kMetrics[] = {Metric::mfu, Metric::step, Metric::memory, Metric::bubble};

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::HeatmapPanel)
};

QString cellName(const Grid& grid, const GridCell& cell) {
  return QStringLiteral("%1 %2 · %3 %4").arg(symbol(grid.yKnob)).arg(cell.y).arg(symbol(grid.xKnob)).arg(cell.x);
}

QString cellText(const Grid& grid, const GridCell& cell) {
  switch (cell.verdict) {
    case Verdict::invalid: return shortReason(cell.reason);
    case Verdict::doesNotFit: return Texts::tr("OOM %1").arg(gib(cell.peak, 0));
    default: return metricValue(grid.metric, cell.value);
  }
}

QString cellStory(const Grid& grid, const GridCell& cell, const Scenario& scenario) {
  QString story = cellName(grid, cell);
  if (cell.verdict == Verdict::invalid) {
    Scenario moved = scenario;
    field(knobKey(grid.yKnob)).write(moved, Value(cell.y));
    field(knobKey(grid.xKnob)).write(moved, Value(cell.x));
    return story + QLatin1Char('\n') + sentence(cell.reason, moved);
  }
  if (cell.verdict == Verdict::doesNotFit)
    story += QLatin1Char('\n') + Texts::tr("Does not fit: %1 GiB missing").arg(gib(cell.missing));
  if (cell.verdict == Verdict::tight) story += QLatin1Char('\n') + Texts::tr("Tight: may run out");
  story += QLatin1Char('\n') + Texts::tr("Peak %1 · bubble %2").arg(gibUnit(cell.peak), percent(cell.bubble));
  if (cell.stepSeconds > 0)
    story += QLatin1Char('\n') + Texts::tr("Step %1 · MFU %2").arg(seconds(cell.stepSeconds), percent(cell.mfu));
  return story + QLatin1Char('\n') + Texts::tr("Click applies, Ctrl+click pins");
}

}  // namespace

HeatmapTexts heatmapTexts(const Grid& grid, const Scenario& scenario) {
  HeatmapTexts texts;
  texts.title = Texts::tr("Map: %1, %2").arg(metricName(grid.metric), metricUnit(grid.metric));
  if (const auto at = static_cast<std::size_t>(grid.current);
      grid.current >= 0 && isFeasible(grid.cells[at]) && !firstError(scenario))
    texts.current = Texts::tr("current (%1)").arg(metricValue(grid.metric, grid.cells[at].value));
  if (const auto scale = heatScale(grid); scale.low < scale.high) {
    texts.scaleLow = metricValue(grid.metric, scale.low);
    texts.scaleHigh = metricValue(grid.metric, scale.high);
  }
  const auto domain = nvlinkDomain(scenario.cluster);
  for (const auto y : grid.ys) texts.yWarn.push_back(grid.yKnob == Knob::tp && y > domain);
  texts.xLabel = Texts::tr("PP (pipeline stages)");
  texts.yLabel = QStringLiteral("TP");
  texts.cell.reserve(grid.cells.size());
  texts.toolTip.reserve(grid.cells.size());
  for (const auto& cell : grid.cells) {
    texts.cell.push_back(cellText(grid, cell));
    texts.toolTip.push_back(cellStory(grid, cell, scenario));
  }
  return texts;
}

HeatmapPanel::HeatmapPanel(QWidget* parent) : QWidget(parent) {
  markAsPanel(this);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  map_ = new Heatmap(this);
  metric_ = new QComboBox(map_);
  metric_->setObjectName(QStringLiteral("metric"));
  map_->setTitleWidget(metric_);
  column->addWidget(map_, 1);
  for (const auto metric : kMetrics) metric_->addItem(metricName(metric), static_cast<int>(metric));
  connect(metric_, &QComboBox::activated, this, &HeatmapPanel::renderMap);
  connect(map_, &Heatmap::applyRequested, this, [this](int index) {
    const auto& cell = map_->grid().cells[static_cast<std::size_t>(index)];
    if (!cell.edit.empty()) emit applyRequested(cell.edit, cellName(map_->grid(), cell));
  });
  connect(map_, &Heatmap::pinRequested, this, [this](int index) {
    const auto& cell = map_->grid().cells[static_cast<std::size_t>(index)];
    if (cell.verdict != Verdict::invalid) emit pinRequested(cell.edit);
  });
  retranslate();
}

Metric HeatmapPanel::metric() const { return static_cast<Metric>(metric_->currentData().toInt()); }

void HeatmapPanel::setMetric(Metric metric) {
  metric_->setCurrentIndex(metric_->findData(static_cast<int>(metric)));
  renderMap();
}

void HeatmapPanel::render(const Scenario& scenario, const Locks& locks) {
  scenario_ = scenario;
  locks_ = locks;
  renderMap();
}

void HeatmapPanel::renderMap() {
  const Grid grid = layoutGrid(scenario_, locks_, Knob::pp, Knob::tp, metric());
  map_->render(grid, heatmapTexts(grid, scenario_));
}

void HeatmapPanel::retranslate() {
  metric_->setAccessibleName(tr("Metric of the map"));
  metric_->setToolTip(tr("What the map shows; better is always brighter"));
  for (int i = 0; i < metric_->count(); ++i) {
    const auto metric = static_cast<Metric>(metric_->itemData(i).toInt());
    metric_->setItemText(i, tr("Map: %1, %2").arg(metricName(metric), metricUnit(metric)));
  }
}

void HeatmapPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    if (!map_->grid().cells.empty()) renderMap();
  }
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
