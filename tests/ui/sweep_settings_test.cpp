// SPDX-License-Identifier: Apache-2.0
#include "ui/store/sweep_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QSettings>
#include <QTemporaryDir>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/store/sweep_preferences.hpp"

namespace shardscope::ui {
namespace {

using testing::ElementsAre;

TEST(SweepSettings, TheUsualSpaceIsFreeInTheLayoutAndFixedInTheWork) {
  const auto scenario = uitest::designScenario();
  const auto space = spaceAround(scenario, {}, usualSweep());
  for (const auto dim : {Dim::tp, Dim::pp, Dim::vpp, Dim::cp, Dim::microBatch, Dim::zero, Dim::recompute})
    EXPECT_TRUE(space.varies(dim)) << word(dim);
  for (const auto dim : {Dim::gpus, Dim::globalBatch, Dim::sequenceLength, Dim::cpKind, Dim::shardGroup})
    EXPECT_FALSE(space.varies(dim)) << word(dim);
  EXPECT_FALSE(space.dp) << "DP follows from the GPU total";
  EXPECT_FALSE(space.varies(Dim::ep)) << "a dense model";
}

TEST(SweepSettings, TheChaptersSweepTriesFourTimesFourLayouts) {
  const auto space = spaceAround(uitest::designScenario(), {}, chapterSweep());
  EXPECT_THAT(space.of(Dim::tp), ElementsAre(1, 2, 4, 8));
  EXPECT_THAT(space.of(Dim::pp), ElementsAre(1, 2, 4, 8));
  EXPECT_FALSE(space.dp);
  EXPECT_EQ(candidateCount(space), 16u);
}

TEST(SweepSettings, ScenariosThatDifferOnlyInWhatIsEnumeratedShareASpace) {
  const auto here = uitest::designScenario();
  auto there = here;
  there.name = "elsewhere";
  there.parallel.tp = 4;
  there.parallel.pp = 2;
  there.parallel.dp = 8;
  there.parallel.zero = 3;
  there.workload.microBatch = 2;
  there.workload.recompute = Recompute::full;
  EXPECT_EQ(spaceAround(here, {}, usualSweep()), spaceAround(there, {}, usualSweep()));
  there.workload.sequenceLength *= 2;
  EXPECT_FALSE(spaceAround(here, {}, usualSweep()) == spaceAround(there, {}, usualSweep()));
}

TEST(SweepSettings, SwitchedOffOrPinnedDimensionsKeepTheCurrentValue) {
  auto scenario = uitest::designScenario();
  scenario.parallel.zero = 3;
  auto settings = usualSweep();
  settings.setFree({Dim::zero}, false);
  settings.setFree({}, false);
  Locks locks;
  locks.locked[static_cast<std::size_t>(Knob::cp)] = true;
  locks.locked[static_cast<std::size_t>(Knob::tp)] = true;
  const auto space = spaceAround(scenario, locks, settings);
  EXPECT_THAT(space.of(Dim::zero), ElementsAre(3));
  EXPECT_EQ(space.dp, 2);
  EXPECT_THAT(space.of(Dim::cp), ElementsAre(1)) << "pinned in the configuration";
  EXPECT_TRUE(space.varies(Dim::tp)) << "an axis is asked for by name";
}

TEST(SweepSettings, EveryAxisIsVaried) {
  auto scenario = uitest::designScenario();
  for (const auto axis : axisChoices()) {
    auto settings = chapterSweep();
    setAxis(settings, true, axis);
    const auto space = spaceAround(scenario, {}, settings);
    if (axis.isDp())
      EXPECT_FALSE(space.dp);
    else if (axis.dim != Dim::ep) {
      EXPECT_TRUE(space.varies(axis.dim)) << word(axis.dim);
    }
    EXPECT_TRUE(settings.steps.empty() || axis == SweepAxis{Dim::pp} || axis == SweepAxis{Dim::tp});
  }
}

TEST(SweepSettings, AnAxisTakenTwiceSwapsThem) {
  auto settings = chapterSweep();
  setAxis(settings, true, {Dim::tp});
  EXPECT_EQ(settings.x, SweepAxis{Dim::tp});
  EXPECT_EQ(settings.y, SweepAxis{Dim::pp});
  EXPECT_FALSE(settings.steps.empty()) << "still the chapter's layouts";
  setAxis(settings, false, {Dim::cp});
  EXPECT_TRUE(settings.steps.empty());
}

TEST(SweepSettings, ARowAppliedChangesWhatTheSpaceVariesAndNothingElse) {
  auto scenario = uitest::designScenario();
  const auto space = spaceAround(scenario, {}, usualSweep());
  SweepOptions options;
  const auto result = runSweep(space, options);
  ASSERT_FALSE(result.top.empty());
  scenario.name = "mine";
  scenario.workload.trainTokens = 1e12;  // changed since the sweep
  const auto moved = scenarioAt(scenario, space, result.top.front());
  EXPECT_EQ(moved.name, "mine");
  EXPECT_EQ(moved.workload.trainTokens, 1e12);
  EXPECT_EQ(moved.cluster, scenario.cluster);
  const auto report = evaluate(moved);
  EXPECT_EQ(report.verdict, result.top.front().verdict);
  EXPECT_EQ(report.memory.peak.count(), result.top.front().peak);
  EXPECT_EQ(report.time.step.count(), result.top.front().step);
}

TEST(SweepSettings, OnlyNumbersOutOfRangePreventASweep) {
  auto scenario = uitest::designScenario();
  scenario.parallel.dp = 3;
  EXPECT_TRUE(canSweep(evaluate(scenario))) << "another layout mends it";
  scenario = uitest::designScenario();
  scenario.workload.globalBatch = 0;
  EXPECT_FALSE(canSweep(evaluate(scenario)));
}

TEST(SweepSettings, PreferencesComeBackAndNonsenseIsIgnored) {
  const QTemporaryDir folder;
  QSettings kept(folder.filePath(QStringLiteral("a.ini")), QSettings::IniFormat);
  EXPECT_EQ(restoredSweepSettings(kept), usualSweep()) << "nothing kept yet";
  auto settings = usualSweep();
  setAxis(settings, true, {Dim::recompute});
  setAxis(settings, false, {});
  settings.metric = Metric::gpuHours;
  settings.setFree({Dim::schedule}, true);
  settings.setFree({Dim::cp}, false);
  saveSweepSettings(settings, kept);
  EXPECT_EQ(restoredSweepSettings(kept), settings);
  saveSweepSettings(chapterSweep(), kept);
  EXPECT_EQ(restoredSweepSettings(kept), chapterSweep());
  kept.setValue(QStringLiteral("sweep/x"), QStringLiteral("tp"));  // the same as y
  kept.setValue(QStringLiteral("sweep/metric"), QStringLiteral("beauty"));
  kept.setValue(QStringLiteral("sweep/bestOver"), QStringList{QStringLiteral("cp"), QStringLiteral("moon")});
  const auto mended = restoredSweepSettings(kept);
  EXPECT_FALSE(mended.x == mended.y);
  EXPECT_EQ(mended.metric, Metric::mfu);
  EXPECT_TRUE(mended.isFree({Dim::cp}));
}

}  // namespace
}  // namespace shardscope::ui
