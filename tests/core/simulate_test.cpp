// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/cost/evaluate.hpp"
#include "core/cost/step_time.hpp"
#include "core/rules/rules.hpp"
#include "tests/support/core_schedules.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

Report figures(const Scenario& s) {
  Report report;
  fillFigures(s, report);
  return report;
}

Timeline timelineOf(const Scenario& s, const SimulationOptions& options = {}) {
  auto timeline = simulate(s, figures(s), options);
  EXPECT_TRUE(timeline.has_value());
  return timeline.value_or(Timeline{});
}

// The worked example of §7.5 under any schedule.
Scenario example(Schedule schedule) {
  auto s = test::llama70bOn512();
  if (schedule == Schedule::interleaved)
    s.parallel.vpp = 5;
  else
    s.parallel.schedule = schedule;
  return s;
}

TEST(Simulate, EveryStageWorksAsLongAsTheReportSays) {
  for (const auto schedule : test::kSchedules) {
    const auto s = example(schedule);
    ASSERT_FALSE(firstError(s).has_value());
    const auto report = figures(s);
    const auto timeline = timelineOf(s);
    ASSERT_EQ(timeline.stages.size(), 8u) << word(schedule);
    for (std::size_t i = 0; i < 8; ++i) {
      const double work = 128 * (report.time.forward[i] + report.time.backward[i]).count();
      EXPECT_NEAR(timeline.stages[i].busy.count(), work, 1e-9 * work) << word(schedule);
      EXPECT_GE(timeline.bubble(timeline.stages[i]).count(), 0);
    }
  }
}

// §3.6 and §3.10: the model's in-flight figures are the peaks of the orders.
TEST(Simulate, PeakOfEveryStageIsTheReportsToTheByte) {
  for (const auto schedule : test::kSchedules) {
    for (const bool dropout : {false, true}) {
      auto s = example(schedule);
      s.workload.dropout = dropout;
      const auto report = figures(s);
      const auto timeline = timelineOf(s);
      for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(timeline.stages[i].peak, report.memory.stages[i].total) << word(schedule) << " " << i;
        EXPECT_DOUBLE_EQ(timeline.stages[i].peakInFlight, report.memory.stages[i].inFlight);
      }
    }
  }
}

TEST(Simulate, FewMicroBatchesKeepNoMoreThanTheReportSays) {
  for (const auto schedule : {Schedule::zbV, Schedule::dualPipe})
    for (const std::int64_t m : {1, 3, 8, 9}) {
      auto s = example(schedule);
      s.workload.globalBatch = 8 * m;
      const auto report = figures(s);
      const auto timeline = timelineOf(s);
      for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_LE(timeline.stages[i].peak, report.memory.stages[i].total);
        EXPECT_GT(timeline.stages[i].peak, timeline.stages[i].fixed);
      }
    }
}

// The curve of the last of two stages, 1F1B, one micro-batch: nothing, activations and logits, both and the transient,
// nothing again.
TEST(Simulate, MemoryCurveWorkedByHand) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama(2, 1024, 16, 16, 4096, 32000), 2, 1024);
  s.parallel.pp = 2;
  s.workload.globalBatch = 1;
  const auto report = figures(s);
  const auto timeline = timelineOf(s);
  const auto& of = report.memory.stages[1];
  const auto& stage = timeline.stages[1];
  const auto fixed = of.parameters + of.gradients + of.optimizer + of.buffers + of.overhead;
  EXPECT_EQ(stage.fixed, fixed);
  ASSERT_EQ(stage.memory.size(), 4u);
  const auto blocks = timeline.blocksOf(stage);
  EXPECT_EQ(stage.memory[0], (MemoryStep{Seconds(0), fixed, 0}));
  EXPECT_EQ(stage.memory[1], (MemoryStep{blocks[0].start, fixed + of.activations + of.logits, 1}));
  EXPECT_EQ(stage.memory[2], (MemoryStep{blocks[1].start, of.total, 1}));
  EXPECT_EQ(stage.memory[3], (MemoryStep{blocks[1].end, fixed, 0}));
}

TEST(Simulate, CurvesAreStepsInTimeThatEndWhereTheyBegan) {
  for (const auto schedule : test::kSchedules)
    for (const auto& stage : timelineOf(example(schedule)).stages) {
      ASSERT_GE(stage.memory.size(), 3u);
      EXPECT_EQ(stage.memory.front().time.count(), 0);
      EXPECT_EQ(stage.memory.back().bytes, stage.fixed);
      EXPECT_EQ(stage.memory.back().inFlight, 0);
      for (std::size_t i = 1; i < stage.memory.size(); ++i) EXPECT_LT(stage.memory[i - 1].time, stage.memory[i].time);
    }
}

