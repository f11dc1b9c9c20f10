// SPDX-License-Identifier: Apache-2.0
#pragma once
// A layout in one line, the same in every language: "TP 8 PP 4 DP 2 VPP 2 ZeRO 1 full b 1".

#include <string>

#include "core/scenario/scenario.hpp"

namespace shardscope {

// TP, PP and DP always, other degrees where they are more than 1, the shard group behind the ZeRO stage ("ZeRO 3/8"),
// recompute unless none. Name and number are held together by a no-break space.
std::string recipe(const Scenario& scenario);

}  // namespace shardscope
