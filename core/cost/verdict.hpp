// SPDX-License-Identifier: Apache-2.0
#pragma once
// Does it fit (cost-model §3.10), and how far to trust the figures (§10).

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

// The largest total at which what the driver shows, 1.06·(total − context) + context, stays within 0.94·capacity.
// 1.06: reserved over allocated bytes, from SimuMax logs (1.03–1.08).
Bytes fitLimit(Bytes capacity);

// fits: total ≤ fitLimit; tight: total ≤ capacity, runs only with a careful allocator; else doesNotFit.
Verdict memoryVerdict(Bytes peak, Bytes capacity);

// `extrapolated`: the software stack has no calibrated line for this generation of GPU.
ConfidenceReport confidenceOf(const Scenario& scenario, bool extrapolated);

}  // namespace shardscope
