// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/executor.hpp"

#include <algorithm>

namespace shardscope {
namespace {

using Index = std::size_t;
constexpr std::int32_t kNotDone = -1;

// What an operation must wait for besides its stage: a result that exists, and when it can be used.
struct Input {
  bool missing = false;
  double usable = 0;           // seconds
  bool isMessage = false;      // comes from another stage
  std::int32_t producer = -1;  // block; −1: nothing to wait for
};

class Executor {
 public:
  Executor(const ScheduleShape& shape, const std::vector<StageOrder>& orders, std::span<const ChunkTime> times,
           MessageTime message)
      : orders_(orders),
        times_(times),
        message_(message),
        chunks_(static_cast<Index>(chunkCount(shape))),
        microBatches_(static_cast<Index>(shape.microBatches)),
        next_(orders.size(), 0),
        free_(orders.size(), 0),
        queued_(orders.size(), 1) {
    const auto cells = orders.size() * chunks_;
    done_.assign(kKinds * cells * microBatches_, kNotDone);
    for (Index cell = 0; cell < cells; ++cell) {
      const StageChunk at{static_cast<std::int32_t>(cell / chunks_), static_cast<std::int32_t>(cell % chunks_)};
      before_.push_back(previousChunk(shape, at));
      after_.push_back(nextChunk(shape, at));
    }
    Index count = 0;
    for (const auto& order : orders) {
      result_.firstBlock.push_back(count);
      count += order.size();
    }
    result_.firstBlock.push_back(count);
    result_.blocks.resize(count);
    left_.resize(count);
  }

  std::optional<Execution> run() {
    std::vector<Index> queue;
    for (Index stage = orders_.size(); stage-- > 0;) queue.push_back(stage);
    Index placed = 0;
    while (!queue.empty()) {
      const auto stage = queue.back();
      queue.pop_back();
      queued_[stage] = 0;
      placed += advance(stage, queue);
    }
    if (placed != result_.blocks.size()) return std::nullopt;
    return std::move(result_);
  }

 private:
  static constexpr Index kKinds = 2;  // forward and backward have consumers

  Index cellOf(StageChunk at) const { return static_cast<Index>(at.stage) * chunks_ + static_cast<Index>(at.chunk); }
  std::int32_t& done(BlockKind kind, Index cell, std::int32_t microBatch) {
    const auto plane = kind == BlockKind::forward ? Index{0} : Index{1};
    return done_[(plane * before_.size() + cell) * microBatches_ + static_cast<Index>(microBatch)];
  }

  Input inputFrom(Index stage, BlockKind kind, Index cell, std::int32_t microBatch) {
    Input input;
    input.producer = done(kind, cell, microBatch);
    input.missing = input.producer == kNotDone;
    if (input.missing) return input;
    input.isMessage = cell / chunks_ != stage;
    input.usable = left_[static_cast<Index>(input.producer)] + (input.isMessage ? message_.latency : 0);
    return input;
  }

  Input inputOf(Index stage, const Operation& operation) {
    const auto cell = cellOf({static_cast<std::int32_t>(stage), operation.chunk});
    const auto microBatch = operation.microBatch;
    switch (operation.kind) {
      case BlockKind::forward: {
        const auto from = before_[cell];
        return from.stage < 0 ? Input{} : inputFrom(stage, BlockKind::forward, cellOf(from), microBatch);
      }
      case BlockKind::backward: {
        const auto own = inputFrom(stage, BlockKind::forward, cell, microBatch);
        const auto from = after_[cell];
        if (own.missing || from.stage < 0) return own;
        return inputFrom(stage, BlockKind::backward, cellOf(from), microBatch);
      }
      case BlockKind::weight: return inputFrom(stage, BlockKind::backward, cell, microBatch);
    }
    return {};
  }

  double durationOf(Index stage, const Operation& operation) const {
    const auto& time = times_[stage * chunks_ + static_cast<Index>(operation.chunk)];
    switch (operation.kind) {
      case BlockKind::forward: return time.forward;
      case BlockKind::backward: return time.backward - (operation.splits ? time.weight : 0);
      case BlockKind::weight: return time.weight;
    }
    return 0;
  }

