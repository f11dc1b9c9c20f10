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

// Bubble time in the unit of f and b; w is the weight-gradient part of b (full backward).
double bubbleTime(Schedule schedule, std::int64_t pp, std::int64_t vpp, double f, double b, double w);

// bubble ÷ (M·(f+b)), at f = 1, b = 2, w = 1. Of the total: ρ/(1+ρ).
double bubbleRatioIdeal(Schedule schedule, std::int64_t pp, std::int64_t vpp, std::int64_t microBatches);

}  // namespace shardscope
