// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures above everything: a verdict before a figure.

#include <QWidget>
#include <array>
#include <optional>

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"
#include "ui/controls/kpi_tile.hpp"
#include "ui/store/pins.hpp"

namespace shardscope::ui {

enum class Kpi : std::uint8_t { memory, mfu, stepTime, throughput, bubble, globalBatch, train, count };

// What the tiles say; no widget needed.
std::array<KpiState, static_cast<std::size_t>(Kpi::count)> kpiStates(const Scenario& scenario, const Report& report,
                                                                     const Pin* lastPin);

class KpiStrip : public QWidget {
  Q_OBJECT

 public:
  explicit KpiStrip(QWidget* parent = nullptr);
  void render(const Scenario& scenario, const Report& report, const Pin* lastPin);
  void setCompact(bool compact);
  void announceVerdict();  // to screen readers
  KpiTile* tile(Kpi kpi) const { return tiles_[static_cast<std::size_t>(kpi)]; }

 signals:
  void pinRequested();                  // the live configuration
  void announced(const QString& text);  // what a screen reader was told

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  void showMenu(KpiTile& tile, const QPoint& globalPosition);

  std::array<KpiTile*, static_cast<std::size_t>(Kpi::count)> tiles_{};
};

}  // namespace shardscope::ui
