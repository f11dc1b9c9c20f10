// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/step_time_chart.hpp"

#include <QMetaMethod>
#include <QPainter>
#include <algorithm>

#include "ui/charts/chart_header.hpp"
#include "ui/charts/step_time_scene.hpp"
#include "ui/text/numbers.hpp"
#include "ui/theme/text_style.hpp"

namespace shardscope::ui {
namespace {

constexpr std::size_t kParts = static_cast<std::size_t>(TimePart::count);

double longest(const std::vector<StepTimeBar>& bars) {
  double step = 0;
  for (const StepTimeBar& bar : bars) step = std::max(step, bar.step);
  return step;
}

QString letterOf(int pin) { return QString(QChar(static_cast<char16_t>(u'A' + pin))); }

double hiddenOf(const StepTimeDetail& detail, TimePart part) {
  switch (part) {
    case TimePart::tp: return detail.hiddenTp;
    case TimePart::ep: return detail.hiddenEp;
    case TimePart::dpExposed: return detail.hiddenDp;
    default: return 0;
  }
}

}  // namespace

StepTimeChart::StepTimeChart(QWidget* parent) : ChartWidget(parent) { describe(); }

void StepTimeChart::render(const std::vector<StepTimeBar>& bars, const std::vector<Report>& reports) {
  std::vector<StepTimeDetail> details;
  details.reserve(bars.size());
  for (std::size_t i = 0; i < bars.size(); ++i)
    details.push_back(i < reports.size() ? stepTimeDetail(reports[i]) : StepTimeDetail{});
  const double step = longest(bars);
  const double upper = step > 0 ? range_.update(axisUpper(step, 0)) : upper_;
  if (bars == bars_ && details == details_ && upper == upper_) return;
  if (bars.size() != bars_.size()) updateGeometry();
  bars_ = bars;
  details_ = std::move(details);
  upper_ = upper;
  if (!held_) describe();
  invalidate();
}

QSize StepTimeChart::minimumSizeHint() const {
  const int bars = std::max(2, static_cast<int>(bars_.size()));
  return {320, scaledInt(62) + bars * scaledInt(17)};
}

void StepTimeChart::setPlaceholder(const QString& text) {
  if (text == placeholder_) return;
  placeholder_ = text;
  describe();
  if (isEmpty()) invalidate();
}

void StepTimeChart::holdRange(bool hold) {
  held_ = hold;
  range_.hold(hold);
  if (hold) return;
  describe();
  if (isEmpty()) return;
  const double upper = range_.update(axisUpper(longest(bars_), 0));
  if (upper == upper_) return;
  upper_ = upper;
  invalidate();
}

bool StepTimeChart::isEmpty() const { return !(longest(bars_) > 0); }

QString StepTimeChart::placeholder() const {
  return placeholder_.isEmpty() ? tr("No split exists for these settings, so there is no step to time.") : placeholder_;
}

QString StepTimeChart::title() const { return tr("Step time"); }

QString StepTimeChart::differenceToA(const StepTimeBar& bar) const {
  const double base = bars_.front().step;
  return base > 0 && bar.step > 0 ? delta(bar.step / base - 1) : notAvailable();
}

QString StepTimeChart::summary() const {
  if (isEmpty()) return placeholder();
  const StepTimeBar& live = bars_.front();
  if (!(live.step > 0)) return placeholder();
  const auto largest = std::max_element(live.parts.begin(), live.parts.end());
  QString text = tr("Step time %1; %2 is the largest part with %3.")
                     .arg(seconds(live.step), partName(static_cast<TimePart>(largest - live.parts.begin())),
                          percent(*largest / live.step));
  if (live.cannotRun) text += u' ' + tr("It does not fit: this is the time if it fitted.");
  for (std::size_t i = 1; i < bars_.size(); ++i)
    text += u' ' + tr("Pin %1: %2, %3.").arg(letterOf(bars_[i].pin), seconds(bars_[i].step), differenceToA(bars_[i]));
  return text;
}

ChartTable StepTimeChart::table() const {
  ChartTable table;
  table.corner = tr("Pin");
  for (std::size_t i = 0; i < kParts; ++i) table.columns << tr("%1, s").arg(partName(static_cast<TimePart>(i)));
  table.columns << tr("Step, s") << tr("Difference to A");
  for (const StepTimeBar& bar : bars_) {
    table.rowHeaders << letterOf(bar.pin);
    QStringList row;
    for (double part : bar.parts) row << QString::number(part, 'f', 4);
    row << QString::number(bar.step, 'f', 4) << (bar.pin == 0 ? QString() : differenceToA(bar));
    table.rows.push_back(row);
  }
  return table;
}

QString StepTimeChart::toolTipFor(ChartItem item) const {
  if (item.row < 0 || static_cast<std::size_t>(item.row) >= bars_.size()) return {};
  const StepTimeBar& bar = bars_[static_cast<std::size_t>(item.row)];
  if (item.column < 0 || static_cast<std::size_t>(item.column) >= kParts)
    return letterOf(bar.pin) + u'\n' + seconds(bar.step);
  const StepTimeDetail& detail = details_[static_cast<std::size_t>(item.row)];
  const auto part = static_cast<TimePart>(item.column);
  const double time = bar.parts[static_cast<std::size_t>(item.column)];
  const QString share = bar.step > 0 ? percent(time / bar.step) : notAvailable();
  QString text = tr("%1 · %2").arg(letterOf(bar.pin), partName(part)) + u'\n';
  const double hidden = hiddenOf(detail, part);
  if (hidden > 0)
    return text + tr("%1, of which %2 exposed").arg(seconds(time + hidden), seconds(time)) + u'\n' +
           tr("%1 of the step").arg(share);
  text += tr("%1, %2 of the step").arg(seconds(time), share);
  if (part != TimePart::compute) return text;
  QStringList terms;
  for (TimeTerm term : kComputeTerms)
    if (detail.term(term) > 0) terms << termName(term) + u' ' + seconds(detail.term(term));
  // Two terms a line keep to the width of a tooltip.
  for (qsizetype i = 0; i < terms.size(); i += 2)
    text += u'\n' + QStringList(terms.mid(i, 2)).join(QStringLiteral(" · "));
  return text;
}

QString StepTimeChart::clickHint(ChartItem) const {
  static const QMetaMethod signal = QMetaMethod::fromSignal(&StepTimeChart::explainRequested);
  return isSignalConnected(signal) ? tr("Click explains this figure") : QString();
}

QString StepTimeChart::partName(TimePart part) {
  switch (part) {
    case TimePart::compute: return tr("Compute");
    case TimePart::attention: return tr("Attention");
    case TimePart::tp: return tr("TP comm");
    case TimePart::cp: return tr("CP comm");
    case TimePart::ep: return tr("EP comm");
    case TimePart::pp: return tr("PP comm");
    case TimePart::dpExposed: return tr("DP exposed");
    case TimePart::bubble: return tr("Bubble");
    default: return tr("Optimizer");
  }
}

QString StepTimeChart::shortPartName(TimePart part) {
  switch (part) {
    case TimePart::attention: return tr("Attn.", "short");
    case TimePart::tp: return tr("TP", "short");
    case TimePart::cp: return tr("CP", "short");
    case TimePart::ep: return tr("EP", "short");
    case TimePart::pp: return tr("PP", "short");
    case TimePart::dpExposed: return tr("DP", "short");
    case TimePart::optimizer: return tr("Optim.", "short");
    default: return partName(part);
  }
}

QString StepTimeChart::termName(TimeTerm term) {
  switch (term) {
    case TimeTerm::gemm: return tr("GEMM");
    case TimeTerm::pointwise: return tr("pointwise");
    case TimeTerm::recompute: return tr("recompute");
    case TimeTerm::head: return tr("head");
    case TimeTerm::scale: return tr("scale loss");
    default: return tr("other");
  }
}

void StepTimeChart::layoutScene(Scene& scene, const ChartFrame& frame) const {
  if (!isEmpty()) return layoutStepTime(scene, frame, bars_, upper_);
  const double top = layoutHeader(scene, frame, title(), {});
  addSentence(scene, frame, top, placeholder());
}

void StepTimeChart::activate(ChartItem item, Qt::KeyboardModifiers) {
  if (item.row >= 0 && static_cast<std::size_t>(item.row) < bars_.size() && item.column >= 0 &&
      static_cast<std::size_t>(item.column) < kParts)
    emit explainRequested(bars_[static_cast<std::size_t>(item.row)].pin, static_cast<TimePart>(item.column));
}

// The hovered compute segment is divided into its terms.
void StepTimeChart::paintOver(QPainter& painter, const ChartFrame& frame) const {
  const ChartItem item = hoveredItem();
  const bool splits = item.column == static_cast<int>(TimePart::compute) && item.row >= 0 &&
                      static_cast<std::size_t>(item.row) < details_.size();
  const QRectF rect = splits ? itemRect(item) : QRectF();
  const double whole = splits ? bars_[static_cast<std::size_t>(item.row)].parts[0] : 0;
  if (!rect.isEmpty() && whole > 0) {
    double sum = 0;
    for (TimeTerm term : kComputeTerms) {
      sum += details_[static_cast<std::size_t>(item.row)].term(term);
      const double x = scene().snap(rect.left() + rect.width() * sum / whole);
      if (x > rect.left() + 1 && x < rect.right() - 1)
        painter.fillRect(QRectF(x, rect.top(), 1, rect.height()), frame.color(Token::panel));
    }
  }
  ChartWidget::paintOver(painter, frame);
}

}  // namespace shardscope::ui
