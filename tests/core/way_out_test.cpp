// SPDX-License-Identifier: Apache-2.0
// The smallest change where nothing of a space runs.
#include "core/sweep/way_out.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/cost/evaluate.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

using namespace test;

ModelShape llama3_8b() { return llama(32, 4096, 32, 8, 14336, 128256); }

Scenario onGpus(const ModelShape& model, std::int64_t gpus, std::int64_t batch, std::int64_t length = 8192) {
  auto s = scenarioOf(model, gpus, length);
  s.workload.globalBatch = batch;
  return s;
}

bool isEmpty(const SweepResult& result) { return result.counts.fitted + result.counts.tight == 0; }

std::optional<WayOut> wayOutOf(const Scenario& now, const SweepSpace& space, const Locks& locks = {}) {
  const auto result = runSweep(space, {});
  EXPECT_TRUE(isEmpty(result)) << "something runs already";
  return wayOut(now, locks, space, {}, result);
}

void lock(Locks& locks, Knob knob) { locks.locked[static_cast<std::size_t>(knob)] = true; }

// What it leads to, evaluated and swept anew, is what it claims.
void expectTrue(const Scenario& now, const WayOut& way) {
  const auto after = applied(now, way.edit);
  EXPECT_FALSE(firstError(after));
  EXPECT_EQ(evaluate(after).verdict, way.verdict);
  SweepOptions all;
  all.keepInfeasible = true;
  const auto swept = runSweep(way.space, all);
  ASSERT_FALSE(swept.top.empty());
  EXPECT_EQ(swept.top.front(), way.best);
}

