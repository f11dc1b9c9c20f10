// SPDX-License-Identifier: Apache-2.0
#pragma once
// Does it fit (cost-model §3.10).

#include "core/report/report.hpp"

namespace shardscope {

// Bytes that the allocator reserves per byte allocated, from SimuMax logs (1.03–1.08).
inline constexpr double kReservedOverAllocated = 1.06;

// The largest total at which what the driver shows, 1.06·(total − context) + context, stays within 0.94·capacity.
Bytes fitLimit(Bytes capacity);

// fits: total ≤ fitLimit; tight: total ≤ capacity, runs only with a careful allocator; else doesNotFit.
Verdict memoryVerdict(Bytes peak, Bytes capacity);

}  // namespace shardscope
