// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where everything of the Pareto plot goes.

#include "ui/charts/pareto_points.hpp"
#include "ui/charts/scene.hpp"

namespace shardscope::ui {

void layoutPareto(Scene& scene, const ChartFrame& frame, const ParetoPoints& points, bool stale);

// Ends and step of an axis: nice numbers around the data.
struct ParetoAxis {
  double lower = 0, upper = 1, step = 1;
};
ParetoAxis paretoAxis(double least, double greatest);

}  // namespace shardscope::ui
