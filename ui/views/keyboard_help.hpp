// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace shardscope::ui {

// The keyboard map as a dialog.
void showKeyboardHelp(QWidget* parent);

}  // namespace shardscope::ui
