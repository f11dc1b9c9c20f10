// SPDX-License-Identifier: Apache-2.0
#include "core/validate/calibration.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/cost/evaluate.hpp"
#include "core/validate/bands.hpp"
#include "tests/support/core_run_table.hpp"

namespace shardscope {
namespace {

// Published runs of a family on one GPU, as many as asked for.
RunTable runsOf(std::string_view family, std::string_view gpu, std::size_t atMost = 1000) {
  RunTable table;
  for (const auto& run : test::shippedRunTable().runs)
    if (run.family == family && run.gpu == gpu && table.runs.size() < atMost) table.runs.push_back(run);
  return table;
}

// The same runs, "measured" on a device with these efficiencies.
void measureWith(RunTable& table, void (*change)(DeviceEfficiency&)) {
  for (auto& run : table.runs) {
    auto scenario = run.scenario;
    change(scenario.cluster.device.efficiency);
    Report report;
    fillFigures(scenario, report);
    run.stepS = report.time.step.count();
    run.peakMemoryBytes.reset();
  }
}

double meanError(const std::vector<Vote>& votes) {
  double sum = 0;
  for (const auto& vote : votes) sum += std::fabs(vote.time->error()) / static_cast<double>(votes.size());
  return sum;
}

TEST(Calibration, FindsTheEfficienciesOfASite) {
  auto table = runsOf("dgxc", "h100-sxm-80gb");
  measureWith(table, [](DeviceEfficiency& e) { e.gemm *= 0.85, e.fp8 *= 0.90, e.nic *= 0.70; });
  const auto votes = votesOf(table);
  const auto profile = calibrated(votes);
  ASSERT_EQ(profile.devices.size(), 1U);
  const auto& fitted = profile.devices[0];
  EXPECT_EQ(profile.modelVersion, kModelVersion);
  EXPECT_EQ(fitted.gpu, "h100-sxm-80gb");
  EXPECT_EQ(fitted.runs, static_cast<std::int64_t>(votes.size()));
  EXPECT_NEAR(fitted.efficiency.gemm.value(), 0.69 * 0.85, 0.01);
  EXPECT_NEAR(fitted.efficiency.fp8.value(), 0.57 * 0.90, 0.01);
  EXPECT_LT(fitted.efficiency.nic.value(), 0.85 * 0.85);
  EXPECT_NEAR(fitted.mapeBefore, meanError(votes), 1e-12);
  EXPECT_GT(fitted.mapeBefore, 0.08);
  EXPECT_LT(fitted.biasBefore, -0.08);
  EXPECT_LT(fitted.mapeAfter, 0.01);
  EXPECT_LT(fitted.mapeLeftOut, 0.01);
}

TEST(Calibration, WhatTheRunsSayNothingAboutStays) {
  auto table = runsOf("dgxc", "h100-sxm-80gb");
  std::erase_if(table.runs, [](const MeasuredRun& r) { return r.scenario.workload.precision != Precision::bf16; });
  measureWith(table, [](DeviceEfficiency& e) { e.gemm *= 0.85; });
  const auto profile = calibrated(votesOf(table));
  ASSERT_EQ(profile.devices.size(), 1U);
  EXPECT_TRUE(profile.devices[0].efficiency.gemm);
  EXPECT_FALSE(profile.devices[0].efficiency.fp8);
  EXPECT_FALSE(profile.devices[0].efficiency.fp4);
}

TEST(Calibration, KeepsTheCatalogueWhereItDoesNotHelp) {
  auto table = runsOf("dgxc", "h100-sxm-80gb", 20);
  measureWith(table, [](DeviceEfficiency&) {});
  const auto profile = calibrated(votesOf(table));
  ASSERT_EQ(profile.devices.size(), 1U);
  EXPECT_EQ(profile.devices[0].efficiency, EfficiencyEdit{});
  EXPECT_EQ(profile.devices[0].mapeAfter, profile.devices[0].mapeBefore);
}

TEST(Calibration, OneOddRunDoesNotDecide) {
  auto table = runsOf("dgxc", "h100-sxm-80gb", 40);
  measureWith(table, [](DeviceEfficiency& e) { e.gemm *= 0.85; });
  *table.runs[5].stepS *= 3;
  const auto profile = calibrated(votesOf(table));
  ASSERT_TRUE(profile.devices.at(0).efficiency.gemm);
  EXPECT_NEAR(*profile.devices[0].efficiency.gemm, 0.69 * 0.85, 0.02);
}

TEST(Calibration, TooFewConfigurationsOfADeviceAreNotFitted) {
  EXPECT_TRUE(calibrated(votesOf(runsOf("dgxc", "h100-sxm-80gb", kFewestVotes - 1))).devices.empty());
  EXPECT_TRUE(calibrated({}).devices.empty());
  auto memoryOnly = runsOf("simumax", "b200-sxm-180gb");
  for (auto& run : memoryOnly.runs) run.stepS.reset();
  EXPECT_TRUE(calibrated(votesOf(memoryOnly)).devices.empty());
}

// The error that is said to be left out against fits that have really not seen the run.
TEST(Calibration, LeftOutIsWhatAFitToTheOthersPredicts) {
  for (const auto& [family, gpu] : {std::pair{"nemo", "h100-sxm-80gb"}, std::pair{"mlm21", "a100-sxm-80gb"}}) {
    SCOPED_TRACE(family);
    const auto table = runsOf(family, gpu);
    const auto votes = votesOf(table);
    const auto whole = calibrated(votes).devices.at(0);
    double sum = 0;
    for (std::size_t i = 0; i < votes.size(); ++i) {
      auto others = votes;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      auto run = votes[i].run();
      applyProfile(calibrated(others), run.scenario);
      sum += std::fabs(predicted(run).stepS / votes[i].time->measured - 1) / static_cast<double>(votes.size());
    }
    EXPECT_LT(whole.mapeLeftOut, whole.mapeBefore);
    EXPECT_NEAR(whole.mapeLeftOut, sum, 0.15 * sum);
  }
}

// On the published families, which the catalogue was calibrated on as a whole: 5.2 % before, below 4.9 % left out.
TEST(Calibration, HelpsToPredictUnseenRunsOfASite) {
  double before = 0, leftOut = 0, runs = 0;
  for (const auto* family : {"dgxc", "mpt", "mb", "intern", "zb", "dlperf", "tt", "nemo", "mlm20", "mlm21", "mcore"}) {
    RunTable table;
    for (const auto& run : test::shippedRunTable().runs)
      if (run.family == family) table.runs.push_back(run);
    for (const auto& device : calibrated(votesOf(table)).devices) {
      const auto n = static_cast<double>(device.runs);
      runs += n;
      before += n * device.mapeBefore;
      leftOut += n * std::min(device.mapeLeftOut, device.mapeBefore);
    }
  }
  EXPECT_GT(runs, 500);
  EXPECT_LT(leftOut, 0.93 * before);
}

}  // namespace
}  // namespace shardscope
