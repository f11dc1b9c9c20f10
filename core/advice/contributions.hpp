// SPDX-License-Identifier: Apache-2.0
#pragma once
// What every dimension of a layout adds to the step, the GPUs and the global batch being the same: data parallelism
// alone, then tensor parallelism on top of it, then the pipeline. Measured like this, one run after the other, the
// differences show what a dimension costs in communication and bubble.

#include <optional>
#include <vector>

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

struct Contribution {
  Key added = Key::dp;           // the dimension that this layout has and the one before has not
  Scenario scenario;             // with what was added until here; DP makes up the rest
  Report report;                 // step time also where the memory does not suffice; none where a rule refuses
  std::optional<Seconds> delta;  // against the last layout before it that has a step time
};

// DP, then TP with SP, PP with its chunks, schedule and split, CP, EP with ETP: what the scenario has of them. The last
// is the scenario itself.
std::vector<Contribution> contributions(const Scenario& scenario);

}  // namespace shardscope
