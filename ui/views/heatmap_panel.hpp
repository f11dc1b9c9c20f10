// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The TP × PP map with its metric chooser. Each cell keeps every other setting of the scenario (followers excepted).

#include <QWidget>

#include "core/scenario/locks.hpp"
#include "ui/charts/heatmap.hpp"
#include "ui/store/scenario_store.hpp"

class QComboBox;
class QLabel;

namespace shardscope::ui {

class HeatmapPanel : public QWidget {
  Q_OBJECT

 public:
  explicit HeatmapPanel(QWidget* parent = nullptr);
  void render(const Scenario& scenario, const Locks& locks);
  Heatmap* heatmap() const { return map_; }
  Metric metric() const;
  void setMetric(Metric metric);
  QSize sizeHint() const override { return {380, 320}; }

 signals:
  void applyRequested(const shardscope::Edit& edit, const QString& what);
  void pinRequested(const shardscope::Edit& edit);

 protected:
  void changeEvent(QEvent*) override;

 private:
  void retranslate();
  void renderMap();

  Scenario scenario_;
  Locks locks_;
  QComboBox* metric_;
  Heatmap* map_;
};

// Short text and tooltip of each cell; no widget needed.
HeatmapTexts heatmapTexts(const Grid& grid, const Scenario& scenario);

}  // namespace shardscope::ui
