// SPDX-License-Identifier: Apache-2.0
#pragma once
// Closed forms of pipeline schedules (cost-model §3.6, §7.1–7.2) for uniform stages.

#include <cstdint>

#include "core/scenario/enums.hpp"

namespace shardscope {

// Micro-batches whose activations stage `stage` keeps; never more than M, and 1 when pp is 1.
// Zero-bubble H1 keeps (p−i) + i·A_W/A, A_W being what a delayed weight-gradient pass still needs (2401.10241). It is
// reckoned with A_W = A, the bound min(p, M) on every stage, within 8 % of the published peaks.
double inFlightMicroBatches(Schedule schedule, std::int64_t pp, std::int64_t vpp, std::int64_t microBatches,
                            std::int64_t stage);

// Bubble time in the unit of f and b of a pipeline that is filled; w is the weight-gradient part of b (full backward).
double bubbleTime(Schedule schedule, std::int64_t pp, std::int64_t vpp, double f, double b, double w);

// What a zero-bubble schedule or DualPipe idles at least when M micro-batches do not fill the pipeline: the bubble is
// the greater of the two. The way of the first one through all stages, less what the others have for the stages to do
// meanwhile. Equal to the simulator's for equal stages and w ≤ f: ZB-H1 and ZB-H2 for every M; where also f ≤ b − w,
// ZB-V up to 2p−1 and DualPipe (even p) up to p; beyond that DualPipe's order takes up to p·w longer, which is made for
// M ≥ 2p. Meets bubbleTime where that begins to hold: at p (H1), at 2p−1 (H2; ZB-V where nothing is recomputed and f =
// w).
double fillTime(Schedule schedule, std::int64_t pp, std::int64_t microBatches, double f, double b, double w);

// The greater of the two ÷ (M·(f+b)), at f = 1, b = 2, w = 1. Of the total: ρ/(1+ρ).
double bubbleRatioIdeal(Schedule schedule, std::int64_t pp, std::int64_t vpp, std::int64_t microBatches);

}  // namespace shardscope
