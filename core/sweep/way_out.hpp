// SPDX-License-Identifier: Apache-2.0
#pragma once
// What to change where nothing of a space runs. Every change is shown to help by sweeping the space that it leads to.

#include "core/sweep/answers.hpp"

namespace shardscope {

struct WayOut {
  Edit edit;  // from the scenario that the sweep was started from, complete: to the best of the changed space
  Verdict verdict = Verdict::doesNotFit;  // of what it leads to
};

// Changes one thing that the space holds fixed, or its way of counting GPUs, sequence length or global batch; frees all
// of the layout if no value of one setting helps. The nearest change (in doublings) after which something fits, else is
// tight, else (where everything breaks a rule) breaks none; none if nothing helps. `result`: of the sweep of `space`.
// Precondition: as of runSweep(), and nothing of it runs.
std::optional<WayOut> wayOut(const Scenario& now, const SweepSpace& space, const SweepResult& result);

}  // namespace shardscope