  // Operations that run as one with the next one of the stage.
  Index groupEnd(const StageOrder& order, Index begin) const {
    while (order[begin].joinsNext && begin + 1 < order.size()) ++begin;
    return begin + 1;
  }

  // The start of a group and what set it; nothing if an input is missing.
  struct Start {
    double seconds = 0;
    std::int32_t waitedFor = -1;
  };
  std::optional<Start> startOf(Index stage, Index begin, Index end) {
    Start start{free_[stage], begin > 0 ? static_cast<std::int32_t>(result_.firstBlock[stage] + begin) - 1 : -1};
    for (Index i = begin; i < end; ++i) {
      const auto input = inputOf(stage, orders_[stage][i]);
      if (input.missing) return std::nullopt;
      if (input.isMessage) start.seconds = std::max(start.seconds, free_[stage] + message_.exposed);
      if (input.producer >= 0 && input.usable > start.seconds) start = {input.usable, input.producer};
    }
    return start;
  }

  // Runs what can run on a stage; adds the stages that got a message to `queue`.
  Index advance(Index stage, std::vector<Index>& queue) {
    const auto& order = orders_[stage];
    const auto first = next_[stage];
    while (next_[stage] < order.size()) {
      const auto begin = next_[stage], end = groupEnd(order, begin);
      const auto start = startOf(stage, begin, end);
      if (!start) break;
      place(stage, begin, end, *start);
      for (Index i = begin; i < end; ++i) wake(stage, order[i], queue);
      next_[stage] = end;
    }
    return next_[stage] - first;
  }

  void place(Index stage, Index begin, Index end, Start start) {
    double clock = start.seconds;
    auto waitedFor = start.waitedFor;
    for (Index i = begin; i < end; ++i) {
      const auto& operation = orders_[stage][i];
      const auto index = result_.firstBlock[stage] + i;
      const double finish = clock + durationOf(stage, operation);
      result_.blocks[index] = {Seconds(clock),
                               Seconds(finish),
                               static_cast<std::int32_t>(stage),
                               operation.chunk,
                               operation.microBatch,
                               operation.kind,
                               operation.splits,
                               waitedFor};
      if (operation.kind != BlockKind::weight)
        done(operation.kind, cellOf({static_cast<std::int32_t>(stage), operation.chunk}), operation.microBatch) =
            static_cast<std::int32_t>(index);
      clock = finish;
      waitedFor = static_cast<std::int32_t>(index);
    }
    for (Index i = begin; i < end; ++i) left_[result_.firstBlock[stage] + i] = clock;
    free_[stage] = clock;
  }

  void wake(Index stage, const Operation& operation, std::vector<Index>& queue) {
    if (operation.kind == BlockKind::weight) return;
    const auto cell = cellOf({static_cast<std::int32_t>(stage), operation.chunk});
    const auto to = operation.kind == BlockKind::forward ? after_[cell] : before_[cell];
    if (to.stage < 0) return;
    const auto receiver = static_cast<Index>(to.stage);
    if (receiver == stage || queued_[receiver] != 0) return;
    queued_[receiver] = 1;
    queue.push_back(receiver);
  }

  const std::vector<StageOrder>& orders_;
  std::span<const ChunkTime> times_;
  MessageTime message_;
  Index chunks_, microBatches_;
  std::vector<StageChunk> before_, after_;  // per cell: stage · chunks + chunk
  std::vector<std::int32_t> done_;          // block of a kind, cell and micro-batch
  std::vector<double> left_;                // per block: when its result leaves, the end of its group
  std::vector<Index> next_;                 // per stage: first operation not run
  std::vector<double> free_;                // per stage, seconds
  std::vector<char> queued_;
  Execution result_;
};

}  // namespace

std::optional<Execution> execute(const ScheduleShape& shape, const std::vector<StageOrder>& orders,
                                 std::span<const ChunkTime> times, MessageTime message) {
  return Executor(shape, orders, times, message).run();
}

}  // namespace shardscope
