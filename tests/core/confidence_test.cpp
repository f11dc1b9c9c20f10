// SPDX-License-Identifier: Apache-2.0
#include "core/cost/confidence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/cost/evaluate.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

using testing::HasSubstr;

RunSlice slice(Estimate quantity, double band) {
  RunSlice result;
  result.quantity = quantity;
  result.band = band;
  result.runs = 20;
  result.sources = 2;
  return result;
}

// dense on megatron H100 up to 64 GPUs .05, dense on megatron .10, dense on Hopper .12, dense .20; memory .03.
PublishedBands bands() {
  PublishedBands made;
  made.coverage = 0.9;
  made.largestGpus = 2000;
  auto exact = slice(Estimate::time, .05), stack = slice(Estimate::time, .10), hopper = slice(Estimate::time, .12),
       dense = slice(Estimate::time, .20), memory = slice(Estimate::memory, .03);
  exact.work = stack.work = hopper.work = dense.work = WorkKind::dense;
  exact.stack = stack.stack = Stack::megatron;
  exact.gpu = "h100-sxm-80gb";
  exact.scale = ScaleClass::upTo64;
  hopper.generation = Generation::hopper;
  memory.allocator = AllocatorClass::megatron;
  for (const auto& each : {exact, stack, hopper, dense, memory}) made.add(each);
  return made;
}

Scenario onH100(std::int64_t gpus = 64) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama2_7b(), gpus, 4096);
  s.workload.globalBatch = gpus;
  return s;
}

TEST(Confidence, TheMostSpecificSliceThatHoldsTheScenario) {
  auto told = confidenceOf(onH100(), bands());
  EXPECT_EQ(told.timeRel, .05);
  EXPECT_EQ(told.timeSlice, 0);
  EXPECT_EQ(told.memoryRel, .03);
  EXPECT_EQ(told.memorySlice, 4);
  EXPECT_FALSE(told.extrapolated());
  EXPECT_EQ(confidenceOf(onH100(128), bands()).timeRel, .10);
  auto s = onH100();
  s.stack = Stack::xla;
  EXPECT_EQ(confidenceOf(s, bands()).timeRel, .12);
  EXPECT_EQ(confidenceOf(s, bands()).memorySlice, -1);
}

TEST(Confidence, WhatNoPublishedRunHasIsExtrapolatedWithTwiceTheBandOfItsKind) {
  auto s = onH100();
  s.parallel.pp = 2;
  s.parallel.schedule = Schedule::gpipe;
  auto told = confidenceOf(s, bands());
  EXPECT_EQ(told.unseen, bit(Unseen::gpipe));
  EXPECT_DOUBLE_EQ(told.timeRel, .40);
  auto seen = bands();
  seen.features = bit(Unseen::gpipe);
  EXPECT_EQ(confidenceOf(s, seen).timeRel, .05);

  s = onH100();
  s.stack = Stack::fused;  // calibrated on Ampere only
  told = confidenceOf(s, bands());
  EXPECT_EQ(told.unseen, bit(Unseen::stackOnGeneration));
  EXPECT_DOUBLE_EQ(told.timeRel, .40);

  s = onH100();
  s.model.shape = test::mixtral_8x7b();
  told = confidenceOf(s, bands());
  EXPECT_EQ(told.unseen, bit(Unseen::workOnGeneration));
  EXPECT_EQ(told.timeSlice, -1);
}

TEST(Confidence, MoreGpusThanAnyRunIsSaidAndBeyond4096Widens) {
  EXPECT_EQ(confidenceOf(onH100(2000), bands()).unseen, 0U);
  auto told = confidenceOf(onH100(2001), bands());
  EXPECT_EQ(told.unseen, bit(Unseen::gpus));
  EXPECT_EQ(told.timeRel, .10);
  EXPECT_DOUBLE_EQ(confidenceOf(onH100(4097), bands()).timeRel, .18);
}

