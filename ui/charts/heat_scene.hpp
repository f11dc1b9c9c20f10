// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where everything of the heatmap goes.

#include "ui/charts/heatmap.hpp"

namespace shardscope::ui {

void layoutHeatmap(Scene& scene, const ChartFrame& frame, const HeatGrid& grid, const HeatmapTexts& texts, bool stale);

// `text` on at most `rows` lines of `width`, broken at spaces; the last line is elided. Empty if not even an elided
// word fits.
QStringList wrapped(const QString& text, const QFontMetricsF& metrics, double width, int rows);

}  // namespace shardscope::ui
