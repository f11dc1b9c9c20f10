// SPDX-License-Identifier: Apache-2.0
#pragma once
// Schedules run on plain durations, for the tests of the simulator.

#include <algorithm>
#include <vector>

#include "core/simulate/executor.hpp"
#include "core/simulate/orders.hpp"

namespace shardscope::test {

inline constexpr std::array kSchedules = {Schedule::gpipe, Schedule::oneFOneB, Schedule::interleaved, Schedule::zbH1,
                                          Schedule::zbH2,  Schedule::zbV,      Schedule::dualPipe};

struct Run {
  Execution execution;
  double makespan = 0, period = 0;
  std::vector<double> busy;
  std::vector<std::int64_t> mostChunks;  // per stage: chunks whose activations are kept at once
  std::span<const Block> blocksOf(std::size_t stage) const {
    const auto& first = execution.firstBlock;
    return std::span(execution.blocks).subspan(first[stage], first[stage + 1] - first[stage]);
  }
};

inline std::int64_t mostKept(std::span<const Block> blocks) {
  std::int64_t kept = 0, most = 0;
  for (const auto& block : blocks) {
    if (block.kind == BlockKind::forward) most = std::max(most, ++kept);
    if (block.kind == BlockKind::weight || (block.kind == BlockKind::backward && !block.splits)) --kept;
  }
  return kept == 0 ? most : -1;
}

// Empty if the orders deadlock. `times` per stage and chunk.
inline std::optional<Run> runSchedule(const ScheduleShape& shape, const std::vector<ChunkTime>& times,
                                      MessageTime message = {}) {
  auto execution = execute(shape, scheduleOrders(shape), times, message);
  if (!execution) return std::nullopt;
  Run run{std::move(*execution), 0, 0, {}, {}};
  for (std::size_t stage = 0; stage < static_cast<std::size_t>(shape.pp); ++stage) {
    const auto blocks = run.blocksOf(stage);
    double busy = 0;
    for (const auto& block : blocks) busy += (block.end - block.start).count();
    run.busy.push_back(busy);
    run.mostChunks.push_back(mostKept(blocks));
    run.makespan = std::max(run.makespan, blocks.back().end.count());
    run.period = std::max(run.period, (blocks.back().end - blocks.front().start).count());
  }
  return run;
}

// The same duration for every chunk of every stage.
inline std::optional<Run> runEqual(const ScheduleShape& shape, ChunkTime time, MessageTime message = {}) {
  return runSchedule(shape, std::vector<ChunkTime>(static_cast<std::size_t>(shape.pp * chunkCount(shape)), time),
                     message);
}

}  // namespace shardscope::test