TEST(Confidence, FeaturesThatCountAndOnesThatDoNotApply) {
  auto s = onH100();
  s.parallel.schedule = Schedule::dualPipe;                                   // without a pipeline
  s.moe = {.capacityFactor = 1, .padToCapacity = true, .hotTokenShare = .5};  // without experts
  s.parallel.shardGroup = 8;                                                  // ZeRO-1
  EXPECT_EQ(featuresOf(s), 0U);
  s.parallel.zero = 3;
  EXPECT_EQ(featuresOf(s), bit(Unseen::shardGroupOfZero3));
  s.parallel.pp = 2;
  EXPECT_EQ(featuresOf(s), bit(Unseen::shardGroupOfZero3) | bit(Unseen::zero3WithPipeline) | bit(Unseen::dualPipe));
  s = onH100();
  s.model.shape = test::deepseekV3();
  s.moe.hotTokenShare = .5;
  s.workload.precision = Precision::fp8;
  s.parallel.cp = 2;
  EXPECT_EQ(featuresOf(s),
            bit(Unseen::latentAttention) | bit(Unseen::hotExperts) | bit(Unseen::fp8) | bit(Unseen::contextRing));
}

TEST(Confidence, WorksOfAScenario) {
  auto s = onH100();
  EXPECT_EQ(workKind(s), WorkKind::dense);
  s.model.shape = test::mixtral_8x7b();
  EXPECT_EQ(workKind(s), WorkKind::moe);
  s.workload.adapter = Adapter::lora;
  EXPECT_EQ(workKind(s), WorkKind::lora);
  EXPECT_EQ(scaleClass(8), ScaleClass::upTo8);
  EXPECT_EQ(scaleClass(9), ScaleClass::upTo64);
  EXPECT_EQ(scaleClass(512), ScaleClass::upTo512);
  EXPECT_EQ(scaleClass(513), ScaleClass::above512);
}

TEST(Confidence, ShippedBandsAreOrderedAndUsable) {
  const auto& shipped = publishedBands();
  EXPECT_EQ(shipped.coverage, 0.9);
  ASSERT_GT(shipped.slices().size(), 20U);
  for (const auto& each : shipped.slices()) {
    EXPECT_GT(each.band, 0);
    EXPECT_LT(each.band, 1);
    EXPECT_GE(each.runs, each.sources);
  }
  for (const auto stack : {Stack::megatron, Stack::eager})
    for (const auto& model : {test::llama2_7b(), test::mixtral_8x7b()}) {
      auto s = onH100();
      s.model.shape = model;
      s.stack = stack;
      const auto told = confidenceOf(s);
      EXPECT_GE(told.timeSlice, 0);
      EXPECT_GE(told.memorySlice, 0);
    }
}

TEST(Confidence, SaysItsBasisInBothLanguages) {
  auto s = onH100();
  s.parallel.pp = 2;
  s.parallel.schedule = Schedule::gpipe;
  const auto told = evaluate(s).confidence;
  EXPECT_THAT(basisText(told, Estimate::time, Language::en), HasSubstr("90 % of runs stay within"));
  EXPECT_THAT(basisText(told, Estimate::time, Language::en), HasSubstr("dense, megatron, h100-sxm-80gb, 9–64 GPUs"));
  EXPECT_THAT(basisText(told, Estimate::memory, Language::zhCn), HasSubstr("个来源"));
  EXPECT_THAT(unseenText(told, Language::en), HasSubstr("GPipe"));
  EXPECT_THAT(unseenText(told, Language::zhCn), HasSubstr("外推"));
  EXPECT_EQ(unseenText({}, Language::en), "");
  EXPECT_EQ(basisText({}, Estimate::time, Language::en), "");
  ConfidenceReport all;
  all.unseen = (1U << EnumWords<Unseen>::words.size()) - 1;
  for (const auto language : {Language::en, Language::zhCn})
    EXPECT_THAT(unseenText(all, language), testing::Not(HasSubstr("confidence-")));
  for (const auto& each : publishedBands().slices()) {
    ConfidenceReport one;
    one.timeSlice = static_cast<std::int16_t>(&each - publishedBands().slices().data());
    EXPECT_THAT(basisText(one, Estimate::time, Language::zhCn), testing::Not(HasSubstr("confidence-")));
  }
}

}  // namespace
}  // namespace shardscope
