// SPDX-License-Identifier: Apache-2.0
// Rows of a Gantt chart. The sources of the program are compiled into this test.

#include "app/cli/gantt.cpp"

#include "app/cli/style.cpp"
#include "core/simulate/executor.hpp"
#include "tests/cli/cli.hpp"

namespace shardscope::cli {
namespace {

using testing::ElementsAre;

constexpr Style kPlain{false, true, 80};

// Every pass of every chunk takes as long as stated, in columns.
Timeline timelineOf(const ScheduleShape& shape, ChunkTime time) {
  const std::vector<ChunkTime> times(static_cast<std::size_t>(shape.pp * chunkCount(shape)), time);
  auto execution = execute(shape, scheduleOrders(shape), times, {});
  Timeline timeline;
  timeline.blocks = execution->blocks;
  for (std::size_t i = 0; i + 1 < execution->firstBlock.size(); ++i) {
    StageTimeline stage;
    stage.firstBlock = execution->firstBlock[i];
    stage.blockCount = execution->firstBlock[i + 1] - stage.firstBlock;
    timeline.makespan = std::max(timeline.makespan, timeline.blocksOf(stage).back().end);
    timeline.stages.push_back(stage);
  }
  return timeline;
}

// One column per second.
std::vector<std::string> rowsOf(const ScheduleShape& shape, ChunkTime time, const Style& style = kPlain) {
  const auto timeline = timelineOf(shape, time);
  std::vector<std::string> rows;
  for (const auto& stage : timeline.stages)
    rows.push_back(ganttRow(timeline.blocksOf(stage), {0, timeline.makespan.count()},
                            static_cast<int>(timeline.makespan.count()), style));
  return rows;
}

// 2104.04473 Fig. 3 (1F1B) and Fig. 4 (interleaved), 2401.10241 Fig. 3 (zero bubble), with B = 2F or F = B = W.
TEST(Gantt, SchedulesLookAsPublished) {
  EXPECT_THAT(rowsOf({Schedule::gpipe, 2, 1, 3}, {1, 2, 0}), ElementsAre("FFF···BBBBBB", "·FFFBBBBBB··"));
  EXPECT_THAT(
      rowsOf({Schedule::oneFOneB, 4, 1, 4}, {1, 2, 0}),
      ElementsAre("FFFF······BB·BB·BB·BB", "·FFF····BBFBB·BB·BB··", "··FF··BBFBBFBB·BB····", "···FBBFBBFBBFBB······"));
  EXPECT_THAT(rowsOf({Schedule::interleaved, 2, 2, 2}, {1, 2, 0}), ElementsAre("FFff··bb·bbBBBB", "·FFfbbfbbBBBB··"));
  EXPECT_THAT(rowsOf({Schedule::zbH1, 3, 1, 4}, {1, 2, 1}),
              ElementsAre("FFF··BWFBWBWBW", "·FF·BFBWFBWBWW", "··FBFBFBWFBWWW"));
}

TEST(Gantt, PlainTerminalsGetPlainDotsAndOthersColours) {
  EXPECT_THAT(rowsOf({Schedule::oneFOneB, 2, 1, 1}, {1, 1, 0}, {false, false, 80}), ElementsAre("F..B", ".FB."));
  EXPECT_THAT(rowsOf({Schedule::oneFOneB, 2, 1, 1}, {1, 1, 0}, {true, true, 80}),
              ElementsAre("\x1b[34mF\x1b[0m\x1b[2m··\x1b[0m\x1b[33mB\x1b[0m",
                          "\x1b[2m·\x1b[0m\x1b[34mF\x1b[0m\x1b[33mB\x1b[0m\x1b[2m·\x1b[0m"));
}

TEST(Gantt, AColumnShowsWhatTakesMostOfIt) {
  // 0–3 F, 3–4 idle, 4–10 B in columns of five seconds: F for three of the first five, B for all of the second.
  const std::vector<Block> blocks = {{Seconds(0), Seconds(3), 0, 0, 0, BlockKind::forward, false, -1},
                                     {Seconds(4), Seconds(10), 0, 0, 0, BlockKind::backward, false, 0}};
  EXPECT_EQ(ganttRow(blocks, {0, 10}, 2, kPlain), "FB");
  EXPECT_EQ(ganttRow(blocks, {3, 4}, 3, kPlain), "···");
  EXPECT_EQ(ganttRow({}, {0, 1}, 3, kPlain), "···");
}

TEST(Gantt, LongStepsShowTheirBeginAndTheirEnd) {
  const auto shortStep = timelineOf({Schedule::oneFOneB, 2, 1, 4}, {1, 2, 0});
  EXPECT_EQ(ganttWindows(shortStep, 70).size(), 1u);
  const auto longStep = timelineOf({Schedule::oneFOneB, 2, 1, 100}, {1, 2, 0});
  const auto windows = ganttWindows(longStep, 70);
  ASSERT_EQ(windows.size(), 2u);
  EXPECT_EQ(windows[0].begin, 0);
  EXPECT_EQ(windows[0].end, 70);  // a column per forward
  EXPECT_EQ(windows[1].begin, 303 - 70);
  EXPECT_EQ(windows[1].end, 303);
  // Many stages: long enough for the first micro-batch to come back.
  const auto deep = timelineOf({Schedule::oneFOneB, 64, 1, 640}, {1, 2, 0});
  EXPECT_EQ(ganttWindows(deep, 70)[0].end, 64 * 3);
}

}  // namespace
}  // namespace shardscope::cli
