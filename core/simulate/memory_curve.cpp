// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/memory_curve.hpp"

#include <algorithm>
#include <cmath>

namespace shardscope {
namespace {

class Curve {
 public:
  Curve(const StageMemory& memory, double chunks, StageTimeline& stage)
      : memory_(memory), chunks_(chunks), stage_(stage) {
    stage_.fixed = memory.parameters + memory.gradients + memory.optimizer + memory.buffers + memory.overhead;
    stage_.peak = Bytes(0);
    stage_.peakInFlight = 0;
    stage_.memory.clear();
    record(Seconds(0), Bytes(0));
  }

  // `held` more chunks of activations from `time` on, and `temporary` bytes besides.
  void change(Seconds time, std::int64_t held, Bytes temporary) {
    held_ += held;
    record(time, temporary);
  }

 private:
  void record(Seconds time, Bytes temporary) {
    const double inFlight = static_cast<double>(held_) / chunks_;
    const double share = memory_.inFlight > 0 ? inFlight / memory_.inFlight : 0;
    const Bytes activations(std::llround(static_cast<double>(memory_.activations.count()) * share));
    const MemoryStep step{time, stage_.fixed + activations + temporary, inFlight};
    stage_.peak = std::max(stage_.peak, step.bytes);
    stage_.peakInFlight = std::max(stage_.peakInFlight, inFlight);
    auto& steps = stage_.memory;
    if (!steps.empty() && steps.back().time == time)
      steps.back() = step;
    else if (steps.empty() || steps.back().bytes != step.bytes || steps.back().inFlight != step.inFlight)
      steps.push_back(step);
  }

  const StageMemory& memory_;
  double chunks_;
  StageTimeline& stage_;
  std::int64_t held_ = 0;
};

Bytes temporaryBytes(const Block& block, const StageMemory& memory, bool hasHead) {
  Bytes bytes(0);
  if (block.kind != BlockKind::forward) bytes += memory.transient;
  if (hasHead && block.kind != BlockKind::weight) bytes += memory.logits;
  return bytes;
}

bool releases(const Block& block) {
  return block.kind == BlockKind::weight || (block.kind == BlockKind::backward && !block.splits);
}

}  // namespace

void fillMemoryCurves(const std::vector<StageMemory>& stages, std::int64_t headChunk, Timeline& timeline) {
  // A direction of DualPipe holds the whole stage per micro-batch, any other chunk its share.
  const bool wholeStages = timeline.schedule == Schedule::dualPipe;
  const double chunks = wholeStages ? 1 : static_cast<double>(timeline.chunks);
  for (std::size_t i = 0; i < timeline.stages.size(); ++i) {
    auto& stage = timeline.stages[i];
    const bool last = i + 1 == timeline.stages.size();
    Curve curve(stages[i], chunks, stage);
    for (const auto& block : timeline.blocksOf(stage)) {
      const bool hasHead = last && (headChunk < 0 || block.chunk == headChunk);
      curve.change(block.start, block.kind == BlockKind::forward ? 1 : 0, temporaryBytes(block, stages[i], hasHead));
      curve.change(block.end, releases(block) ? -1 : 0, Bytes(0));
    }
  }
}

}  // namespace shardscope
