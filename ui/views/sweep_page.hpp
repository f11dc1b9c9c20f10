// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sweep tab: what is asked, the map, the Pareto front, the ranking.

#include <QWidget>
#include <memory>
#include <vector>

#include "ui/charts/pareto_points.hpp"
#include "ui/store/sweep_board.hpp"

class QSplitter;

namespace shardscope::ui {

class HeatmapPanel;
class ParetoPlot;
class SweepBar;
class SweepRankTable;
class SweepWayOut;

class SweepPage : public QWidget {
  Q_OBJECT

 public:
  explicit SweepPage(SweepBoard& board, QWidget* parent = nullptr);
  SweepBar* bar() const { return bar_; }
  SweepWayOut* wayOut() const { return wayOut_; }
  HeatmapPanel* map() const { return map_; }
  ParetoPlot* pareto() const { return pareto_; }
  SweepRankTable* ranking() const { return ranking_; }
  std::vector<QWidget*> panels() const;                 // in the order of F6
  QSplitter* splitter() const { return splitter_; }     // charts above the ranking
  QSplitter* chartSplitter() const { return charts_; }  // map beside the front

 signals:
  void applyRequested(const shardscope::Scenario& scenario, const QString& what);
  void pinRequested(const shardscope::Scenario& scenario);
  void told(const QString& text);  // for the status bar

 protected:
  void changeEvent(QEvent*) override;
  void showEvent(QShowEvent*) override;

 private:
  void renderPareto();
  void chooseFront(int index, bool pins);

  SweepBoard& board_;
  SweepBar* bar_;
  SweepWayOut* wayOut_;
  HeatmapPanel* map_;
  ParetoPlot* pareto_;
  SweepRankTable* ranking_;
  QSplitter *splitter_, *charts_;
  std::shared_ptr<const SweepOutcome> outcome_;  // of points_
  ParetoPoints points_;
};

}  // namespace shardscope::ui
