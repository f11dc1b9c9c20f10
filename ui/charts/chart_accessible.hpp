// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Screen readers see a chart as a table: a plot alone is one silent node.

namespace shardscope::ui {

void installChartAccessibility();  // once per process, idempotent

}  // namespace shardscope::ui
