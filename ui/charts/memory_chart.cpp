// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_chart.hpp"

#include <QMetaMethod>
#include <algorithm>

#include "ui/charts/chart_header.hpp"
#include "ui/charts/memory_scene.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {
namespace {

constexpr std::size_t kParts = static_cast<std::size_t>(MemoryPart::count);

MemoryView viewOf(const Report& report) {
  MemoryView view;
  view.verdict = report.verdict;
  if (report.verdict == Verdict::invalid) return view;
  view.bars = memoryBars(report.memory);
  view.capacity = report.memory.capacity;
  view.fitLimit = report.memory.fitLimit;
  view.peak = report.memory.peak;
  view.peakStage = report.memory.peakStage;
  view.stages = report.memory.stages.size();
  return view;
}

}  // namespace

MemoryChart::MemoryChart(QWidget* parent) : ChartWidget(parent) { describe(); }

void MemoryChart::render(const Report& report) {
  MemoryView view = viewOf(report);
  const double wanted = axisUpper(inGib(view.peak), inGib(view.capacity));
  const double upper = view.bars.empty() ? upper_ : range_.update(wanted);
  if (view == view_ && upper == upper_) return;
  view_ = std::move(view);
  upper_ = upper;
  shown_.clear();
  if (!held_) describe();
  invalidate();
}

void MemoryChart::setPlaceholder(const QString& text) {
  if (text == placeholder_) return;
  placeholder_ = text;
  describe();
  if (view_.bars.empty()) invalidate();
}

void MemoryChart::holdRange(bool hold) {
  held_ = hold;
  range_.hold(hold);
  if (hold) return;
  describe();
  if (view_.bars.empty()) return;
  const double upper = range_.update(axisUpper(inGib(view_.peak), inGib(view_.capacity)));
  if (upper == upper_) return;
  upper_ = upper;
  invalidate();
}

QString MemoryChart::placeholder() const {
  return placeholder_.isEmpty() ? tr("No split exists for these settings, so there is no memory to show.")
                                : placeholder_;
}

QString MemoryChart::title() const { return tr("Memory per GPU by stage"); }

QString MemoryChart::summary() const {
  if (view_.bars.empty()) return placeholder();
  const auto fullest = std::find_if(view_.bars.begin(), view_.bars.end(), [](const MemoryBar& b) { return b.fullest; });
  const MemoryBar& bar = fullest == view_.bars.end() ? view_.bars.front() : *fullest;
  const auto largest = std::max_element(bar.parts.begin(), bar.parts.end());
  const QString part = partName(static_cast<MemoryPart>(largest - bar.parts.begin()));
  const QString peak = gibAgainst(view_.peak, view_.capacity), capacity = gib(view_.capacity);
  const QString share = bar.total > 0 ? percent(*largest / bar.total, 0) : notAvailable();
  const QString stage = QString::number(view_.peakStage);
  switch (view_.verdict) {
    case Verdict::fits:
      return tr("Fits: stage %1 is fullest with %2 of %3 GiB; %4 %5.").arg(stage, peak, capacity, part, share);
    case Verdict::tight:
      return tr("Tight: stage %1 needs %2 of %3 GiB, over the fit limit; %4 %5.")
          .arg(stage, peak, capacity, part, share);
    default: return tr("Does not fit: stage %1 needs %2 of %3 GiB; %4 %5.").arg(stage, peak, capacity, part, share);
  }
}

ChartTable MemoryChart::table() const {
  ChartTable table;
  table.corner = tr("Stage");
  for (std::size_t i = 0; i < kParts; ++i) table.columns << tr("%1, GiB").arg(partName(static_cast<MemoryPart>(i)));
  table.columns << tr("Total, GiB") << tr("Share of capacity");
  for (const MemoryBar& bar : view_.bars) {
    table.rowHeaders << barName(bar);
    QStringList row;
    for (double part : bar.parts) row << gib(gibToBytes(part), 2);
    const double capacity = inGib(view_.capacity);
    row << gib(gibToBytes(bar.total), 2) << (capacity > 0 ? percent(bar.total / capacity) : notAvailable());
    table.rows.push_back(row);
  }
  return table;
}

