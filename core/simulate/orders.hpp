// SPDX-License-Identifier: Apache-2.0
#pragma once
// The order in which each stage works, per schedule (cost-model §7.6), and the way of a micro-batch through the stages.

#include <cstdint>
#include <vector>

#include "core/simulate/timeline.hpp"

namespace shardscope {

struct Operation {
  std::int32_t microBatch = 0, chunk = 0;
  BlockKind kind = BlockKind::forward;
  bool splits = false;     // a backward whose weight gradient is an operation of its own
  bool joinsNext = false;  // runs as one with the next: both wait for both inputs, both results leave at the end
  bool operator==(const Operation&) const = default;
};
using StageOrder = std::vector<Operation>;

// What a schedule is asked for. Preconditions: all ≥ 1; interleaved: pp > 1, vpp > 1 and microBatches % pp = 0.
struct ScheduleShape {
  Schedule schedule = Schedule::oneFOneB;
  std::int64_t pp = 1, vpp = 1, microBatches = 1;
};

// Chunks of a stage: vpp, or 2 where the schedule implies them. Without a pipeline every schedule runs F and B of one
// micro-batch after the other, in one chunk.
std::int64_t chunkCount(const ScheduleShape& shape);

// Operations of all stages together, at most; a double, because it may be beyond any integer.
double operationBound(const ScheduleShape& shape);

// GPipe: all forwards, all backwards. 1F1B: min(p−i−1, M) forwards first. Interleaved: Megatron-LM schedules.py, as
// many as min(2(p−i−1) + (v−1)p, Mv) first, in groups of p micro-batches per chunk. ZB-H1: 1F1B whose weight gradients
// lag i backwards behind; ZB-H2: 2(p−i−1) forwards first, lag 2i (2401.10241 §2). ZB-V: 2405.15362, in the handcrafted
// order of torch.distributed.pipelining. DualPipe: the eight phases of the DualPipe repository, micro-batch m of
// either direction counted from 0 (direction 0 has the odd one out); that repository asks for an even p and M ≥ 2p,
// fewer micro-batches leave their places empty, and an odd p runs B before F in the main phase (our extension).
std::vector<StageOrder> scheduleOrders(const ScheduleShape& shape);

// A stage and a chunk of it; stage −1: none.
struct StageChunk {
  std::int32_t stage = -1, chunk = 0;
  bool operator==(const StageChunk&) const = default;
};
// Where the activations of a chunk come from and go to; gradients take the way back. Loops through the stages once per
// chunk; ZB-V folds back at the last stage; DualPipe's directions do not meet.
StageChunk previousChunk(const ScheduleShape& shape, StageChunk at);
StageChunk nextChunk(const ScheduleShape& shape, StageChunk at);

// Micro-batches that go through a chunk of any stage: all, or those of a direction.
std::int64_t microBatchesOf(const ScheduleShape& shape, std::int64_t chunk);

}  // namespace shardscope
