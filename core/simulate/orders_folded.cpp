// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/orders_folded.hpp"

#include <algorithm>
#include <array>
#include <deque>

namespace shardscope {
namespace {

// Appends the next micro-batch of a chunk and kind, and leaves out those that the step does not have: the patterns are
// made for a full pipeline, and a part of a possible order is possible.
class Pattern {
 public:
  explicit Pattern(std::array<std::int64_t, 2> microBatches) : microBatches_(microBatches) {}

  bool forward(std::int32_t chunk) { return add(BlockKind::forward, chunk, next(BlockKind::forward, chunk), false); }
  bool backward(std::int32_t chunk, bool splits) {
    const auto microBatch = next(BlockKind::backward, chunk);
    if (splits) waiting_.push_back({microBatch, chunk});
    return add(BlockKind::backward, chunk, microBatch, splits);
  }
  void weight(std::int32_t chunk) { add(BlockKind::weight, chunk, next(BlockKind::weight, chunk), false); }
  // The weight gradient that waits longest.
  void oldestWeight() {
    const auto oldest = waiting_.front();
    waiting_.pop_front();
    add(BlockKind::weight, oldest.chunk, oldest.microBatch, false);
  }
  void forwardWithBackward(std::int32_t forwardChunk, std::int32_t backwardChunk) {
    const bool first = forward(forwardChunk), second = backward(backwardChunk, false);
    if (first && second) order_[order_.size() - 2].joinsNext = true;
  }
  void backwardWithForward(std::int32_t backwardChunk, std::int32_t forwardChunk) {
    const bool first = backward(backwardChunk, false), second = forward(forwardChunk);
    if (first && second) order_[order_.size() - 2].joinsNext = true;
  }
  std::int64_t count(BlockKind kind, std::int32_t chunk) const { return counts_[at(kind, chunk)]; }
  StageOrder take() { return std::move(order_); }

 private:
  struct Waiting {
    std::int64_t microBatch = 0;
    std::int32_t chunk = 0;
  };
  static std::size_t at(BlockKind kind, std::int32_t chunk) {
    return 2 * static_cast<std::size_t>(kind) + static_cast<std::size_t>(chunk);
  }
  std::int64_t next(BlockKind kind, std::int32_t chunk) { return counts_[at(kind, chunk)]++; }
  bool add(BlockKind kind, std::int32_t chunk, std::int64_t microBatch, bool splits) {
    if (microBatch >= microBatches_[static_cast<std::size_t>(chunk)]) return false;
    order_.push_back({static_cast<std::int32_t>(microBatch), chunk, kind, splits, false});
    return true;
  }

  std::array<std::int64_t, 2> microBatches_;
  std::array<std::int64_t, 6> counts_{};
  std::deque<Waiting> waiting_;
  StageOrder order_;
};

// Phases of DualPipe for one stage. `near` is the direction that enters the pipeline closer to this stage, `far` the
// other one; `depth` counts stages from the nearer end.
class DualPipePhases {
 public:
  DualPipePhases(std::int64_t pp, std::int64_t stage, std::int64_t microBatches)
      : odd_(pp % 2 != 0),
        half_((pp + 1) / 2),
        depth_(std::min(stage, pp - 1 - stage)),
        perDirection_(std::max((microBatches + 1) / 2, pp)),
        pp_(pp),
        near_(2 * stage >= pp ? 1 : 0),
        far_(1 - near_),
        pattern_({(microBatches + 1) / 2, microBatches / 2}) {}

  StageOrder run() {
    const auto inner = half_ - depth_ - 1;  // stages between this one and the middle
    repeat(2 * inner, [&] { pattern_.forward(near_); });
    repeat(depth_ + 1, [&] {
      pattern_.forward(near_);
      pattern_.forward(far_);
    });
    repeat(inner, [&] {
      pattern_.backward(far_, true);
      pattern_.oldestWeight();
      pattern_.forward(far_);
    });
    mainPhase(inner);
    repeat(inner, [&] {
      pattern_.backward(far_, false);
      pattern_.forwardWithBackward(far_, near_);
    });
    lastBackwards();
    repeat(inner, [&] {
      pattern_.oldestWeight();
      pattern_.backward(near_, true);
    });
    repeat(depth_ + 1, [&] { pattern_.oldestWeight(); });
    return pattern_.take();
  }

 private:
  template <class Phase>
  static void repeat(std::int64_t times, Phase phase) {
    for (std::int64_t i = 0; i < times; ++i) phase();
  }

  void mainPhase(std::int64_t inner) {
    if (odd_)
      return repeat(perDirection_ - pp_ + depth_, [&] {
        pattern_.backwardWithForward(far_, near_);
        pattern_.backwardWithForward(near_, far_);
      });
    for (std::int64_t i = 0; i < perDirection_ - pp_ + depth_ + 1; ++i) {
      if (i == 0 && inner == 0) {  // the middle stages do not pair their first two
        pattern_.forward(near_);
        pattern_.backward(far_, false);
      } else {
        pattern_.forwardWithBackward(near_, far_);
      }
      pattern_.forwardWithBackward(far_, near_);
    }
  }

  // Backwards of both directions in turn; the second half leaves its weight gradients for later.
  void lastBackwards() {
    const auto split = [&](std::int64_t pass) { return pass > depth_; };
    for (std::int64_t i = 0; i <= depth_; ++i) {
      pattern_.backward(far_, split(2 * i));
      pattern_.backward(near_, split(2 * i + 1));
    }
  }

  bool odd_;
  std::int64_t half_, depth_, perDirection_, pp_;
  std::int32_t near_, far_;
  Pattern pattern_;
};

}  // namespace

StageOrder zeroBubbleV(std::int64_t pp, std::int64_t stage, std::int64_t microBatches) {
  Pattern pattern({microBatches, microBatches});
  const auto full = std::max(2 * pp - 1, microBatches);
  const auto behind = pp - stage;
  const auto whole = [&](std::int32_t chunk) {
    pattern.backward(chunk, true);
    pattern.weight(chunk);
  };
  for (std::int64_t i = 0; i < 2 * behind - 1; ++i) pattern.forward(0);
  for (std::int64_t i = 0; i < stage; ++i) {
    pattern.forward(1);
    pattern.forward(0);
  }
  for (std::int64_t i = 0; i < behind; ++i) {
    pattern.forward(1);
    whole(1);
  }
  while (pattern.count(BlockKind::forward, 1) < full) {
    if (pattern.count(BlockKind::forward, 0) < full) pattern.forward(0);
    whole(0);
    pattern.forward(1);
    whole(1);
  }
  for (std::int64_t i = 0; i < stage; ++i) {
    pattern.backward(0, true);
    pattern.backward(1, true);
  }
  for (std::int64_t i = 0; i < behind; ++i) {
    pattern.backward(0, true);
    pattern.weight(0);
  }
  for (const std::int32_t chunk : {1, 0})
    while (pattern.count(BlockKind::weight, chunk) < full) pattern.weight(chunk);
  return pattern.take();
}

StageOrder dualPipe(std::int64_t pp, std::int64_t stage, std::int64_t microBatches) {
  return DualPipePhases(pp, stage, microBatches).run();
}

}  // namespace shardscope
