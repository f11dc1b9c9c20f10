// SPDX-License-Identifier: Apache-2.0
#pragma once
// One training step as a pipeline runs it: what a simulation yields and a timeline view draws. Plain values; seconds
// from the start of the step, bytes of one GPU of the stage.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/scenario/enums.hpp"
#include "core/units/quantity.hpp"

namespace shardscope {

enum class BlockKind : std::uint8_t { forward, backward, weight };
template <>
struct EnumWords<BlockKind> {
  static constexpr auto words = std::to_array<std::string_view>({"F", "B", "W"});
};

// One pass of one micro-batch through one chunk of a stage. A backward holds recomputation, and the weight gradient
// unless it `splits`: then a weight block of the same chunk and micro-batch follows.
struct Block {
  Seconds start, end;
  std::int32_t stage = 0, chunk = 0, microBatch = 0;
  BlockKind kind = BlockKind::forward;
  bool splits = false;
  std::int32_t waitedFor = -1;  // index of the block whose end or message set `start`; −1: started with the step
  bool operator==(const Block&) const = default;
};

// Bytes in use from `time` on, until the next step.
struct MemoryStep {
  Seconds time;
  Bytes bytes;
  double inFlight = 0;  // micro-batches whose activations are kept; a chunk counts as its share of the stage
  bool operator==(const MemoryStep&) const = default;
};

struct StageTimeline {
  std::size_t firstBlock = 0, blockCount = 0;  // of Timeline::blocks, in order of time
  Seconds busy, start, end;                    // sum of the blocks; start of the first, end of the last
  Bytes fixed, peak;  // parameters, gradients, optimizer, buffers, context; the most of `memory`
  double peakInFlight = 0;
  std::vector<MemoryStep> memory;  // the first at 0
  bool operator==(const StageTimeline&) const = default;
};

struct Timeline {
  Schedule schedule = Schedule::oneFOneB;
  std::int64_t chunks = 1;  // per stage; 2 for ZB-V (halves of the stage) and DualPipe (directions)
  std::int64_t microBatches = 0;
  Seconds message;            // from the end of a block until its neighbour may use the result
  std::vector<Block> blocks;  // stage by stage
  std::vector<StageTimeline> stages;
  Seconds makespan;    // until the last block of any stage ends
  Seconds period;      // longest time that a stage is occupied: what a step takes where the next one may begin on the
                       // first stages before the last ones end (optimizer with post-validation, 2401.10241 §4)
  Seconds pipeline;    // of the two, what counts for the schedule: period for ZB-H2 and ZB-V, else makespan
  Seconds closedForm;  // the same by cost-model §7.2–7.4
  Seconds step;        // pipeline + exposed data-parallel time + optimizer, slowest rank and fixed part
  // Idle time of a stage within `pipeline`.
  Seconds bubble(const StageTimeline& stage) const { return pipeline - stage.busy; }
  std::span<const Block> blocksOf(const StageTimeline& stage) const {
    return std::span(blocks).subspan(stage.firstBlock, stage.blockCount);
  }
  bool operator==(const Timeline&) const = default;
};

// The chain of blocks that sets the makespan, first to last, as indices of `blocks`.
std::vector<std::int32_t> criticalPath(const Timeline& timeline);

}  // namespace shardscope
