// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The first tab: memory by stage, step time, the map.

#include <QWidget>
#include <vector>

#include "core/scenario/locks.hpp"
#include "core/scenario/scenario.hpp"
#include "ui/store/pins.hpp"

class QSplitter;

namespace shardscope::ui {

class HeatmapPanel;
class ImpossiblePanel;
class MemoryChart;
class StepTimeChart;
class SweepBoard;

class OverviewPage : public QWidget {
  Q_OBJECT

 public:
  explicit OverviewPage(SweepBoard& sweep, QWidget* parent = nullptr);
  void render(const Scenario& scenario, const Report& report, const Locks& locks, const std::vector<Pin>& pins);
  void setCompact(bool compact);
  void holdRanges(bool hold);  // during a drag, so that bars compare by eye
  MemoryChart* memory() const { return memory_; }
  StepTimeChart* stepTime() const { return stepTime_; }
  HeatmapPanel* map() const { return map_; }
  ImpossiblePanel* impossible() const { return impossible_; }
  QSplitter* splitter() const { return splitter_; }

 private:
  QSplitter* splitter_;
  ImpossiblePanel* impossible_;
  MemoryChart* memory_;
  StepTimeChart* stepTime_;
  HeatmapPanel* map_;
};

}  // namespace shardscope::ui
