// SPDX-License-Identifier: Apache-2.0
#pragma once
// Single edits and pairs that help: to make a scenario fit, or to make one that fits faster. Each is a complete edit
// that was evaluated in full; nothing is estimated. A pair helps noticeably more than both of its halves, which need
// not help.

#include <vector>

#include "core/report/report.hpp"
#include "core/scenario/locks.hpp"

namespace shardscope {

struct AdviceMove {
  Edit edit;  // complete, followers included
  Verdict verdict = Verdict::invalid;
  Bytes deltaPeak;         // of the fullest stage; negative: less
  Seconds deltaStep;       // negative: faster
  double stepShare = 0;    // deltaStep ÷ the step of now
  int moreDimensions = 0;  // parallel dimensions in use, more (or, negative, fewer) than now
  bool operator==(const AdviceMove&) const = default;
};

// Best first, at most `limit`, one per set of settings. Does not fit: what fits, by step time, then what comes nearest,
// by peak; only what needs less memory. Fits or tight: what is faster without a worse verdict, by step time. Pinned
// knobs, the GPU total and the global batch stay. Precondition: check() finds no error; `report` holds its figures.
std::vector<AdviceMove> adviceMoves(const Scenario& scenario, const Report& report, const Locks& locks,
                                    std::size_t limit);

}  // namespace shardscope
