// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The map of a sweep as a panel: small on the overview, with its metric chooser for a title, or large on the sweep tab.

#include <QWidget>

#include "ui/views/sweep_map.hpp"

class QComboBox;

namespace shardscope::ui {

class HeatmapPanel : public QWidget {
  Q_OBJECT

 public:
  HeatmapPanel(SweepBoard& board, MapDetail detail, QWidget* parent = nullptr);
  void render();  // brings a hidden panel up to date as well
  Heatmap* heatmap() const { return map_; }
  QSize sizeHint() const override { return {380, 320}; }

 signals:
  void applyRequested(const shardscope::Scenario& scenario, const QString& what);
  void pinRequested(const shardscope::Scenario& scenario);

 protected:
  void changeEvent(QEvent*) override;
  void showEvent(QShowEvent*) override;

 private:
  void retranslate();
  void addMetricChooser();
  void choose(int cell, bool pins);

  SweepBoard& board_;
  MapDetail detail_;
  QComboBox* metric_ = nullptr;
  Heatmap* map_;
  // What the cells were made from; they are made anew only when it changes.
  std::shared_ptr<const SweepOutcome> outcome_, previous_;
  SweepMap content_;
};

}  // namespace shardscope::ui
