// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where everything of the heatmap goes.

#include "ui/charts/heatmap.hpp"

namespace shardscope::ui {

void layoutHeatmap(Scene& scene, const ChartFrame& frame, const HeatGrid& grid, const HeatmapTexts& texts, bool stale);

}  // namespace shardscope::ui
