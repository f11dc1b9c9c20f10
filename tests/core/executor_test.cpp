// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/executor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/cost/pipeline.hpp"
#include "tests/support/core_schedules.hpp"

namespace shardscope {
namespace {

// Two stages, 1F1B, three micro-batches, F = 1, B = 2, worked by hand:
//   stage 0  F0 F1 .. B0 F2 .  B1 .. B2        stage 1  . F0 B0 F1 B1 F2 B2
TEST(Executor, WorkedByHand) {
  const auto run = test::runEqual({Schedule::oneFOneB, 2, 1, 3}, {1, 2, 1});
  ASSERT_TRUE(run);
  const auto starts = [&](std::size_t stage) {
    std::vector<double> times;
    for (const auto& block : run->blocksOf(stage)) times.push_back(block.start.count());
    return times;
  };
  EXPECT_EQ(starts(0), (std::vector<double>{0, 1, 4, 6, 7, 10}));
  EXPECT_EQ(starts(1), (std::vector<double>{1, 2, 4, 5, 7, 8}));
  EXPECT_EQ(run->makespan, 12);  // (3 + 2 − 1)·3
  EXPECT_EQ(run->busy, (std::vector<double>{9, 9}));
}

TEST(Executor, MessagesTakeTimeBetweenStagesOnly) {
  // ZB-V folds on the last stage: its F of chunk 0 feeds its own F of chunk 1 at once.
  const auto run = test::runEqual({Schedule::zbV, 2, 1, 1}, {1, 2, 1}, {10, 0});
  ASSERT_TRUE(run);
  const auto last = run->blocksOf(1);
  ASSERT_EQ(last.size(), 6u);
  EXPECT_EQ(last[0].start.count(), 11);  // after F of stage 0 and the message
  EXPECT_EQ(last[1].start.count(), 12);
  EXPECT_EQ(run->blocksOf(0)[1].start.count(), 23);
}

TEST(Executor, ExposedPartOfAMessageKeepsTheReceiverBusy) {
  // One micro-batch on two stages: F, message, F, B, message, B; every message is waited for anyway.
  EXPECT_EQ(test::runEqual({Schedule::oneFOneB, 2, 1, 1}, {1, 2, 1}, {4, 4})->makespan, 2 * (1 + 2) + 2 * 4);
  // Many: the last stage is never idle for lack of input, but pays the exposed part for each of its messages.
  const double hidden = test::runEqual({Schedule::gpipe, 2, 1, 40}, {1, 2, 1}, {0.5, 0})->makespan;
  const double exposed = test::runEqual({Schedule::gpipe, 2, 1, 40}, {1, 2, 1}, {0.5, 0.5})->makespan;
  EXPECT_EQ(hidden, 41 * 3 + 2 * 0.5);
  EXPECT_EQ(exposed, hidden + 39 * 2 * 0.5);
}

TEST(Executor, OrdersThatWaitInACircleAreReportedNotHungOn) {
  const ScheduleShape shape{Schedule::oneFOneB, 2, 1, 2};
  auto orders = scheduleOrders(shape);
  std::swap(orders[1][0], orders[1][1]);  // a backward before its forward
  const std::vector<ChunkTime> times(2, ChunkTime{1, 2, 1});
  EXPECT_FALSE(execute(shape, orders, times, {}).has_value());
}

TEST(Executor, PairsStartTogetherAndSendAtTheirEnd) {
  const auto run = test::runEqual({Schedule::dualPipe, 2, 1, 4}, {1, 2, 1});
  ASSERT_TRUE(run);
  // Stage 0: F0 f0 F1 b0 f1+B0 …; the pair takes 1 + 2 in one go.
  const auto blocks = run->blocksOf(0);
  EXPECT_EQ(blocks[4].kind, BlockKind::forward);
  EXPECT_EQ(blocks[5].kind, BlockKind::backward);
  EXPECT_EQ(blocks[5].start, blocks[4].end);
  EXPECT_EQ(run->makespan, 4 * 3);  // no bubble at p = 2
}

class EqualStages : public testing::TestWithParam<ChunkTime> {};

// 2104.04473 §2: (p−1)(F+B) of GPipe and 1F1B, 1/v of it interleaved. Durations are those of a chunk.
TEST_P(EqualStages, GPipe1F1BAndInterleavedAreTheClosedFormExactly) {
  const auto [f, b, w] = GetParam();
  for (std::int64_t p = 2; p <= 8; ++p)
    for (std::int64_t m = 1; m <= 4 * p; ++m) {
      const auto work = static_cast<double>(m) * (f + b);
      for (const auto schedule : {Schedule::gpipe, Schedule::oneFOneB}) {
        const auto run = test::runEqual({schedule, p, 1, m}, GetParam());
        EXPECT_EQ(run->makespan, work + bubbleTime(schedule, p, 1, f, b, w)) << p << " " << m;
        EXPECT_EQ(run->period, run->makespan);
      }
      if (m % p != 0) continue;
      for (std::int64_t v = 2; v <= 4; ++v) {
        const auto of = static_cast<double>(v);
        EXPECT_EQ(test::runEqual({Schedule::interleaved, p, v, m}, GetParam())->makespan,
                  of * work + bubbleTime(Schedule::interleaved, p, v, of * f, of * b, of * w))
            << p << " " << v << " " << m;
      }
    }
}

TEST_P(EqualStages, ZeroBubbleIsTheClosedFormWhereItIsExactAndNeverLess) {
  const auto [f, b, w] = GetParam();
  for (std::int64_t p = 2; p <= 8; ++p)
    for (std::int64_t m = 1; m <= 4 * p; ++m) {
      const auto work = static_cast<double>(m) * (f + b);
      const double h1 = test::runEqual({Schedule::zbH1, p, 1, m}, GetParam())->makespan - work;
      const double h2 = test::runEqual({Schedule::zbH2, p, 1, m}, GetParam())->period - work;
      const double form1 = bubbleTime(Schedule::zbH1, p, 1, f, b, w), form2 = bubbleTime(Schedule::zbH2, p, 1, f, b, w);
      EXPECT_GE(h1, form1);
      EXPECT_GE(h2, form2);
      const bool exact1 = w <= f && m >= p, exact2 = w <= f && m >= 2 * p - 1;
      EXPECT_TRUE(!exact1 || h1 == form1) << p << " " << m << ": " << h1;
      EXPECT_TRUE(!exact2 || h2 == form2) << p << " " << m << ": " << h2;
    }
}

double forms(Schedule schedule, std::int64_t p, std::int64_t m, ChunkTime of, double halves = 1) {
  const double f = halves * of.forward, b = halves * of.backward, w = halves * of.weight;
  return std::max(bubbleTime(schedule, p, 1, f, b, w), fillTime(schedule, p, m, f, b, w));
}

// However few the micro-batches: never less than an order can do, and exactly that of this one where it is said.
TEST_P(EqualStages, FormsOfAPipelineThatIsNotFilledAreTheOrders) {
  const auto time = GetParam();
  const bool isRegular = time.weight <= time.forward;
  const bool isFolded = isRegular && time.forward <= time.backward - time.weight;
  for (std::int64_t p = 2; p <= 9; ++p)
    for (std::int64_t m = 1; m <= 2 * p - 1; ++m) {
      const auto work = static_cast<double>(m) * (time.forward + time.backward);
      const auto idle = [&](Schedule schedule) {
        const auto run = test::runEqual({schedule, p, 1, m}, time);
        return (schedule == Schedule::zbH2 || schedule == Schedule::zbV ? run->period : run->makespan) - work;
      };
      const double h1 = idle(Schedule::zbH1), h2 = idle(Schedule::zbH2), dual = idle(Schedule::dualPipe);
      const double v = idle(Schedule::zbV) - work;  // a chunk is half a stage
      EXPECT_GE(h1, forms(Schedule::zbH1, p, m, time)) << p << " " << m;
      EXPECT_GE(h2, forms(Schedule::zbH2, p, m, time)) << p << " " << m;
      EXPECT_GE(v, forms(Schedule::zbV, p, m, time, 2)) << p << " " << m;
      EXPECT_GE(dual, fillTime(Schedule::dualPipe, p, m, time.forward, time.backward, time.weight)) << p << " " << m;
      EXPECT_TRUE(!isFolded || p % 2 != 0 || m > p || dual == forms(Schedule::dualPipe, p, m, time))
          << p << " " << m << ": " << dual;
      if (!isRegular) continue;
      EXPECT_EQ(h1, forms(Schedule::zbH1, p, m, time)) << p << " " << m;
      EXPECT_EQ(h2, forms(Schedule::zbH2, p, m, time)) << p << " " << m;
      EXPECT_TRUE(!isFolded || v == forms(Schedule::zbV, p, m, time, 2)) << p << " " << m << ": " << v;
    }
}

TEST_P(EqualStages, FoldedSchedulesMeetTheirFormsAtTheEqualTimePoint) {
  const auto [f, b, w] = GetParam();
  const bool equalTimes = f == w && b == 2 * w;
  for (std::int64_t p = 2; p <= 8; ++p)
    for (std::int64_t m = 2 * p; m <= 4 * p; m += 2) {
      const auto work = static_cast<double>(m) * (f + b);
      const double v = test::runEqual({Schedule::zbV, p, 1, m}, GetParam())->period - 2 * work;
      EXPECT_GE(v, bubbleTime(Schedule::zbV, p, 1, 2 * f, 2 * b, 2 * w));
      EXPECT_TRUE(!equalTimes || v == 0) << p << " " << m << ": " << v;
      if (p % 2 != 0) continue;
      const double dual = test::runEqual({Schedule::dualPipe, p, 1, m}, GetParam())->makespan - work;
      const double form = bubbleTime(Schedule::dualPipe, p, 1, f, b, w);
      EXPECT_LE(std::abs(dual - form), static_cast<double>(p / 2 - 1) * (equalTimes ? 0 : f)) << p << " " << m;
    }
}

// All sums are exact in binary.
INSTANTIATE_TEST_SUITE_P(Durations, EqualStages,
                         testing::Values(ChunkTime{1, 2, 1}, ChunkTime{1, 3, 1}, ChunkTime{2, 2, 1}, ChunkTime{3, 2, 1},
                                         ChunkTime{4, 8, 3}, ChunkTime{1, 4, 2}, ChunkTime{1, 2, 0.5}));

// §6.6: the round trip of p micro-batches in flight; within two messages, within one where p divides M.
TEST(Executor, BlockingMessagesOf1F1BAreTheClosedForm) {
  for (std::int64_t p = 2; p <= 8; ++p)
    for (std::int64_t m = 1; m <= 4 * p; ++m)
      for (const double delta : {1.0 / 64, 0.25}) {
        const auto stages = static_cast<double>(p), count = static_cast<double>(m + p - 1);
        const double form = count * (1 + 2) + count * 2 * (stages - 1) / stages * delta;
        const double run = test::runEqual({Schedule::oneFOneB, p, 1, m}, {1, 2, 1}, {delta, 0})->makespan;
        EXPECT_LE(std::abs(run - form), (m % p == 0 ? 1 : 2) * delta * (1 + 1e-12)) << p << " " << m;
      }
}

// Overlapped messages cost their exposed share per chunk and pass, and the way through all chunks once.
TEST(Executor, MessagesOfInterleavedStages) {
  const double delta = 1.0 / 64, exposed = 0.15 * delta;
  for (const std::int64_t p : {2, 4, 8})
    for (const std::int64_t v : {2, 3})
      for (const std::int64_t m : {p, 4 * p, 16 * p}) {
        const auto stages = static_cast<double>(p), chunks = static_cast<double>(v), count = static_cast<double>(m);
        const double work = chunks * 3 + 2 * chunks * exposed;
        const double form = count * work + (stages - 1) * work / chunks;
        const double run = test::runEqual({Schedule::interleaved, p, v, m}, {1, 2, 1}, {delta, exposed})->makespan;
        EXPECT_GE(run, form - 2 * count * exposed);  // the ends of the pipeline have one message less
        EXPECT_LE(run, form + 2 * stages * chunks * delta);
      }
}

// What the model charges, 2(p−1)/p messages per micro-batch (§7.4), is more than these schedules wait for.
TEST(Executor, OtherSchedulesHideMessages) {
  for (const auto schedule : {Schedule::gpipe, Schedule::zbH1, Schedule::zbH2, Schedule::zbV, Schedule::dualPipe})
    for (const std::int64_t p : {2, 4, 8})
      for (const std::int64_t m : {4 * p, 16 * p}) {
        const double delta = 1.0 / 64;
        const auto without = test::runEqual({schedule, p, 1, m}, {2, 4, 2});
        const auto with = test::runEqual({schedule, p, 1, m}, {2, 4, 2}, {delta, 0});
        const auto charged = static_cast<double>(m) * 2 * static_cast<double>(p - 1) / static_cast<double>(p) * delta;
        EXPECT_GE(with->makespan, without->makespan);
        EXPECT_LE(with->makespan - without->makespan, charged) << word(schedule) << " " << p << " " << m;
        EXPECT_LE(with->period - without->period, charged) << word(schedule) << " " << p << " " << m;
      }
}

}  // namespace
}  // namespace shardscope
