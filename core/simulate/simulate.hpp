// SPDX-License-Identifier: Apache-2.0
#pragma once
// The discrete simulator (cost-model §7.6): draws the timeline of a step and checks the closed forms of §7 with it.
//
// Stages carry the report's figures, whatever the schedule: M micro-batches of forward + backward seconds each, the
// report's bytes. A chunk is 1/vpp of the layers of its stage, the embedding in the first chunk of the first stage, the
// head in the last chunk of the last one. ZB-V gives half a stage to either chunk and DualPipe a whole one to either
// direction; real ones would also put the head on the first stage, and on stage i the layers of stages i and p−1−i.
//
// Against the closed forms, with equal stages and no message time:
// - GPipe, 1F1B, interleaved: makespan = M·X + bubble, exactly, for all p, v, M.
// - ZB-H1: the same where W ≤ F, for all M; ZB-H2: its period; never below the form.
// - ZB-V: period, where M < 2p and W ≤ F ≤ B−W, or where F = W = B/2; DualPipe: makespan, for even p and the same
//   times where M ≤ p, or where F = W = B/2 and M ≥ 2p is even. Elsewhere ZB-V's form is a model and a lower bound;
//   DualPipe from 2p on is within (p/2−1)·F of its form, between p and 2p up to p·W longer.
// Unequal stages, 1F1B: between max_i(M·X_i + Σ_{j<i} X_j) and M·max X + ΣX − max X (§7.3).
// Messages of δ:
// - 1F1B: within 2δ of (M+p−1)·2(p−1)/p·δ (§6.6), within δ where p divides M.
// - Interleaved: the share of §6.6 per chunk and pass, and at most 2pvδ more for the way through all chunks.
// - GPipe, zero-bubble, DualPipe: they hide most of what §7.4 charges, 2(p−1)/p·δ per micro-batch.
// Memory: the peak is the report's total to the byte; for ZB-V from M ≥ 2p−1 and DualPipe from M ≥ 2p on, with fewer
// micro-batches these two stay below it.

#include <tl/expected.hpp>

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"
#include "core/simulate/timeline.hpp"

namespace shardscope {

struct SimulationOptions {
  std::int64_t microBatches = 0;       // to run; 0: all. A view may draw a shorter step
  std::int64_t maxBlocks = 2'000'000;  // about 200 MB with the memory curves
};

enum class SimulationError : std::uint8_t {
  tooManyBlocks,  // more than maxBlocks
  deadlock        // the stages wait for each other: a mistake of this program, not of the scenario
};
struct SimulationFailure {
  SimulationError error{};
  double blocks = 0;  // needed, at most
};

// Precondition: `report` is the scenario's and not invalid; interleaved: options.microBatches % pp = 0.
tl::expected<Timeline, SimulationFailure> simulate(const Scenario& scenario, const Report& report,
                                                   const SimulationOptions& options = {});

}  // namespace shardscope
