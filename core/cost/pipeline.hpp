#pragma once
// Closed forms of pipeline schedules (cost-model §3.6, §7.1–7.2) for uniform stages.

#include <cstdint>

#include "core/scenario/enums.hpp"

namespace shardscope {

// Micro-batches whose activations stage `stage` keeps. `weightShare` = A_W/A of zero-bubble H1.
double inFlightMicroBatches(Schedule schedule, std::int64_t pp, std::int64_t vpp, std::int64_t microBatches,
                            std::int64_t stage, double weightShare = 0.5);

// Bubble time in the unit of f and b; w is the weight-gradient part of b (full backward).
double bubbleTime(Schedule schedule, std::int64_t pp, std::int64_t vpp, double f, double b, double w);

// bubble ÷ (M·(f+b)), and bubble ÷ (M·(f+b) + bubble), at f = 1, b = 2, w = 1.
double bubbleRatioIdeal(Schedule schedule, std::int64_t pp, std::int64_t vpp, std::int64_t microBatches);

}  // namespace shardscope
