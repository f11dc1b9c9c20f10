// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which key of the report a figure of the window shows.

#include <QString>

#include "ui/theme/tokens.hpp"
#include "ui/views/kpi_strip.hpp"

namespace shardscope::ui {

QString figureKey(Kpi kpi);
QString figureKey(int stage, MemoryPart part);
QString figureKey(TimePart part);

}  // namespace shardscope::ui
