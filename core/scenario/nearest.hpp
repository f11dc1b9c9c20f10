// SPDX-License-Identifier: Apache-2.0
#pragma once
// The way out of an impossible scenario: legal settings near it.

#include <vector>

#include "core/scenario/locks.hpp"

namespace shardscope {

// Up to `limit` complete edits, nearest first, after each of which no error is left; different from each other.
// Nearness counts doublings: |log2(new / old)| for each number that moves, one for each other setting. Moves the
// sliders (tp, pp and cp together, every other one alone), then tp, pp, cp with the global batch; pinned knobs and
// locked totals stay. Empty for a scenario that is legal, and where moving sliders does not help (a model whose own
// sizes contradict).
std::vector<Edit> nearestLegal(const Scenario& scenario, const Locks& locks, std::size_t limit);

}  // namespace shardscope
