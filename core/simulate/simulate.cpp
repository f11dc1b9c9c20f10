// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/simulate.hpp"

#include <algorithm>

#include "core/cost/stage_time.hpp"
#include "core/cost/step_time.hpp"
#include "core/scenario/derived.hpp"
#include "core/simulate/executor.hpp"
#include "core/simulate/memory_curve.hpp"

namespace shardscope {
namespace {

// Share of an overlapped message that an interleaved stage still spends on it (§6.6).
constexpr double kExposedShare = 0.15;

ChunkTime chunkTime(const StageTime& stage, double share) {
  return {share * stage.forward, share * stage.backward, share * (stage.backward - stage.repeated) / 2};
}

std::vector<ChunkTime> chunkTimes(const ScheduleShape& shape, const LayerTimes& times,
                                  const std::vector<StageMemory>& stages) {
  std::vector<ChunkTime> result;
  const auto chunks = chunkCount(shape);
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const bool first = i == 0, last = i + 1 == stages.size();
    const auto share = 1 / static_cast<double>(shape.vpp);
    const StageKinds layers{share * static_cast<double>(stages[i].layers - stages[i].moeLayers),
                            share * static_cast<double>(stages[i].moeLayers)};
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
      if (shape.vpp == chunks)
        result.push_back(chunkTime(stageTime(times, layers, first && chunk == 0, last && chunk + 1 == chunks), 1));
      else  // vpp is 1: halves of the stage, or a direction each
        result.push_back(chunkTime(stageTime(times, layers, first, last), shape.schedule == Schedule::zbV ? 0.5 : 1));
    }
  }
  return result;
}

MessageTime messageTime(const Scenario& scenario, const ScheduleShape& shape, Seconds message) {
  if (shape.schedule != Schedule::interleaved) return {message.count(), 0};
  return {message.count(), (scenario.overlap.pp ? kExposedShare : 1) * message.count()};
}

void fillStages(const Execution& execution, Timeline& timeline) {
  for (std::size_t i = 0; i + 1 < execution.firstBlock.size(); ++i) {
    StageTimeline stage;
    stage.firstBlock = execution.firstBlock[i];
    stage.blockCount = execution.firstBlock[i + 1] - stage.firstBlock;
    for (const auto& block : timeline.blocksOf(stage)) stage.busy += block.end - block.start;
    const auto blocks = timeline.blocksOf(stage);
    stage.start = blocks.front().start;
    stage.end = blocks.back().end;
    timeline.makespan = std::max(timeline.makespan, stage.end);
    timeline.period = std::max(timeline.period, stage.end - stage.start);
    timeline.stages.push_back(std::move(stage));
  }
  const bool stepsOverlap = timeline.schedule == Schedule::zbH2 || timeline.schedule == Schedule::zbV;
  timeline.pipeline = stepsOverlap ? timeline.period : timeline.makespan;
}

// Chunk of the last stage that holds the head, −1 where each holds its share.
std::int64_t headChunk(const ScheduleShape& shape, std::int64_t chunks) {
  return shape.vpp == chunks ? chunks - 1 : -1;
}

}  // namespace

tl::expected<Timeline, SimulationFailure> simulate(const Scenario& scenario, const Report& report,
                                                   const SimulationOptions& options) {
  const auto& p = scenario.parallel;
  const ScheduleShape shape{schedule(p), p.pp, p.vpp,
                            options.microBatches > 0 ? options.microBatches : report.batch.microBatches};
  const double needed = operationBound(shape);
  if (needed > static_cast<double>(options.maxBlocks))
    return tl::unexpected(SimulationFailure{SimulationError::tooManyBlocks, needed});

  const auto plan = planStep(scenario);
  Timeline timeline;
  timeline.schedule = shape.schedule;
  timeline.chunks = chunkCount(shape);
  timeline.microBatches = shape.microBatches;
  timeline.message = pipelineMessageTime(scenario, plan.inputs);
  const auto times = chunkTimes(shape, plan.times, report.memory.stages);
  auto execution = execute(shape, scheduleOrders(shape), times, messageTime(scenario, shape, timeline.message));
  if (!execution) return tl::unexpected(SimulationFailure{SimulationError::deadlock, needed});
  timeline.blocks = std::move(execution->blocks);
  fillStages(*execution, timeline);
  fillMemoryCurves(report.memory.stages, headChunk(shape, timeline.chunks), timeline);
  timeline.closedForm = pipelinedTime(report.time);
  timeline.step = stepTimeWith(scenario, report, timeline.pipeline);
  return timeline;
}

}  // namespace shardscope
