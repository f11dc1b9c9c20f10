// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/nearest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/scenario/derived.hpp"
#include "core/scenario/stops.hpp"
#include "tests/property/rules_generators.hpp"

namespace shardscope {
namespace {

using namespace test;

RC_GTEST_PROP(NearestProperty, everyChoiceIsLegalDifferentAndKeepsModelAndTotal, ()) {
  const auto s = anyScenario();
  const auto choices = nearestLegal(s, Locks{}, 3);
  if (!firstError(s)) {
    RC_ASSERT(choices.empty());
    return;
  }
  RC_ASSERT(choices.size() <= 3U);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto now = applied(s, choices[i]);
    RC_ASSERT(!firstError(now));
    RC_ASSERT(now.model == s.model);
    RC_ASSERT(gpuCount(now.cluster) == gpuCount(s.cluster));
    for (std::size_t j = 0; j < i; ++j) RC_ASSERT(choices[i] != choices[j]);
  }
}

// Where moving one slider is enough, there is a way out.
RC_GTEST_PROP(NearestProperty, findsAWayOutWhereOneSliderIsEnough, ()) {
  const auto s = anyScenario();
  RC_PRE(firstError(s).has_value());
  for (const auto knob : {Knob::tp, Knob::pp, Knob::cp, Knob::microBatch, Knob::globalBatch})
    for (const auto value : stopValues(s, Locks{}, knob))
      if (moveKnob(s, Locks{}, knob, value)) {
        RC_ASSERT(!nearestLegal(s, Locks{}, 1).empty());
        return;
      }
}

RC_GTEST_PROP(NearestProperty, aPinnedKnobStays, ()) {
  const auto s = anyScenario();
  Locks locks;
  const auto knob = *rc::gen::element(Knob::tp, Knob::pp, Knob::cp, Knob::microBatch, Knob::globalBatch);
  locks.locked[static_cast<std::size_t>(knob)] = true;
  for (const auto& edit : nearestLegal(s, locks, 2)) RC_ASSERT(knobValue(applied(s, edit), knob) == knobValue(s, knob));
}

Scenario design() {
  auto s = scenarioOf(llama3_70b(), 64, 8192);
  s.workload.globalBatch = 128;
  s.parallel.tp = 8;
  s.parallel.pp = 4;
  return s;
}

TEST(Nearest, aWrongDpIsPutRightFirst) {
  auto s = design();
  s.parallel.dp = 3;
  const auto choices = nearestLegal(s, Locks{}, 2);
  ASSERT_EQ(choices.size(), 2U);
  EXPECT_EQ(dataParallel(applied(s, choices[0])), 2);
  EXPECT_EQ(choices[0].size(), 1U);
}

// 61 GPUs: no tp, pp or cp but 1 divides them, and no power of two is a multiple of 61.
TEST(Nearest, aPrimeGpuCountTakesTheBatchAlong) {
  auto s = design();
  s.cluster.gpus = 61;
  s.cluster.nodes.reset();
  const auto choices = nearestLegal(s, Locks{}, 2);
  ASSERT_EQ(choices.size(), 2U);
  std::vector<std::int64_t> batches;
  for (const auto& edit : choices) {
    const auto now = applied(s, edit);
    EXPECT_EQ(dataParallel(now) * now.parallel.pp * now.parallel.tp, 61);
    batches.push_back(now.workload.globalBatch);
  }
  EXPECT_THAT(batches, testing::Contains(122));
}

TEST(Nearest, aModelThatContradictsItselfHasNoWayOut) {
  auto s = design();
  s.model.shape.headDim = 0;
  s.model.shape.hidden = 8191;
  EXPECT_TRUE(firstError(s));
  EXPECT_TRUE(nearestLegal(s, Locks{}, 2).empty());
}

}  // namespace
}  // namespace shardscope
