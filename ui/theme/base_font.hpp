// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace shardscope::ui {

// Noto Sans, then Noto Sans CJK SC, then the system's own, at the system's size times the text scale.
void applyBaseFont();

}  // namespace shardscope::ui
