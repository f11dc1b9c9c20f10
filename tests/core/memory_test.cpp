// SPDX-License-Identifier: Apache-2.0
#include "core/cost/memory.hpp"

#include <gtest/gtest.h>

#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

MemoryReport memoryOf(const Scenario& s) {
  MemoryReport memory;
  fillMemory(s, memory);
  return memory;
}

// Llama-3-70B, 512 H100, TP8 PP8 DP8 + SP, s = 8192, b = 1, B = 1024 (cost-model §7.5).
Scenario llama512() {
  auto s = test::scenarioOf(test::llama3_70b(), 512, 8192);
  s.parallel.tp = s.parallel.pp = 8;
  s.workload.globalBatch = 1024;
  return s;
}

TEST(Memory, WorkedExampleByHand) {
  const auto memory = memoryOf(llama512());
  ASSERT_EQ(memory.stages.size(), 8U);
  EXPECT_NEAR(static_cast<double>(memory.stages[0].total.count()) / kGb, 33.8, 0.05);
  EXPECT_NEAR(static_cast<double>(memory.stages[7].total.count()) / kGb, 15.2, 0.05);

  const auto& first = memory.stages[0];
  EXPECT_EQ(first.layers, 10);
  EXPECT_EQ(first.parameterCount, 1'201'831'936);
  EXPECT_EQ(first.parameters.count(), 2 * 1'201'831'936LL);
  EXPECT_EQ(first.gradients.count(), 4 * 1'201'831'936LL);
  EXPECT_EQ(first.optimizer.count(), 12 * 1'201'831'936LL / 8);
  EXPECT_EQ(first.inFlight, 8);
  // Per layer, n = 8192: (8h + 2·(8192 + 2·1024) + 2·8192 + 4·64 + 6·28672)·n/8.
  constexpr std::int64_t layer = (8 * 8192 + 2 * 10240 + 2 * 8192 + 4 * 64 + 6 * 28672) * 8192LL / 8;
  EXPECT_EQ(first.activations.count(), 8 * 10 * layer);
  EXPECT_EQ(first.logits.count(), 0);
  // 2n(h + 2f/t), and a bf16 dummy of the layer's split matrices.
  EXPECT_EQ(first.transient.count(), 2 * 8192LL * (8192 + 2 * 3584) + 2 * 855'638'016LL / 8);
  EXPECT_EQ(first.buffers.count(), 4 * 2 * 8192LL * 8192 / 8 + 2 * 8192LL * 8192);
  EXPECT_EQ(first.overhead.count(), 3LL << 29);

  const auto& last = memory.stages[7];
  EXPECT_EQ(last.inFlight, 1);
  // Final norm in and out, 6 bytes per logit of 129024/8 columns, the head's dummy gradient.
  EXPECT_EQ(last.logits.count(), 4 * 8192LL * 8192 / 8 + 6 * 8192LL * 16128 + 2 * 16128LL * 8192);
}

TEST(Memory, TheLogitsOfLlama3AreItsLargestTensor) {
  auto s = test::scenarioOf(test::llama(32, 4096, 32, 8, 14336, 128256), 8, 8192);
  s.workload.weightGradientCache = false;
  const auto plain = memoryOf(s).stages[0].logits.count();
  EXPECT_EQ(plain, 6 * 8192LL * 128256 + 4 * 8192LL * 4096);  // 6.3 GB
  s.workload.crossEntropyChunks = 8;
  EXPECT_EQ(memoryOf(s).stages[0].logits.count(), 6 * 1024LL * 128256 + 4 * 8192LL * 4096);
  const std::array<std::int64_t, 4> live = {6, 2, 10, 16};
  s.workload.crossEntropyChunks = 1;
  for (const auto kind : {CrossEntropy::unfused, CrossEntropy::fused, CrossEntropy::compiled, CrossEntropy::eager}) {
    s.workload.crossEntropy = kind;
    EXPECT_EQ(memoryOf(s).stages[0].logits.count(),
              live.at(static_cast<std::size_t>(kind)) * 8192LL * 128256 + 4 * 8192LL * 4096);
  }
}

TEST(Memory, FsdpGathersTwoLayersAndOneGradient) {
  auto s = test::scenarioOf(test::llama2_7b(), 8, 4096);
  s.workload.weightGradientCache = false;
  s.parallel.zero = 2;
  const auto before = memoryOf(s).stages[0];
  s.parallel.zero = 3;
  const auto after = memoryOf(s).stages[0];
  const auto layer = denseLayerParameters(test::llama2_7b()).total();
  EXPECT_EQ((after.transient - before.transient).count(), (2 * 2 + 4) * layer);
  EXPECT_EQ(after.parameters.count(), 2 * 6'738'415'616LL / 8);
  EXPECT_EQ(before.parameters.count(), 2 * 6'738'415'616LL);
}

TEST(Memory, ZeroTwoUnderAPipelineIsZeroOne) {
  auto s = llama512();
  const auto one = memoryOf(s);
  s.parallel.zero = 2;
  EXPECT_EQ(memoryOf(s), one);
}

TEST(Memory, AdaptersKeepTheFrozenWeightsOnly) {
  auto s = test::scenarioOf(test::llama2_7b(), 8, 4096);
  s.workload.adapter = Adapter::lora;
  const auto stage = memoryOf(s).stages[0];
  EXPECT_EQ(stage.parameters.count(), 2 * 6'738'415'616LL);
  EXPECT_EQ(stage.gradients.count(), 0);
  EXPECT_EQ(stage.optimizer.count(), 0);
}

TEST(Memory, FullRecomputeKeepsOneInputPerSegmentAndRepeatsOneSegment) {
  auto s = llama512();
  s.workload.flashAttention = true;
  const auto none = memoryOf(s).stages[0];
  s.workload.recompute = Recompute::full;
  s.workload.recomputeLayers = 5;
  const auto full = memoryOf(s).stages[0];
  const auto layer = none.activations.count() / 80;                      // 8 in flight × 10 layers
  EXPECT_EQ(full.activations.count(), 8 * 2 * (2 * 8192LL * 8192 / 8));  // two segments
  EXPECT_EQ((full.transient - none.transient).count(), 5 * layer);
  // A segment ends with the stage: 64 layers per segment are the ten that there are.
  s.workload.recomputeLayers = 64;
  const auto longer = memoryOf(s).stages[0];
  EXPECT_EQ(longer.activations.count(), 8 * (2 * 8192LL * 8192 / 8));
  EXPECT_EQ((longer.transient - none.transient).count(), 10 * layer);
}

TEST(Memory, SelectiveRecomputeBringsBackOneCore) {
  auto s = test::scenarioOf(test::gpt175b(), 64, 2048);
  s.workload.flashAttention = false;
  s.parallel.tp = s.parallel.pp = 8;
  const auto none = memoryOf(s).stages[3];
  s.workload.recompute = Recompute::selective;
  const auto selective = memoryOf(s).stages[3];
  constexpr std::int64_t core = 5LL * 2048 * 2048 * 96 / 8;
  EXPECT_EQ((none.activations - selective.activations).count(), 5 * 12 * core);  // 5 in flight, 12 layers
  EXPECT_EQ((selective.transient - none.transient).count(), core);
}

TEST(Memory, DropoutMaskOfTheEmbeddingCountsPerInFlightMicroBatch) {
  auto s = test::scenarioOf(test::gpt175b(), 64, 2048);
  s.parallel.tp = s.parallel.pp = 8;
  const auto memory = memoryOf(s);
  const auto perLayer = memory.stages[1].activations.count() / (7 * 12);
  EXPECT_EQ(memory.stages[0].activations.count() - 8 * 12 * perLayer, 8 * 2048LL * 12288 / 8);
}

TEST(Memory, ATiedHeadIsHeldTwiceOnlyAcrossStages) {
  auto s = test::scenarioOf(test::gpt22b(), 8, 2048);
  const auto single = memoryOf(s);
  EXPECT_EQ(single.stages[0].parameterCount, totalParameters(test::gpt22b()));
  s.parallel.pp = 4;
  s.workload.globalBatch = 64;
  const auto piped = memoryOf(s);
  std::int64_t held = 0;
  for (const auto& stage : piped.stages) held += stage.parameterCount;
  EXPECT_EQ(held, totalParameters(test::gpt22b()) + 51200LL * 6144);
}

TEST(Memory, DualPipeHoldsTwoStages) {
  auto s = llama512();
  const auto single = memoryOf(s);
  s.parallel.schedule = Schedule::dualPipe;
  const auto doubled = memoryOf(s);
  EXPECT_EQ(doubled.stages[3].parameterCount, 2 * single.stages[3].parameterCount);
  EXPECT_EQ(doubled.stages[3].optimizer.count(), 2 * single.stages[3].optimizer.count());
  EXPECT_EQ(doubled.stages[3].inFlight, 9);
}

TEST(Memory, ExpertsDivideByEpAndShardOverTheirOwnGroup) {
  auto s = test::scenarioOf(test::mixtral_8x7b(), 64, 4096);
  s.parallel.ep = 8;
  s.workload.globalBatch = 64;
  const auto stage = memoryOf(s).stages[0];
  const auto layer = moeLayerParameters(test::mixtral_8x7b());
  const std::int64_t experts = 32 * layer.experts / 8;
  const std::int64_t dense = 32 * (layer.sharded + layer.replicated) + 2 * 32000LL * 4096 + 4096;
  EXPECT_EQ(stage.parameterCount, dense + experts);
  EXPECT_EQ(stage.optimizer.count(), 12 * dense / 64 + 12 * experts / 8);
  EXPECT_EQ(stage.moeLayers, 32);
}

TEST(Memory, StorageIsReused) {
  MemoryReport memory;
  fillMemory(llama512(), memory);
  const auto* storage = memory.stages.data();
  auto smaller = llama512();
  smaller.parallel.pp = 4;
  fillMemory(smaller, memory);
  fillMemory(llama512(), memory);
  EXPECT_EQ(memory.stages.data(), storage);
  EXPECT_EQ(memory, memoryOf(llama512()));
}

PeakReason reasonOf(const Scenario& s) { return memoryOf(s).peakReason; }

TEST(PeakReason, EarlyStagesOf1F1BKeepMoreMicroBatches) {
  EXPECT_EQ(memoryOf(llama512()).peakStage, 0);
  EXPECT_EQ(reasonOf(llama512()), PeakReason::inFlight);
}

TEST(PeakReason, AShallowPipelineIsFullestAtTheHead) {
  auto s = test::scenarioOf(test::llama(16, 2048, 32, 8, 8192, 128256), 2, 8192);
  s.parallel.pp = 2;
  s.workload.recompute = Recompute::full;
  EXPECT_EQ(memoryOf(s).peakStage, 1);
  EXPECT_EQ(reasonOf(s), PeakReason::head);
}

TEST(PeakReason, EmbeddingWhenTheStagesAreOtherwiseAlike) {
  auto s = test::scenarioOf(test::llama(16, 4096, 32, 8, 8192, 256000), 4, 512);
  s.parallel.pp = 4;
  s.parallel.schedule = Schedule::zbV;
  s.workload.crossEntropy = CrossEntropy::fused;
  s.workload.weightGradientCache = false;
  s.model.shape.learnedPositions = 100'000;
  EXPECT_EQ(memoryOf(s).peakStage, 0);
  EXPECT_EQ(reasonOf(s), PeakReason::embedding);
}

TEST(PeakReason, AnExtraLayer) {
  auto s = test::scenarioOf(test::llama(17, 8192, 64, 8, 28672, 8192), 8, 512);
  s.parallel.pp = 4;
  s.parallel.schedule = Schedule::zbV;
  EXPECT_EQ(memoryOf(s).peakStage, 1);
  EXPECT_EQ(reasonOf(s), PeakReason::extraLayer);
}

TEST(PeakReason, ExpertsInPlaceOfDenseLayers) {
  auto model = test::deepseekV3();
  model.layers = 24;
  auto s = test::scenarioOf(model, 64, 4096);
  s.parallel.pp = 4;
  s.parallel.schedule = Schedule::zbV;
  s.parallel.ep = 16;
  s.parallel.zero = 1;
  s.workload.globalBatch = 256;
  s.workload.crossEntropy = CrossEntropy::fused;
  EXPECT_EQ(memoryOf(s).peakStage, 3);  // six layers with experts and the head; stage 0 has three of them dense
  EXPECT_EQ(reasonOf(s), PeakReason::expertShard);
}

TEST(PeakReason, WithoutAPipelineTheLargestPart) {
  auto s = test::scenarioOf(test::llama2_7b(), 8, 512);
  EXPECT_EQ(reasonOf(s), PeakReason::states);
  s.workload.sequenceLength = 131072;
  EXPECT_EQ(reasonOf(s), PeakReason::inFlight);
  auto moe = test::scenarioOf(test::mixtral_8x7b(), 8, 512);
  EXPECT_EQ(reasonOf(moe), PeakReason::expertShard);
}

}  // namespace
}  // namespace shardscope
