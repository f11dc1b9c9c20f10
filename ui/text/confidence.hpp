// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Error bands and where they come from, in the window's language.

#include <QString>

#include "core/cost/confidence.hpp"

namespace shardscope::ui {

// "± 11.1 %: 90 % of runs stay within, judging by …", and what no published run covers on a line of its own.
QString bandText(const ConfidenceReport& confidence, Estimate quantity);

}  // namespace shardscope::ui
