// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/locks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/scenario/derived.hpp"
#include "tests/core/rules_scenarios.hpp"

namespace shardscope {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::IsEmpty;

Edit edited(const Scenario& s, Knob knob, std::int64_t value, const Locks& locks = {}) {
  const auto move = moveKnob(s, locks, knob, value);
  EXPECT_TRUE(move) << message(move.error(), s, Language::en);
  return move ? move->edit : Edit{};
}
std::string refusal(const Scenario& s, Knob knob, std::int64_t value, const Locks& locks = {}) {
  const auto move = moveKnob(s, locks, knob, value);
  return move ? "moved" : message(move.error(), s, Language::en);
}
Assignment to(Key key, std::int64_t value) { return {key, value}; }

Locks dpLocked() {
  Locks locks;
  locks.gpuRole = GpuRole::dpLocked;
  return locks;
}
Locks microBatchesLocked() {
  Locks locks;
  locks.batchRole = BatchRole::microBatchesLocked;
  return locks;
}
Locks pinned(Knob knob) {
  Locks locks;
  locks.locked[static_cast<std::size_t>(knob)] = true;
  return locks;
}

TEST(Locks, followersAreTheOtherHalfOfALockedPair) {
  EXPECT_TRUE(follows(Knob::dp, {}));
  EXPECT_TRUE(follows(Knob::microBatches, {}));
  EXPECT_FALSE(follows(Knob::gpus, {}));
  EXPECT_FALSE(follows(Knob::globalBatch, {}));
  EXPECT_TRUE(follows(Knob::gpus, dpLocked()));
  EXPECT_FALSE(follows(Knob::dp, dpLocked()));
  EXPECT_TRUE(follows(Knob::globalBatch, microBatchesLocked()));
  EXPECT_FALSE(follows(Knob::tp, {}));
}

TEST(Locks, knobValuesIncludeWhatIsDerived) {
  const auto s = denseScenario();
  EXPECT_EQ(knobValue(s, Knob::dp), 2);
  EXPECT_EQ(knobValue(s, Knob::microBatches), 64);
  EXPECT_EQ(knobValue(s, Knob::gpus), 64);
  auto broken = s;
  broken.parallel.pp = 5;
  EXPECT_EQ(knobValue(broken, Knob::dp), 0);
  EXPECT_EQ(knobValue(broken, Knob::microBatches), 0);
  broken.parallel.pp = 0;
  EXPECT_EQ(knobValue(broken, Knob::dp), 0);
}

TEST(Locks, movingToTheCurrentValueChangesNothing) {
  auto s = denseScenario();
  s.parallel.dp = 2;
  for (int i = 0; i < static_cast<int>(Knob::count); ++i) {
    const auto knob = static_cast<Knob>(i);
    EXPECT_THAT(edited(s, knob, knobValue(s, knob)), IsEmpty()) << i;
  }
}

TEST(Locks, unsetDegreesStayUnset) { EXPECT_THAT(edited(denseScenario(), Knob::tp, 4), ElementsAre(to(Key::tp, 4))); }

TEST(Locks, explicitDataParallelFollowsTheTotal) {
  auto s = denseScenario();
  s.parallel.dp = 2;
  EXPECT_THAT(edited(s, Knob::tp, 4), ElementsAre(to(Key::tp, 4), to(Key::dp, 4)));
  EXPECT_THAT(edited(s, Knob::pp, 8), ElementsAre(to(Key::pp, 8), to(Key::dp, 1)));
}

TEST(Locks, totalFollowsALockedDataParallel) {
  const auto s = denseScenario();
  EXPECT_THAT(edited(s, Knob::pp, 8, dpLocked()), ElementsAre(to(Key::nodes, 16), to(Key::pp, 8)));
  EXPECT_THAT(edited(s, Knob::dp, 4, dpLocked()), ElementsAre(to(Key::nodes, 16)));
  // TP 1 · PP 5 · DP 2 = 10 GPUs: no whole node, so the total is written instead of the nodes.
  auto small = denseScenario();
  small.parallel.tp = 1;
  small.parallel.pp = 4;
  small.cluster.nodes = 1;
  EXPECT_THAT(edited(small, Knob::pp, 5, dpLocked()),
              ElementsAre(Assignment{Key::nodes, {}}, to(Key::gpus, 10), to(Key::pp, 5)));
  small.parallel.dp = 2;
  EXPECT_THAT(edited(small, Knob::dp, 4, dpLocked()), ElementsAre(to(Key::nodes, 2), to(Key::dp, 4)));
}

TEST(Locks, locksAreNotBroken) {
  const auto s = denseScenario();
  EXPECT_EQ(refusal(s, Knob::pp, 5),
            "TP 8 × PP 5 = 40 is not possible: 64 GPUs / 40 is not whole. Nearest PP: 4 or 8.");
  EXPECT_EQ(refusal(s, Knob::dp, 4), "TP 8 × PP 4 × DP 4 = 128, but the job has 64 GPUs. Nearest DP: 2.");
  EXPECT_EQ(refusal(s, Knob::microBatches, 32), "Global batch 128 is not micro-batch 1 × M 32 × DP 2 = 64.");
  EXPECT_EQ(refusal(s, Knob::gpus, 128, dpLocked()), "TP 8 × PP 4 × DP 2 = 64, but the job has 128 GPUs.");
  EXPECT_EQ(moveKnob(s, microBatchesLocked(), Knob::globalBatch, 256).error().rule, RuleId::B1);
  EXPECT_EQ(moveKnob(s, pinned(Knob::dp), Knob::tp, 4).error().rule, RuleId::W1);
  EXPECT_EQ(moveKnob(s, pinned(Knob::microBatches), Knob::tp, 4).error().rule, RuleId::B1);
  auto both = dpLocked();
  both.locked[static_cast<std::size_t>(Knob::gpus)] = true;
  EXPECT_EQ(moveKnob(s, both, Knob::pp, 8).error().rule, RuleId::W1);
}

TEST(Locks, batchFollowsALockedCount) {
  const auto s = denseScenario();
  EXPECT_THAT(edited(s, Knob::microBatch, 2, microBatchesLocked()),
              ElementsAre(to(Key::microBatch, 2), to(Key::globalBatch, 256)));
  EXPECT_THAT(edited(s, Knob::microBatches, 32, microBatchesLocked()), ElementsAre(to(Key::globalBatch, 64)));
  EXPECT_THAT(edited(s, Knob::tp, 4, microBatchesLocked()), ElementsAre(to(Key::globalBatch, 256), to(Key::tp, 4)));
  EXPECT_THAT(edited(s, Knob::microBatch, 2), ElementsAre(to(Key::microBatch, 2)));  // M 64 → 32 by itself
  EXPECT_EQ(moveKnob(s, {}, Knob::microBatch, 3).error().rule, RuleId::B1);          // 128 / (3·2)
}

TEST(Locks, virtualStagesAndScheduleGiveWay) {
  auto s = denseScenario();
  s.parallel.vpp = 4;                        // 20 layers a stage
  auto move = moveKnob(s, {}, Knob::pp, 8);  // 10 layers a stage: 5 is one step from 4, 2 is two
  ASSERT_TRUE(move);
  EXPECT_THAT(move->edit, ElementsAre(to(Key::pp, 8), to(Key::vpp, 5)));
  EXPECT_THAT(move->adjusted, ElementsAre(Key::vpp));

  s.parallel.schedule = Schedule::interleaved;
  move = moveKnob(s, {}, Knob::pp, 1);  // nothing to interleave
  ASSERT_TRUE(move);
  EXPECT_THAT(move->edit, ElementsAre(to(Key::pp, 1), to(Key::vpp, 1), Assignment{Key::schedule, std::string("1f1b")}));
  EXPECT_THAT(move->adjusted, ElementsAre(Key::vpp, Key::schedule));

  EXPECT_EQ(moveKnob(s, pinned(Knob::vpp), Knob::pp, 8).error().rule, RuleId::P3);
}

TEST(Locks, virtualStagesSetAnExplicitSchedule) {
  auto s = denseScenario();
  s.parallel.schedule = Schedule::oneFOneB;
  EXPECT_THAT(edited(s, Knob::vpp, 5),
              ElementsAre(to(Key::vpp, 5), Assignment{Key::schedule, std::string("interleaved")}));
  s.parallel.schedule = Schedule::interleaved;
  s.parallel.vpp = 5;
  EXPECT_THAT(edited(s, Knob::vpp, 1), ElementsAre(to(Key::vpp, 1), Assignment{Key::schedule, std::string("1f1b")}));
  s.parallel.schedule.reset();  // follows by itself
  EXPECT_THAT(edited(s, Knob::vpp, 1), ElementsAre(to(Key::vpp, 1)));
  EXPECT_EQ(refusal(denseScenario(), Knob::vpp, 3),
            "VPP 3 is not possible: 20 layers per stage is not a multiple of 3. Nearest: 2 or 4.");
}

TEST(Locks, contextRanksGiveWay) {
  auto s = denseScenario();
  s.parallel.cp = 2;  // dp 1
  auto move = moveKnob(s, {}, Knob::tp, 16);
  ASSERT_TRUE(move);
  EXPECT_THAT(move->edit, ElementsAre(to(Key::tp, 16), to(Key::cp, 1)));
  EXPECT_THAT(move->adjusted, ElementsAre(Key::cp));
  EXPECT_EQ(moveKnob(s, pinned(Knob::cp), Knob::tp, 16).error().rule, RuleId::W1);
}

TEST(Locks, expertRanksGiveWay) {
  const auto s = moeScenario();                     // EP 8, ranks of a stage 64
  const auto move = moveKnob(s, {}, Knob::pp, 16);  // 4 ranks a stage
  ASSERT_TRUE(move);
  EXPECT_THAT(move->edit, ElementsAre(to(Key::pp, 16), to(Key::ep, 4)));
  EXPECT_THAT(move->adjusted, ElementsAre(Key::ep));
  EXPECT_EQ(moveKnob(s, pinned(Knob::ep), Knob::pp, 16).error().rule, RuleId::W2);
}

TEST(Locks, sequenceParallelismGivesWayLast) {
  auto s = denseScenario();
  s.parallel.tp = 4;
  s.workload.sequenceLength = 8188;  // divides by 4, not by 8
  EXPECT_THAT(edited(s, Knob::tp, 8), ElementsAre(to(Key::tp, 8), Assignment{Key::sp, false}));
}

TEST(Locks, stagesShardsAndZeroGiveWay) {
  auto s = denseScenario();
  s.parallel.stageLayers = {20, 20, 20, 20};
  EXPECT_THAT(edited(s, Knob::pp, 2),
              ElementsAre(to(Key::pp, 2), Assignment{Key::stageLayers, std::vector<std::int64_t>{}}));
  s = denseScenario();
  s.parallel.tp = 1;
  s.parallel.pp = 1;
  s.parallel.zero = 2;
  s.parallel.shardGroup = 32;
  EXPECT_THAT(edited(s, Knob::pp, 4), ElementsAre(to(Key::pp, 4), to(Key::zero, 1), to(Key::shardGroup, 16)));
}

TEST(Locks, gpuTotalIsWrittenInNodesWhereItCan) {
  const auto s = denseScenario();
  EXPECT_THAT(edited(s, Knob::gpus, 128), ElementsAre(to(Key::nodes, 16)));
  EXPECT_EQ(moveKnob(s, {}, Knob::gpus, 100).error().rule, RuleId::W1);  // 100 / 32
  auto single = scenarioOf(llama2_7b(), 8, 4096);
  single.workload.globalBatch = 64;
  EXPECT_THAT(edited(single, Knob::gpus, 4), ElementsAre(to(Key::gpus, 4)));
  EXPECT_THAT(edited(single, Knob::gpus, 16), ElementsAre(to(Key::nodes, 2), Assignment{Key::gpus, {}}));
}

TEST(Locks, valuesOutOfRangeAreRefused) {
  const auto s = denseScenario();
  for (int i = 0; i < static_cast<int>(Knob::count); ++i)
    for (const std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 62}) {
      const auto move = moveKnob(s, {}, static_cast<Knob>(i), value);
      ASSERT_FALSE(move) << i << " " << value;
      EXPECT_EQ(move.error().rule, RuleId::R1) << i << " " << value;
    }
}

