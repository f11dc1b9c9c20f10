// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/orders.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/cost/pipeline.hpp"
#include "tests/support/core_schedules.hpp"

namespace shardscope {
namespace {

// "F0 B0": lower case for the second chunk, "+" in front of an operation that runs as one with the one before.
std::string written(const StageOrder& order) {
  std::string text;
  bool joined = false;
  for (const auto& operation : order) {
    if (!text.empty()) text += joined ? "+" : " ";
    const char letter = word(operation.kind)[0];
    text += operation.chunk == 0 ? letter : static_cast<char>(letter - 'A' + 'a');
    text += std::to_string(operation.microBatch);
    joined = operation.joinsNext;
  }
  return text;
}
std::string orderOf(Schedule schedule, std::int64_t pp, std::int64_t vpp, std::int64_t m, std::size_t stage) {
  return written(scheduleOrders({schedule, pp, vpp, m})[stage]);
}

TEST(ScheduleOrders, WithoutAPipelineOneMicroBatchAfterTheOther) {
  for (const auto schedule : test::kSchedules) EXPECT_EQ(orderOf(schedule, 1, 1, 2, 0), "F0 B0 F1 B1");
}

TEST(ScheduleOrders, GPipe) { EXPECT_EQ(orderOf(Schedule::gpipe, 3, 1, 3, 1), "F0 F1 F2 B0 B1 B2"); }

TEST(ScheduleOrders, OneForwardOneBackward) {
  EXPECT_EQ(orderOf(Schedule::oneFOneB, 4, 1, 5, 0), "F0 F1 F2 F3 B0 F4 B1 B2 B3 B4");
  EXPECT_EQ(orderOf(Schedule::oneFOneB, 4, 1, 5, 3), "F0 B0 F1 B1 F2 B2 F3 B3 F4 B4");
  EXPECT_EQ(orderOf(Schedule::oneFOneB, 4, 1, 2, 0), "F0 F1 B0 B1");  // fewer than the warm-up
}

// 2104.04473 Fig. 4 at two stages: groups of two micro-batches through chunk 0, then chunk 1.
TEST(ScheduleOrders, Interleaved) {
  EXPECT_EQ(orderOf(Schedule::interleaved, 2, 2, 4, 0), "F0 F1 f0 f1 F2 b0 F3 b1 f2 B0 f3 B1 b2 b3 B2 B3");
  EXPECT_EQ(orderOf(Schedule::interleaved, 2, 2, 4, 1), "F0 F1 f0 b0 f1 b1 F2 B0 F3 B1 f2 b2 f3 b3 B2 B3");
}

// 2401.10241 Fig. 3: the weight gradients of stage i lag i (H1) or 2i (H2) backwards behind.
TEST(ScheduleOrders, ZeroBubble) {
  EXPECT_EQ(orderOf(Schedule::zbH1, 3, 1, 4, 0), "F0 F1 F2 B0 W0 F3 B1 W1 B2 W2 B3 W3");
  EXPECT_EQ(orderOf(Schedule::zbH1, 3, 1, 4, 2), "F0 B0 F1 B1 F2 B2 W0 F3 B3 W1 W2 W3");
  EXPECT_EQ(orderOf(Schedule::zbH2, 3, 1, 6, 0), "F0 F1 F2 F3 F4 B0 W0 F5 B1 W1 B2 W2 B3 W3 B4 W4 B5 W5");
  EXPECT_EQ(orderOf(Schedule::zbH2, 3, 1, 6, 2), "F0 B0 F1 B1 F2 B2 F3 B3 F4 B4 W0 F5 B5 W1 W2 W3 W4 W5");
}

TEST(ScheduleOrders, ZeroBubbleV) {
  EXPECT_EQ(orderOf(Schedule::zbV, 2, 1, 3, 0), "F0 F1 F2 f0 b0 w0 f1 b1 w1 B0 W0 f2 b2 w2 B1 W1 B2 W2");
  EXPECT_EQ(orderOf(Schedule::zbV, 2, 1, 3, 1), "F0 f0 F1 f1 b0 w0 F2 B0 W0 f2 b1 w1 B1 b2 B2 W1 w2 W2");
}

// The README of the DualPipe repository; the second half of the stages mirrors the first.
TEST(ScheduleOrders, DualPipe) {
  EXPECT_EQ(orderOf(Schedule::dualPipe, 2, 1, 4, 0), "F0 f0 F1 b0 f1+B0 b1 B1 W1");
  EXPECT_EQ(orderOf(Schedule::dualPipe, 2, 1, 4, 1), "f0 F0 f1 B0 F1+b0 B1 b1 w1");
  EXPECT_EQ(orderOf(Schedule::dualPipe, 4, 1, 8, 0), "F0 F1 F2 f0 b0 w0 f1 F3+b1 f2+B0 b2 f3+B1 b3 B2 W2 B3 W3");
  const auto mirrored = scheduleOrders({Schedule::dualPipe, 6, 1, 16});
  for (std::size_t i = 0; i < 3; ++i) {
    auto other = mirrored[5 - i];
    for (auto& operation : other) operation.chunk = 1 - operation.chunk;
    EXPECT_EQ(mirrored[i], other);
  }
}

// Every pass of every micro-batch and chunk once, forward before backward before weight gradient.
void expectComplete(const ScheduleShape& shape) {
  SCOPED_TRACE(std::string(word(shape.schedule)) + " p=" + std::to_string(shape.pp) +
               " M=" + std::to_string(shape.microBatches));
  const auto orders = scheduleOrders(shape);
  double operations = 0;
  for (const auto& order : orders) {
    std::map<std::pair<std::int32_t, std::int32_t>, std::string> passes;
    for (const auto& operation : order)
      passes[{operation.chunk, operation.microBatch}] += operation.splits ? "b" : word(operation.kind);
    std::int64_t expected = 0;
    for (std::int64_t chunk = 0; chunk < chunkCount(shape); ++chunk) expected += microBatchesOf(shape, chunk);
    EXPECT_EQ(passes.size(), static_cast<std::size_t>(expected));
    for (const auto& [of, text] : passes) {
      EXPECT_TRUE(text == "FB" || text == "FbW") << text;
      EXPECT_LT(of.second, microBatchesOf(shape, of.first));
    }
    operations += static_cast<double>(order.size());
  }
  EXPECT_LE(operations, operationBound(shape));
  EXPECT_TRUE(test::runEqual(shape, {1, 2, 1}).has_value()) << "deadlock";
}

TEST(ScheduleOrders, HoldEveryPassOnceAndNeverDeadlock) {
  for (const auto schedule : test::kSchedules)
    for (std::int64_t p = 1; p <= 9; ++p)
      for (std::int64_t m = 1; m <= 4 * p + 1; ++m)
        if (schedule != Schedule::interleaved)
          expectComplete({schedule, p, 1, m});
        else if (p > 1 && m % p == 0)
          for (std::int64_t v = 2; v <= 4; ++v) expectComplete({schedule, p, v, m});
}

TEST(ScheduleOrders, NextAndPreviousChunkAreInverse) {
  for (const auto schedule : test::kSchedules) {
    const ScheduleShape shape{schedule, 5, schedule == Schedule::interleaved ? 3 : 1, 5};
    int begins = 0, steps = 0;
    for (std::int32_t stage = 0; stage < 5; ++stage)
      for (std::int32_t chunk = 0; chunk < chunkCount(shape); ++chunk) {
        const StageChunk at{stage, chunk};
        const auto next = nextChunk(shape, at);
        EXPECT_TRUE(next.stage < 0 || previousChunk(shape, next) == at);
        begins += previousChunk(shape, at).stage < 0 ? 1 : 0;
        steps += next.stage >= 0 ? 1 : 0;
      }
    EXPECT_EQ(begins, schedule == Schedule::dualPipe ? 2 : 1);
    EXPECT_EQ(steps, 5 * chunkCount(shape) - begins);
  }
}

// What the memory model plans with (§3.6) is what the order needs.
TEST(ScheduleOrders, KeepWhatTheMemoryModelPlansWith) {
  for (const auto schedule : test::kSchedules)
    for (std::int64_t p = 2; p <= 9; ++p)
      for (std::int64_t m = 1; m <= 4 * p; ++m) {
        const std::int64_t v = schedule == Schedule::interleaved ? 3 : 1;
        if (v > 1 && m % p != 0) continue;
        const ScheduleShape shape{schedule, p, v, m};
        const auto run = test::runEqual(shape, {1, 2, 1});
        ASSERT_TRUE(run);
        const bool folded = schedule == Schedule::zbV || schedule == Schedule::dualPipe;
        const bool exact = !folded || (schedule == Schedule::zbV ? m >= 2 * p - 1 : m >= 2 * p);
        const double share = schedule == Schedule::zbV ? 0.5 : 1 / static_cast<double>(v);
        for (std::int64_t i = 0; i < p; ++i) {
          SCOPED_TRACE(std::string(word(schedule)) + " p=" + std::to_string(p) + " M=" + std::to_string(m) + " stage " +
                       std::to_string(i));
          const double planned = inFlightMicroBatches(schedule, p, v, m, i);
          const double kept = static_cast<double>(run->mostChunks[static_cast<std::size_t>(i)]) * share;
          EXPECT_LE(kept, planned * (1 + 1e-12));
          EXPECT_GE(kept, exact ? planned * (1 - 1e-12) : 1 / static_cast<double>(v));
        }
      }
}

}  // namespace
}  // namespace shardscope
