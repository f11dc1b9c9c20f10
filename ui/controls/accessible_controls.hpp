// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace shardscope::ui {

// Teaches QAccessible the controls of this folder. Any number of calls; every constructor makes one.
void installAccessibleControls();

}  // namespace shardscope::ui
