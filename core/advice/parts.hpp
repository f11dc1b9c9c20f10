// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the steps write their parts. Internal to the advice.

#include <cmath>
#include <cstdint>

#include "core/advice/procedure.hpp"

namespace shardscope {

constexpr double asDouble(std::int64_t value) { return static_cast<double>(value); }

// A peak as a value of a part: by its name if there is a figure, else none (a rule forbids the layout).
inline void addPeak(AdvicePart& part, double peak) {
  if (std::isfinite(peak)) part.values.push_back({"peak_bytes", peak});
}

}  // namespace shardscope
