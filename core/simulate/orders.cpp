// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/orders.hpp"

#include <algorithm>

#include "core/simulate/orders_folded.hpp"

namespace shardscope {
namespace {

std::int32_t narrow(std::int64_t value) { return static_cast<std::int32_t>(value); }

StageOrder allForwardsFirst(std::int64_t microBatches) {
  StageOrder order;
  for (const auto kind : {BlockKind::forward, BlockKind::backward})
    for (std::int64_t m = 0; m < microBatches; ++m) order.push_back({narrow(m), 0, kind});
  return order;
}

// `warmUp` forwards, then forward and backward in turn.
StageOrder oneForwardOneBackward(std::int64_t warmUp, std::int64_t microBatches) {
  StageOrder order;
  std::int64_t forwards = 0;
  for (; forwards < std::min(warmUp, microBatches); ++forwards) order.push_back({narrow(forwards), 0});
  for (std::int64_t m = 0; m < microBatches; ++m) {
    if (forwards < microBatches) order.push_back({narrow(forwards++), 0});
    order.push_back({narrow(m), 0, BlockKind::backward});
  }
  return order;
}

// The same with weight gradients `lag` backwards behind.
StageOrder delayedWeights(std::int64_t warmUp, std::int64_t lag, std::int64_t microBatches) {
  StageOrder order;
  std::int64_t weights = 0;
  for (auto operation : oneForwardOneBackward(warmUp, microBatches)) {
    operation.splits = operation.kind == BlockKind::backward;
    order.push_back(operation);
    if (operation.splits && operation.microBatch >= lag) order.push_back({narrow(weights++), 0, BlockKind::weight});
  }
  for (; weights < microBatches; ++weights) order.push_back({narrow(weights), 0, BlockKind::weight});
  return order;
}

StageOrder interleaved(const ScheduleShape& shape, std::int64_t stage) {
  const auto p = shape.pp, v = shape.vpp, total = shape.microBatches * v;
  const auto operation = [&](std::int64_t j, BlockKind kind) {
    const auto chunk = j % (p * v) / p;
    return Operation{narrow(j / (p * v) * p + j % p), narrow(kind == BlockKind::forward ? chunk : v - 1 - chunk), kind};
  };
  StageOrder order;
  std::int64_t forwards = 0;
  for (const auto warmUp = std::min(2 * (p - stage - 1) + (v - 1) * p, total); forwards < warmUp; ++forwards)
    order.push_back(operation(forwards, BlockKind::forward));
  for (std::int64_t j = 0; j < total; ++j) {
    if (forwards < total) order.push_back(operation(forwards++, BlockKind::forward));
    order.push_back(operation(j, BlockKind::backward));
  }
  return order;
}

StageOrder orderOf(const ScheduleShape& shape, std::int64_t stage) {
  const auto behind = shape.pp - stage - 1, count = shape.microBatches;
  if (shape.pp == 1) return oneForwardOneBackward(0, count);
  switch (shape.schedule) {
    case Schedule::gpipe: return allForwardsFirst(count);
    case Schedule::oneFOneB: return oneForwardOneBackward(behind, count);
    case Schedule::interleaved: return interleaved(shape, stage);
    case Schedule::zbH1: return delayedWeights(behind, stage, count);
    case Schedule::zbH2: return delayedWeights(2 * behind, 2 * stage, count);
    case Schedule::zbV: return zeroBubbleV(shape.pp, stage, count);
    case Schedule::dualPipe: return dualPipe(shape.pp, stage, count);
  }
  return {};
}

enum class Way { loop, fold, twoWay };
Way wayOf(const ScheduleShape& shape) {
  if (shape.pp == 1) return Way::loop;
  if (shape.schedule == Schedule::zbV) return Way::fold;
  return shape.schedule == Schedule::dualPipe ? Way::twoWay : Way::loop;
}

constexpr StageChunk kNone{};

}  // namespace

std::int64_t chunkCount(const ScheduleShape& shape) { return wayOf(shape) == Way::loop ? shape.vpp : 2; }

double operationBound(const ScheduleShape& shape) {
  const auto passes = static_cast<double>(shape.pp) * static_cast<double>(shape.microBatches);
  if (shape.pp == 1) return 2 * passes;
  switch (shape.schedule) {
    case Schedule::gpipe:
    case Schedule::oneFOneB:
    case Schedule::interleaved: return 2 * passes * static_cast<double>(shape.vpp);
    case Schedule::zbV: return 6 * passes;
    default: return 3 * passes;
  }
}

std::vector<StageOrder> scheduleOrders(const ScheduleShape& shape) {
  std::vector<StageOrder> orders;
  orders.reserve(static_cast<std::size_t>(shape.pp));
  for (std::int64_t stage = 0; stage < shape.pp; ++stage) orders.push_back(orderOf(shape, stage));
  return orders;
}

StageChunk nextChunk(const ScheduleShape& shape, StageChunk at) {
  const auto way = wayOf(shape);
  const auto last = narrow(shape.pp - 1);
  const bool backwards = way != Way::loop && at.chunk == 1;
  if (backwards) return at.stage > 0 ? StageChunk{at.stage - 1, 1} : kNone;
  if (at.stage < last) return {at.stage + 1, at.chunk};
  if (way == Way::fold) return {last, 1};
  return way == Way::loop && at.chunk + 1 < shape.vpp ? StageChunk{0, at.chunk + 1} : kNone;
}

StageChunk previousChunk(const ScheduleShape& shape, StageChunk at) {
  const auto way = wayOf(shape);
  const auto last = narrow(shape.pp - 1);
  const bool backwards = way != Way::loop && at.chunk == 1;
  if (backwards) {
    if (at.stage < last) return {at.stage + 1, 1};
    return way == Way::fold ? StageChunk{last, 0} : kNone;
  }
  if (at.stage > 0) return {at.stage - 1, at.chunk};
  return at.chunk > 0 ? StageChunk{last, at.chunk - 1} : kNone;
}

std::int64_t microBatchesOf(const ScheduleShape& shape, std::int64_t chunk) {
  return wayOf(shape) == Way::twoWay ? (shape.microBatches + 1 - chunk) / 2 : shape.microBatches;
}

}  // namespace shardscope
