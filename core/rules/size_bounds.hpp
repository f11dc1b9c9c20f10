// SPDX-License-Identifier: Apache-2.0
#pragma once
// Upper bounds of what a report counts, in double, for any scenario whose numbers are in range. Rule R-1 keeps them so
// small that every integer of a report stays below 2^53: exact in 64-bit arithmetic and in every JSON reader.

#include <cstdint>

#include "core/scenario/scenario.hpp"

namespace shardscope {

inline constexpr double kMaxParameters = 1e15;
inline constexpr double kMaxTokens = 1e15;               // one global batch
inline constexpr double kMaxBytes = 4503599627370496.0;  // 2^52, of one GPU: sums of two such parts stay below 2^53

double parameterBound(const Scenario& scenario);
double stateBytesBound(const Scenario& scenario);
double tokenBound(const Scenario& scenario);
// `microBatches` 0 = not whole, counted as 1.
double activationBytesBound(const Scenario& scenario, std::int64_t microBatches);

}  // namespace shardscope
