// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Step time of the live configuration (A) and the pins, split by term, on one axis.

#include <array>
#include <vector>

#include "core/report/report.hpp"
#include "ui/charts/bar_geometry.hpp"
#include "ui/charts/chart_widget.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {

struct StepTimeBar {
  int pin = 0;                                                            // 0 = A (current)
  std::array<double, static_cast<std::size_t>(TimePart::count)> parts{};  // seconds; adds up to `step`
  double step = 0;
  bool cannotRun = false;  // drawn dimmed
  bool operator==(const StepTimeBar&) const = default;
};

// compute = gemm + pointwise + recompute + head + scale + other (hover splits it).
StepTimeBar stepTimeBar(int pin, const Report& report);

// What tooltips and the hover split need of a report. Seconds.
struct StepTimeDetail {
  std::array<double, static_cast<std::size_t>(TimeTerm::count)> terms{};
  double hiddenTp = 0, hiddenEp = 0, hiddenDp = 0;
  double term(TimeTerm which) const { return terms[static_cast<std::size_t>(which)]; }
  bool operator==(const StepTimeDetail&) const = default;
};
StepTimeDetail stepTimeDetail(const Report& report);

// The terms inside "compute", in drawing order.
inline constexpr std::array kComputeTerms{TimeTerm::gemm, TimeTerm::pointwise, TimeTerm::recompute,
                                          TimeTerm::head, TimeTerm::scale,     TimeTerm::other};

class StepTimeChart : public ChartWidget {
  Q_OBJECT

 public:
  explicit StepTimeChart(QWidget* parent = nullptr);
  void render(const std::vector<StepTimeBar>& bars, const std::vector<Report>& reports);  // parallel, first = A
  void setPlaceholder(const QString& text);  // in place of the chart when no bar has a time
  void holdRange(bool hold);
  QSize minimumSizeHint() const override;  // every bar with its letter
  QString title() const override;
  QString summary() const override;
  ChartTable table() const override;
  QString toolTipFor(ChartItem item) const override;
  QString clickHint(ChartItem item) const override;

  static QString partName(TimePart part);
  static QString shortPartName(TimePart part);
  static QString termName(TimeTerm term);  // of the split: "GEMM", "pointwise"

 signals:
  void explainRequested(int pin, TimePart part);

 protected:
  void layoutScene(Scene& scene, const ChartFrame& frame) const override;
  void activate(ChartItem item, Qt::KeyboardModifiers modifiers) override;
  void paintOver(QPainter& painter, const ChartFrame& frame) const override;

 private:
  bool isEmpty() const;
  QString placeholder() const;
  QString differenceToA(const StepTimeBar& bar) const;

  std::vector<StepTimeBar> bars_;
  std::vector<StepTimeDetail> details_;
  RangeHold range_;
  double upper_ = 1;  // seconds
  QString placeholder_;
  bool held_ = false;
};

}  // namespace shardscope::ui
