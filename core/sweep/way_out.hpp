// SPDX-License-Identifier: Apache-2.0
#pragma once
// What to change where nothing of a space runs. Every change is shown to help by sweeping the space that it leads to.

#include "core/sweep/answers.hpp"
#include "core/sweep/pins.hpp"

namespace shardscope {

struct WayOut {
  std::optional<SweepAxis> axis;          // the one setting that changes, beside what is free; none: only the layout
  SweepSpace space;                       // that it leads to
  SweepRow best;                          // of that space
  Edit edit;                              // from `now` to that row, complete
  Verdict verdict = Verdict::doesNotFit;  // of that row
};

// The smallest change after which something fits, else is tight, else (where everything breaks a rule) breaks none;
// none if nothing helps. It changes one thing that the space holds fixed, or its GPUs, global batch or sequence length;
// where no value of one setting helps, all of the layout is freed, alone or with one of these three.
//
// The size of a change is what it costs: its doublings |log2(new / old)|, from the value that `now` has, times
//   1/4  settings of the layout and of memory: training and cluster stay as they are (a word counts one doubling)
//   1    the global batch
//   2    the sequence length
//   2    fewer GPUs, 4 more GPUs, and one doubling of the batch on top: GPUs are bought or left idle only where the
//        batch would have to change by more than that.
// The value of `now` itself costs nothing: then the bounds of the space leave it out. All of the layout comes after
// every single change, and what would move a pinned knob last of all. Of equal size: in the order of Dim, the smaller
// value first.
//
// `options` and `result`: of the sweep of `space`. Takes a bounded number of sweeps; `stop` ends them early, without an
// answer. Precondition: as of runSweep(), and nothing of the space runs.
std::optional<WayOut> wayOut(const Scenario& now, const Locks& locks, const SweepSpace& space,
                             const SweepOptions& options, const SweepResult& result, const std::stop_token& stop = {});

}  // namespace shardscope
