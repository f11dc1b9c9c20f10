// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lines of tooltips.

#include <QString>

namespace shardscope::ui {

// Broken at spaces into lines of about `columns` Latin letters; Chinese letters count twice and may be parted anywhere.
QString wrappedText(const QString& text, int columns = 48);

}  // namespace shardscope::ui
