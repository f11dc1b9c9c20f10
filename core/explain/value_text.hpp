// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers as explanations write them.

#include <string>
#include <string_view>

#include "core/explain/explanation.hpp"

namespace shardscope {

inline constexpr std::string_view kHardSpace = "\u00a0";  // between a number and its unit

// `digits` significant ones; whole counts are exact.
std::string valueText(double value, ExplainUnit unit, int digits);
// "22,507,683,840"
std::string wholeText(double value);

}  // namespace shardscope
