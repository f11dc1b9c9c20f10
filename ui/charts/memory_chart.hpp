#pragma once
// One horizontal stacked bar per pipeline stage against the capacity of the GPU.

#include <QWidget>
#include <vector>

#include "core/report/report.hpp"
#include "ui/theme/tokens.hpp"

class QCustomPlot;

namespace shardscope::ui {

// One drawn bar: a stage, or a run of equal neighbours ("stages 3–14, ×12"). GiB.
struct MemoryBar {
  std::int64_t firstStage = 0, lastStage = 0;
  std::array<double, static_cast<std::size_t>(MemoryPart::count)> parts{};
  double total = 0;
  double overCapacity = 0;       // > 0: hatched red on top
  bool overFitLimit = false;
  bool fullest = false;
  bool operator==(const MemoryBar&) const = default;
};

// Geometry without a GUI. Above 16 stages equal neighbours merge; the fullest and the last stage always stay.
std::vector<MemoryBar> memoryBars(const MemoryReport& memory);

class MemoryChart : public QWidget {
  Q_OBJECT

 public:
  explicit MemoryChart(QWidget* parent = nullptr);
  void render(const Report& report);           // an invalid report leaves one sentence in place of the chart
  void setPlaceholder(const QString& text);    // that sentence
  void setCompact(bool compact);               // short legend names, lower bars
  void holdRange(bool hold);                   // during a drag: axis grows at once, shrinks on release
  QString summary() const;                     // one sentence, also the accessible description
  QCustomPlot* plot() const { return plot_; }  // for tests and picture export

 signals:
  void explainRequested(int stage, MemoryPart part);

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
