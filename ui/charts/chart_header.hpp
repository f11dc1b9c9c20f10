// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Title on the left, legend on the right. Names shorten when the row is too narrow; then the legend wraps below.

#include <vector>

#include "ui/charts/scene.hpp"

namespace shardscope::ui {

enum class Swatch : std::uint8_t { fill, mark, outline, gradient };

struct LegendEntry {
  Swatch swatch = Swatch::fill;
  QColor color;
  Hatch hatch = Hatch::none;
  QColor hatchColor;
  Mark mark = Mark::star;
  QString text, shortText;  // shortText empty: the same
  QString before;           // left of a gradient
};

// Lays the row out and returns the y below it.
double layoutHeader(Scene& scene, const ChartFrame& frame, const QString& title,
                    const std::vector<LegendEntry>& legend);

// Whether title and legend (names shortened if need be) stand in one row.
bool fitsOneRow(const ChartFrame& frame, const QString& title, const std::vector<LegendEntry>& legend);

inline constexpr double kPadding = 12;  // of a panel, design length

// Left end of the bars: the same in both bar charts, so that they line up one above the other.
double barsLeft(const ChartFrame& frame);
// The labels of scene.axis below its line at `bottom`; the unit follows the last one. Drawn by the scene, not by the
// plot, so that they count as text in tests and become paths in SVG like all others.
void addAxisTexts(Scene& scene, const ChartFrame& frame, double left, double right, double bottom, const QString& unit);

}  // namespace shardscope::ui
