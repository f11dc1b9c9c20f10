// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a sweep answers beyond the ranking: why a cell stays empty and where to go instead, why nothing runs at all, and
// which of the best stay good when the world is a little worse than assumed.

#include <span>

#include "core/sweep/sweep.hpp"

namespace shardscope {

// The rule that empties a cell or a whole sweep of which nothing is legal: rules are asked in order, so it is the last
// that refuses anything, and what got furthest broke no other before it. None if no rule refuses any.
std::optional<RuleId> decidingRefusal(const SweepCounts& counts);

// The cell with a best that is fewest steps along the axes away (of equally near ones the better); −1 if there is none.
// A cell with a best is its own nearest.
std::int64_t nearestRunningCell(const SweepSpace& space, const SweepOptions& options, const SweepResult& result,
                                std::size_t cell);

// How much slower than the best of `rows` each one becomes under the worst of: as stated; network bandwidth −20 %;
// expert load +20 % (models with experts); both. 0.05 = 5 %. Rows that do not fit count as well.
struct Robustness {
  double worstRegret = 0;
  std::uint8_t network = 0, load = 0;  // 1: of the worst case
  bool operator==(const Robustness&) const = default;
};
inline constexpr double kSlowNetwork = 0.8, kMoreLoad = 1.2;
std::vector<Robustness> robustness(const SweepSpace& space, std::span<const SweepRow> rows);

}  // namespace shardscope
