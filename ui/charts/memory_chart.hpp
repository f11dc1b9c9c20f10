// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One horizontal stacked bar per pipeline stage against the capacity of the GPU.

#include <array>
#include <vector>

#include "core/report/report.hpp"
#include "ui/charts/bar_geometry.hpp"
#include "ui/charts/chart_widget.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {

// One drawn bar: a stage, or a run of equal neighbours ("stages 3–14, ×12"). GiB.
struct MemoryBar {
  std::int64_t firstStage = 0, lastStage = 0;
  std::int64_t drawnStage = 0;  // whose figures these are
  std::array<double, static_cast<std::size_t>(MemoryPart::count)> parts{};
  double total = 0;
  double overCapacity = 0;  // > 0: hatched red on top
  bool overFitLimit = false;
  bool fullest = false;
  bool approximate = false;  // the run is not of equals: its fullest stage is drawn
  bool operator==(const MemoryBar&) const = default;
};

// Geometry without a GUI. Above 16 stages equal neighbours merge; the fullest and the last stage always stay.
std::vector<MemoryBar> memoryBars(const MemoryReport& memory);
// At most `most` bars: the most similar neighbours merge first, drawn as the fullest of the run. Only as many as must
// stay (fullest, last and what they separate) may exceed `most`.
std::vector<MemoryBar> condensed(std::vector<MemoryBar> bars, std::size_t most);

// What a render keeps.
struct MemoryView {
  std::vector<MemoryBar> bars;  // rows of the table; item rows on screen are indices of these
  Bytes capacity, fitLimit, peak;
  std::int64_t peakStage = 0;
  std::size_t stages = 0;
  Verdict verdict = Verdict::invalid;
  bool operator==(const MemoryView&) const = default;
};

class MemoryChart : public ChartWidget {
  Q_OBJECT

 public:
  explicit MemoryChart(QWidget* parent = nullptr);
  void render(const Report& report);         // an invalid report leaves one sentence in place of the chart
  void setPlaceholder(const QString& text);  // that sentence
  void holdRange(bool hold);                 // during a drag: axis grows at once, shrinks on release
  QString title() const override;
  QString summary() const override;
  ChartTable table() const override;
  QString toolTipFor(ChartItem item) const override;
  QString clickHint(ChartItem item) const override;

  static QString partName(MemoryPart part);  // "Logits / temp"
  static QString shortPartName(MemoryPart part);
  static QString barName(const MemoryBar& bar);  // "Stage 3", "Stages 3–14, ×12"

 signals:
  void explainRequested(int stage, MemoryPart part);

 protected:
  void layoutScene(Scene& scene, const ChartFrame& frame) const override;
  void activate(ChartItem item, Qt::KeyboardModifiers modifiers) override;

 private:
  QString placeholder() const;
  const MemoryBar& barAt(int row) const;  // as drawn: a run if the panel is low

  MemoryView view_;
  mutable std::vector<MemoryBar> shown_;  // fewer than in view_ if the panel is low
  RangeHold range_;
  double upper_ = 1;
  QString placeholder_;
  bool held_ = false;
};

}  // namespace shardscope::ui