// The head makes the last stage the slowest: the closed form of §7.3 is exact but for the messages.
TEST(Simulate, ClosedFormOfTheWorkedExample) {
  const auto s = example(Schedule::oneFOneB);
  const auto report = figures(s);
  const auto timeline = timelineOf(s);
  EXPECT_NEAR(timeline.message.count(), 2.0 * 8192 * 8192 / 8 / (50e9 * 0.85) + 20e-6, 1e-12);
  EXPECT_EQ(timeline.closedForm, pipelinedTime(report.time));
  // With unequal stages some messages hide behind the slowest one: never longer, and by less than all of them.
  EXPECT_LE(timeline.pipeline, timeline.closedForm);
  EXPECT_GE(timeline.pipeline.count(), timeline.closedForm.count() - 135 * 2 * timeline.message.count());
  EXPECT_NEAR(timeline.step.count(), report.time.step.count(), 0.01 * report.time.step.count());
}

TEST(Simulate, StepIsTheReportsIfThePipelineTakesTheClosedForm) {
  for (const auto schedule : test::kSchedules) {
    const auto s = example(schedule);
    const auto report = figures(s);
    const double step = stepTimeWith(s, report, pipelinedTime(report.time)).count();
    EXPECT_NEAR(step, report.time.step.count(), 1e-12 * step);
  }
}

TEST(Simulate, WithoutAPipelineThereIsNoBubble) {
  for (const auto schedule : test::kSchedules) {
    if (schedule == Schedule::interleaved) continue;
    auto s = test::scenarioOn("h100-sxm-80gb", test::llama(32, 4096, 32, 8, 14336, 128256), 8, 8192);
    s.parallel.schedule = schedule;
    s.workload.globalBatch = 64;
    const auto timeline = timelineOf(s);
    EXPECT_EQ(timeline.blocks.size(), 2u * 8);
    EXPECT_NEAR(timeline.bubble(timeline.stages[0]).count(), 0, 1e-9);
    EXPECT_NEAR(timeline.step.count(), figures(s).time.step.count(), 1e-9);
    EXPECT_EQ(timeline.stages[0].peak, figures(s).memory.peak);
  }
}

TEST(Simulate, ZeroBubbleStepsOverlap) {
  const auto h2 = timelineOf(example(Schedule::zbH2));
  EXPECT_LT(h2.period, h2.makespan);
  EXPECT_EQ(h2.pipeline, h2.period);
  const auto h1 = timelineOf(example(Schedule::zbH1));
  EXPECT_EQ(h1.pipeline, h1.makespan);
}

TEST(Simulate, CriticalPathLeadsFromTheStartToTheEnd) {
  for (const auto schedule : test::kSchedules) {
    const auto timeline = timelineOf(example(schedule));
    const auto path = criticalPath(timeline);
    ASSERT_GE(path.size(), 128u);
    const auto at = [&](std::int32_t index) { return timeline.blocks[static_cast<std::size_t>(index)]; };
    EXPECT_EQ(at(path.front()).start.count(), 0);
    EXPECT_EQ(at(path.back()).end, timeline.makespan);
    for (std::size_t i = 1; i < path.size(); ++i) EXPECT_GE(at(path[i]).start, at(path[i - 1]).end);
  }
  EXPECT_TRUE(criticalPath(Timeline{}).empty());
}

TEST(Simulate, TooManyBlocksAreRefusedBeforeAnyWork) {
  auto s = example(Schedule::oneFOneB);
  s.workload.globalBatch = 1'000'000'000;  // M = 125 million
  const auto refused = simulate(s, figures(s));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().error, SimulationError::tooManyBlocks);
  EXPECT_EQ(refused.error().blocks, 2.0 * 8 * 125'000'000);
  EXPECT_FALSE(simulate(example(Schedule::oneFOneB), figures(example(Schedule::oneFOneB)), {0, 2047}).has_value());
  EXPECT_TRUE(simulate(example(Schedule::oneFOneB), figures(example(Schedule::oneFOneB)), {0, 2048}).has_value());
}

TEST(Simulate, AViewMayRunFewerMicroBatches) {
  auto s = example(Schedule::oneFOneB);
  s.workload.globalBatch = 1'000'000'000;
  const auto timeline = timelineOf(s, {.microBatches = 32});
  EXPECT_EQ(timeline.microBatches, 32);
  EXPECT_EQ(timeline.blocks.size(), 2u * 8 * 32);
}

TEST(Simulate, ExtremesGiveFiniteFigures) {
  auto tiny = test::scenarioOn("h100-sxm-80gb", test::llama(1, 128, 1, 1, 128, 128), 1, 128);
  tiny.workload.globalBatch = 1;
  auto huge = test::scenarioOn("h100-sxm-80gb", test::llama(1000, 8192, 64, 8, 28672, 128256), 100'000, 4096);
  huge.parallel.tp = 1;
  huge.parallel.pp = 1000;
  huge.workload.globalBatch = 100 * 900;
  for (const auto& s : {tiny, huge}) {
    ASSERT_FALSE(firstError(s).has_value());
    const auto timeline = timelineOf(s);
    EXPECT_TRUE(std::isfinite(timeline.step.count()));
    EXPECT_GT(timeline.step.count(), 0);
    for (const auto& stage : timeline.stages) EXPECT_GT(stage.peak.count(), 0);
  }
}

}  // namespace
}  // namespace shardscope
