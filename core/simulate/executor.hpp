// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs the orders of all stages against their dependencies. One pass, no recursion, time and memory linear in the
// number of operations.

#include <optional>
#include <span>
#include <vector>

#include "core/simulate/orders.hpp"

namespace shardscope {

// Of one micro-batch on one chunk of a stage, seconds.
struct ChunkTime {
  double forward = 0;
  double backward = 0;  // whole, with recomputation
  double weight = 0;    // of it, what a backward that splits leaves for later
};

struct MessageTime {
  double latency = 0;  // from the end of a block until a neighbouring stage may use its result
  double exposed = 0;  // of it, what keeps the receiving stage from computing; the rest it only waits for if idle
};

struct Execution {
  std::vector<Block> blocks;            // stage by stage, in order of time
  std::vector<std::size_t> firstBlock;  // per stage, and one behind the last
};

// A forward needs the forward of the previous chunk, a backward its own forward and the backward of the next chunk, a
// weight gradient its backward. start = max(stage free + exposed, result + latency) where a message comes from another
// stage, else max(stage free, result).
// `times`: stage · chunks + chunk. Nothing if the orders wait for each other in a circle.
std::optional<Execution> execute(const ScheduleShape& shape, const std::vector<StageOrder>& orders,
                                 std::span<const ChunkTime> times, MessageTime message);

}  // namespace shardscope
