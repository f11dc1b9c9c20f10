#pragma once
// Step time of the live configuration (A) and the pins, split by term, on one axis.

#include <QWidget>
#include <vector>

#include "core/report/report.hpp"
#include "ui/theme/tokens.hpp"

class QCustomPlot;

namespace shardscope::ui {

struct StepTimeBar {
  int pin = 0;                   // 0 = A (current)
  std::array<double, static_cast<std::size_t>(TimePart::count)> parts{};  // seconds; adds up to `step`
  double step = 0;
  bool cannotRun = false;        // drawn dimmed
  bool operator==(const StepTimeBar&) const = default;
};

// compute = gemm + pointwise + recompute + head + scale + other (hover splits it).
StepTimeBar stepTimeBar(int pin, const Report& report);

class StepTimeChart : public QWidget {
  Q_OBJECT

 public:
  explicit StepTimeChart(QWidget* parent = nullptr);
  void render(const std::vector<StepTimeBar>& bars, const std::vector<Report>& reports);  // parallel, first = A
  void setCompact(bool compact);
  void holdRange(bool hold);
  QString summary() const;
  QCustomPlot* plot() const { return plot_; }

 protected:
  void changeEvent(QEvent*) override;
  bool event(QEvent*) override;
  bool eventFilter(QObject*, QEvent*) override;

 private:
  class Private;
  Private* d_;
  QCustomPlot* plot_;
};

}  // namespace shardscope::ui
