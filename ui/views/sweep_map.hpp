// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a sweep puts on a heatmap: cells, short texts and the whole story of each. No widget needed.

#include <optional>

#include "ui/charts/heatmap.hpp"
#include "ui/store/sweep_board.hpp"

namespace shardscope::ui {

// brief: the value only, for small cells; full: peak, step and recipe below it.
enum class MapDetail : std::uint8_t { brief, full };

struct SweepMap {
  HeatGrid grid;  // without the current cell, which may move while the rest stays
  HeatmapTexts texts;
};
// Empty without an outcome.
SweepMap sweepMap(const SweepBoard& board, MapDetail detail);

// The cell of the live scenario; −1: off the map.
int currentCell(const SweepBoard& board, const HeatGrid& grid);
QString currentLegend(const SweepBoard& board);  // "current cell (A: 39.6)"

// The best configuration of a cell as the change it means for the live scenario; none where nothing runs.
struct CellChoice {
  Scenario scenario;
  QString what;  // "TP 8 · PP 4 · DP2 V10", names the undo step
};
std::optional<CellChoice> choiceAt(const SweepBoard& board, int cell);

// One sentence in place of a map: why there is none.
QString mapPlaceholder(const SweepBoard& board);

}  // namespace shardscope::ui
