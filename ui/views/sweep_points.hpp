// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/pareto_points.hpp"
#include "ui/store/sweep_board.hpp"

namespace shardscope::ui {

// What a sweep puts on the Pareto plot, without the live configuration; empty without an outcome.
ParetoPoints frontPoints(const SweepBoard& board);
// The live configuration, if it has figures and a sweep to stand in.
std::vector<ParetoPoint> currentPoints(const SweepBoard& board);

}  // namespace shardscope::ui