const MemoryBar& MemoryChart::barAt(int row) const {
  const MemoryBar& wanted = view_.bars[static_cast<std::size_t>(row)];
  const auto holds = [&](const MemoryBar& bar) {
    return bar.firstStage <= wanted.firstStage && wanted.lastStage <= bar.lastStage;
  };
  const auto found = std::find_if(shown_.begin(), shown_.end(), holds);
  return found == shown_.end() ? wanted : *found;
}

QString MemoryChart::toolTipFor(ChartItem item) const {
  if (item.row < 0 || static_cast<std::size_t>(item.row) >= view_.bars.size()) return {};
  const MemoryBar& bar = barAt(item.row);
  const QString total = gibUnit(gibToBytes(bar.total));
  if (item.column < 0 || static_cast<std::size_t>(item.column) >= kParts) return barName(bar) + u'\n' + total;
  const double part = bar.parts[static_cast<std::size_t>(item.column)];
  QString text = tr("%1 · %2").arg(barName(bar), partName(static_cast<MemoryPart>(item.column))) + u'\n';
  const QString share = bar.total > 0 ? percent(part / bar.total) : notAvailable();
  text += tr("%1, %2 of %3").arg(gibUnit(gibToBytes(part), part < 0.05 ? 3 : part < 1 ? 2 : 1), share, total);
  if (bar.approximate)
    text += u'\n' + tr("Drawn: stage %1, the fullest of them").arg(bar.drawnStage);
  else if (bar.overCapacity > 0)
    text += u'\n' + tr("Over capacity by %1").arg(memoryLabels(bar, view_.capacity).share.mid(1));
  else if (bar.overFitLimit)
    text += u'\n' + tr("Over the fit limit of %1: may run out").arg(gibUnit(view_.fitLimit));
  return text;
}

QString MemoryChart::clickHint(ChartItem) const {
  static const QMetaMethod signal = QMetaMethod::fromSignal(&MemoryChart::explainRequested);
  return isSignalConnected(signal) ? tr("Click explains this figure") : QString();
}

QString MemoryChart::partName(MemoryPart part) {
  switch (part) {
    case MemoryPart::parameters: return tr("Parameters");
    case MemoryPart::gradients: return tr("Gradients");
    case MemoryPart::optimizer: return tr("Optimizer");
    case MemoryPart::activations: return tr("Activations");
    case MemoryPart::temporary: return tr("Logits / temp");
    case MemoryPart::buffers: return tr("Comm. buffers");
    default: return tr("Overhead");
  }
}

QString MemoryChart::shortPartName(MemoryPart part) {
  switch (part) {
    case MemoryPart::parameters: return tr("Params", "short");
    case MemoryPart::gradients: return tr("Grads", "short");
    case MemoryPart::optimizer: return tr("Optim.", "short");
    case MemoryPart::activations: return tr("Activ.", "short");
    case MemoryPart::temporary: return tr("Temp", "short");
    case MemoryPart::buffers: return tr("Comm", "short");
    default: return tr("Other", "short");
  }
}

QString MemoryChart::barName(const MemoryBar& bar) {
  if (bar.firstStage == bar.lastStage) return tr("Stage %1").arg(bar.firstStage);
  const std::int64_t count = bar.lastStage - bar.firstStage + 1;
  return bar.approximate ? tr("Stages %1–%2, max").arg(bar.firstStage).arg(bar.lastStage)
                         : tr("Stages %1–%2, ×%3").arg(bar.firstStage).arg(bar.lastStage).arg(count);
}

void MemoryChart::layoutScene(Scene& scene, const ChartFrame& frame) const {
  if (!view_.bars.empty()) {
    shown_ = layoutMemory(scene, frame, view_, upper_);
    return;
  }
  const double top = layoutHeader(scene, frame, title(), {});
  addSentence(scene, frame, top, placeholder());
}

void MemoryChart::activate(ChartItem item, Qt::KeyboardModifiers) {
  const bool known = item.row >= 0 && static_cast<std::size_t>(item.row) < view_.bars.size();
  if (known && item.column >= 0 && static_cast<std::size_t>(item.column) < kParts)
    emit explainRequested(static_cast<int>(barAt(item.row).drawnStage), static_cast<MemoryPart>(item.column));
}

}  // namespace shardscope::ui
