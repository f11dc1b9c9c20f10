// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What Ctrl+F finds: the figures, the charts of the open tab and every setting.

#include <vector>

#include "ui/views/finder.hpp"

namespace shardscope::ui {

class MainWindow;

std::vector<FindTarget> findTargets(MainWindow& window);

}  // namespace shardscope::ui
