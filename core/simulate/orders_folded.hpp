// SPDX-License-Identifier: Apache-2.0
#pragma once
// Orders of the schedules whose stages work on two chunks that run in opposite directions. Preconditions: pp > 1,
// 0 ≤ stage < pp, microBatches ≥ 1.

#include "core/simulate/orders.hpp"

namespace shardscope {

StageOrder zeroBubbleV(std::int64_t pp, std::int64_t stage, std::int64_t microBatches);
StageOrder dualPipe(std::int64_t pp, std::int64_t stage, std::int64_t microBatches);

}  // namespace shardscope
