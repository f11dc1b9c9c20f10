// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where everything of the step-time chart goes.

#include "ui/charts/step_time_chart.hpp"

namespace shardscope::ui {

// `upper`: end of the axis in seconds.
void layoutStepTime(Scene& scene, const ChartFrame& frame, const std::vector<StepTimeBar>& bars, double upper);

QColor timeFill(const Theme& theme, TimePart part);
QString threeDigits(double value);  // "12.4", "1.32", "0.016"

}  // namespace shardscope::ui
