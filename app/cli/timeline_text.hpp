// SPDX-License-Identifier: Apache-2.0
#pragma once
// A timeline for people: what was simulated, a Gantt chart, one row of figures per stage.

#include "app/cli/report_text.hpp"
#include "core/simulate/timeline.hpp"

namespace shardscope::cli {

std::string timelineText(const ReportView& view, const Timeline& timeline);

}  // namespace shardscope::cli
