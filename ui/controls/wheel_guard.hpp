// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A wheel that scrolls a panel must not change the choosers it passes.

#include <QObject>

class QWidget;

namespace shardscope::ui {

// From now on the combo boxes inside `panel` take the wheel only while they have the focus, and get it by click or key,
// not by the wheel. Covers those that are there.
void guardFromWheel(QWidget* panel);

}  // namespace shardscope::ui
