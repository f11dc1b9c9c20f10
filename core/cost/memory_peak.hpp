// SPDX-License-Identifier: Apache-2.0
#pragma once
// The terms behind the reason why a stage is the fullest.

#include <array>

#include "core/cost/memory.hpp"

namespace shardscope {

// What peakReason() weighs, in bytes; without a pipeline the parts of the only stage.
struct PeakTerm {
  PeakReason reason;
  double bytes;
};
std::array<PeakTerm, 5> peakTerms(const MemoryPlan& plan, const std::vector<StageMemory>& stages,
                                  std::int64_t peakStage);

}  // namespace shardscope
