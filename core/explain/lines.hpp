// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/explain/explanation.hpp"

namespace shardscope {

// The formula, the formula with this scenario's numbers, and the result: one to three lines.
std::vector<ExplainLine> linesOf(const Explanation& explanation);

}  // namespace shardscope