// 100,000 = 2^5 · 5^5 GPUs: tp takes powers of two (64 heads), cp too (S-4 of 8192), pp at most 80 layers, so 5^2:
// 125 divides dp, and the batch must be a multiple of 125.
TEST(WayOut, TheBatchItNamesRuns) {
  const auto s = onGpus(llama3_70b(), 100'000, 128);
  const auto way = wayOutOf(s, fullSpace(s));
  ASSERT_TRUE(way);
  EXPECT_EQ(way->verdict, Verdict::fits);
  EXPECT_EQ(way->axis, SweepAxis{Dim::globalBatch});
  EXPECT_EQ(applied(s, way->edit).workload.globalBatch, 125);
  expectTrue(s, *way);
}

TEST(WayOut, WhatDoesNotFitGetsMoreGpusOrShorterSequences) {
  const auto s = onGpus(llama3_405b(), 1, 1, 4096);
  const auto way = wayOutOf(s, fullSpace(s));
  ASSERT_TRUE(way);
  EXPECT_LE(way->verdict, Verdict::tight);
  expectTrue(s, *way);
}

// A prime number of GPUs is one replica each: the batch becomes a multiple of it before other GPUs are bought, and no
// nearer batch runs.
TEST(WayOut, APrimeTotalIsToldTheNearestBatchNotOtherGpus) {
  for (const std::int64_t gpus : {61, 97, 127, 251}) {
    const auto s = onGpus(llama3_8b(), gpus, 128);
    const auto way = wayOutOf(s, fullSpace(s));
    ASSERT_TRUE(way) << gpus;
    expectTrue(s, *way);
    const auto after = applied(s, way->edit);
    ASSERT_EQ(way->axis, SweepAxis{Dim::globalBatch}) << gpus;
    EXPECT_EQ(gpuCount(after.cluster), gpus);
    EXPECT_EQ(after.workload.globalBatch % gpus, 0);
    const auto size = [](std::int64_t batch) { return std::abs(std::log2(static_cast<double>(batch) / 128)); };
    for (std::int64_t batch = 65; batch < 256; ++batch) {
      if (size(batch) >= size(after.workload.globalBatch)) continue;
      auto nearer = s;
      nearer.workload.globalBatch = batch;
      EXPECT_TRUE(isEmpty(runSweep(fullSpace(nearer), {}))) << gpus << " GPUs, batch " << batch;
    }
  }
}

// 61 sequences a step instead of 1 would be another training: then one GPU or a few are left out.
TEST(WayOut, AFarBatchGivesWayToANearTotal) {
  const auto s = onGpus(llama3_8b(), 61, 1);
  const auto way = wayOutOf(s, fullSpace(s));
  ASSERT_TRUE(way);
  expectTrue(s, *way);
  EXPECT_EQ(way->axis, SweepAxis{Dim::gpus});
  EXPECT_EQ(applied(s, way->edit).workload.globalBatch, 1);
  EXPECT_NEAR(static_cast<double>(gpuCount(applied(s, way->edit).cluster)), 61, 5);
}

// TP and PP held at 8 and 4 leave two replicas; a batch of 1 for one of them, or 8 stages.
TEST(WayOut, BoundsGiveWayBeforeTheBatch) {
  auto s = onGpus(llama3_70b(), 64, 1);
  s.parallel.tp = 8;
  s.parallel.pp = 4;
  auto space = fixedSpace(s);
  freeDim(space, Dim::zero);
  const auto way = wayOutOf(s, space);
  ASSERT_TRUE(way);
  expectTrue(s, *way);
  ASSERT_TRUE(way->axis);
  EXPECT_GE(way->axis->dim, Dim::tp);
  EXPECT_EQ(applied(s, way->edit).workload.globalBatch, 1);
  EXPECT_EQ(gpuCount(applied(s, way->edit).cluster), 64);
}

// TP 8 is nothing for 61 GPUs, and no batch alone helps.
TEST(WayOut, WhereNoSettingAloneHelpsTheLayoutIsFreedWithOne) {
  auto s = onGpus(llama3_8b(), 61, 128);
  s.parallel.tp = 8;
  auto space = fixedSpace(s);
  space.of(Dim::sequenceLength) = {8191};
  const auto way = wayOutOf(s, fixedSpace(s));
  ASSERT_TRUE(way);
  expectTrue(s, *way);
  EXPECT_LE(way->verdict, Verdict::tight);
}

TEST(WayOut, WhatTheBoundsLeaveOutCostsNothing) {
  auto s = onGpus(llama3_70b(), 64, 128);
  s.parallel.tp = 8;
  s.parallel.pp = 4;
  auto space = fixedSpace(s);
  space.of(Dim::tp) = {3};
  const auto way = wayOutOf(s, space);
  ASSERT_TRUE(way);
  EXPECT_EQ(way->axis, SweepAxis{Dim::tp});
  EXPECT_TRUE(way->edit.empty());
}

// A value that stands alone because there is no other is free all the same, and one that was given is not.
TEST(WayOut, WithOtherGpusTheFreeFollowsAndTheFixedStays) {
  const auto s = onGpus(llama3_405b(), 1, 1, 4096);
  const auto free = wayOutOf(s, fullSpace(s));
  ASSERT_TRUE(free);
  EXPECT_EQ(free->axis, SweepAxis{Dim::gpus});
  EXPECT_TRUE(free->space.varies(Dim::tp));
  auto space = fullSpace(s);
  setValues(space, Dim::tp, {1});
  const auto fixed = wayOutOf(s, space);
  ASSERT_TRUE(fixed);
  if (fixed->axis == SweepAxis{Dim::gpus}) {
    EXPECT_EQ(valueOf(fixed->space, fixed->best, Dim::tp), 1);
  }
}

TEST(WayOut, PinnedKnobsStayWhereAnythingElseHelps) {
  const auto s = onGpus(llama3_8b(), 61, 128);
  Locks locks;
  lock(locks, Knob::globalBatch);
  const auto gpus = wayOutOf(s, fullSpace(s), locks);
  ASSERT_TRUE(gpus);
  expectTrue(s, *gpus);
  EXPECT_EQ(gpus->axis, SweepAxis{Dim::gpus});
  EXPECT_TRUE(pinsLeft(locks, s, applied(s, gpus->edit)).empty());
  lock(locks, Knob::gpus);
  const auto unlocked = wayOutOf(s, fullSpace(s), locks);
  ASSERT_TRUE(unlocked) << "then the user is asked";
  expectTrue(s, *unlocked);
  EXPECT_FALSE(pinsLeft(locks, s, applied(s, unlocked->edit)).empty());
}

// An axis shows what lies off a lock; what is proposed does not leave it.
TEST(WayOut, APinnedAxisKeepsItsValue) {
  auto s = onGpus(llama3_70b(), 128, 3);  // TP up to 64 leaves two replicas at least
  s.parallel.tp = 2;
  Locks locks;
  lock(locks, Knob::tp);
  auto space = fixedSpace(s);
  freeDim(space, Dim::tp);
  const auto way = wayOutOf(s, space, locks);
  ASSERT_TRUE(way);
  expectTrue(s, *way);
  EXPECT_EQ(applied(s, way->edit).parallel.tp, 2);
}

// Whatever empties a space, what is offered is legal and as good as it says; few changes are needed to say so.
TEST(WayOut, EveryEmptySpaceGetsATrueAnswer) {
  int empty = 0;
  for (const auto& model : {llama3_8b(), llama3_70b()})
    for (const std::int64_t gpus : {1, 7, 61, 64, 127, 1000, 100'000})
      for (const std::int64_t batch : {1, 7, 128})
        for (const bool isFull : {true, false}) {
          const auto s = onGpus(model, gpus, batch, 4096);
          auto space = isFull ? fullSpace(s) : fixedSpace(s);
          if (!isFull) freeDim(space, Dim::zero);
          const auto result = runSweep(space, {});
          if (!isEmpty(result)) continue;
          ++empty;
          const auto way = wayOut(s, {}, space, {}, result);
          ASSERT_TRUE(way) << gpus << " GPUs, batch " << batch;
          EXPECT_LE(way->verdict, Verdict::tight) << gpus << " GPUs, batch " << batch;
          expectTrue(s, *way);
        }
  EXPECT_GT(empty, 30);
}

TEST(WayOut, AStopEndsTheSearchWithoutAnAnswer) {
  const auto s = onGpus(llama3_8b(), 61, 128);
  const auto space = fullSpace(s);
  const auto result = runSweep(space, {});
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(wayOut(s, {}, space, {}, result, source.get_token()));
}

TEST(Pins, NameWhatLeavesThem) {
  const auto now = onGpus(llama3_70b(), 64, 128);
  auto after = now;
  after.parallel.tp = 8;
  after.parallel.pp = 2;
  Locks locks;
  EXPECT_TRUE(pinsLeft(locks, now, after).empty());
  lock(locks, Knob::tp);
  lock(locks, Knob::cp);
  EXPECT_EQ(pinsLeft(locks, now, after), std::vector<Knob>{Knob::tp});
  lock(locks, Knob::dp);
  EXPECT_EQ(pinsLeft(locks, now, after), (std::vector<Knob>{Knob::tp, Knob::dp})) << "followers too";
}

}  // namespace
}  // namespace shardscope
