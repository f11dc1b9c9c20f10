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

// How much worse than the best of `rows` at the same work (GPUs, sequence length, global batch) each one becomes, in
// the metric, under the worst of: as stated; network bandwidth −20 %; expert load +20 % (models with experts); both.
// The best is one that runs in that world. 0.05 = 5 %; of bubbles it is the time between them that counts.
struct Robustness {
  double worstRegret = 0, statedRegret = 0;  // the latter in the world as stated
  std::uint8_t network = 0, load = 0;        // 1: of the worst case
  Verdict verdict = Verdict::fits;           // the worst of all cases: fuller experts keep more activations
  std::size_t rank = 0;                      // among `rows`, from 1: by that verdict, then by regret
  bool operator==(const Robustness&) const = default;
};
inline constexpr double kSlowNetwork = 0.8, kMoreLoad = 1.2;
inline constexpr std::size_t kCompared = 1000;  // rows worth keeping to compare with, however few are listed
std::vector<Robustness> robustness(const SweepSpace& space, std::span<const SweepRow> rows, Metric metric);

}  // namespace shardscope