TEST(Locks, aBrokenScenarioCanBeMovedBackToALegalOne) {
  auto s = denseScenario();
  s.parallel.dp = 3;  // 96 ≠ 64
  EXPECT_THAT(edited(s, Knob::tp, 4), ElementsAre(to(Key::tp, 4), to(Key::dp, 4)));
  EXPECT_THAT(edited(s, Knob::tp, 8), ElementsAre(to(Key::dp, 2)));
  s = denseScenario();
  s.parallel.tp = 0;
  EXPECT_THAT(edited(s, Knob::tp, 8), ElementsAre(to(Key::tp, 8)));
}

TEST(Locks, twoKnobsMoveAsOne) {
  const auto s = denseScenario();                                  // TP 8 · PP 4 · DP 2
  const KnobSetting settings[] = {{Knob::pp, 16}, {Knob::tp, 2}};  // either alone first would pass through 128 GPUs
  const auto move = moveKnobs(s, {}, settings);
  ASSERT_TRUE(move);
  EXPECT_THAT(move->edit, ElementsAre(to(Key::tp, 2), to(Key::pp, 16)));
  EXPECT_THAT(move->adjusted, IsEmpty());
  EXPECT_FALSE(firstError(applied(s, move->edit)));
}

}  // namespace
}  // namespace shardscope
