// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The way of the Tab key through a window: tool bars, left docks, the page in the middle, right docks, status bar.

#include <vector>

class QMainWindow;
class QWidget;

namespace shardscope::ui {

// Every visible widget of the window that Tab stops at, in order; the last is followed by the first.
std::vector<QWidget*> tabChain(const QMainWindow& window);

// Gives the focus to the neighbour of the widget that has it; false if there is none.
bool focusNeighbour(const QMainWindow& window, bool next);

}  // namespace shardscope::ui
