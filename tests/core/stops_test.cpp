// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/stops.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/rules_scenarios.hpp"

namespace shardscope {
namespace {

using namespace test;
using testing::ElementsAre;

// "1 2 4 5x 8 16!": x = not valid, ! = caution.
std::string shown(const Scenario& s, Knob knob, const Locks& locks = {}) {
  std::string text;
  for (const auto& stop : stops(s, locks, knob)) {
    if (!text.empty()) text += ' ';
    text += std::to_string(stop.value);
    if (stop.state == StopState::invalid) text += 'x';
    if (stop.state == StopState::caution) text += '!';
    EXPECT_EQ(stop.reason.has_value(), stop.state != StopState::valid);
  }
  return text;
}
RuleId reason(const Scenario& s, Knob knob, std::int64_t value) {
  for (const auto& stop : stops(s, {}, knob))
    if (stop.value == value) return stop.reason ? stop.reason->rule : RuleId::count;
  return RuleId::count;
}

// Llama-3-70B on 64 GPUs, TP 8 · PP 4 · DP 2, s 8192, B 128: the scenario of the design's pictures.
TEST(Stops, areThoseOfTheDesign) {
  const auto s = denseScenario();
  EXPECT_EQ(shown(s, Knob::tp), "1 2 4 8 16! 32x");
  EXPECT_EQ(shown(s, Knob::pp), "1 2 4 5x 8 10x 16x");
  EXPECT_EQ(shown(s, Knob::vpp), "1 2 4 5 10 20");
  EXPECT_EQ(shown(s, Knob::dp), "1x 2 4x 8x 16x 32x 64x");
  EXPECT_EQ(shown(s, Knob::cp), "1 2 4x 8x 16x");
  EXPECT_EQ(shown(s, Knob::ep), "1 2x 4x 8x");
  EXPECT_EQ(shown(s, Knob::microBatch), "1 2 4 8 16");
  EXPECT_EQ(shown(s, Knob::sequenceLength), "1024 2048 4096 8192 16384 32768 65536 131072 262144 524288 1048576");
  EXPECT_EQ(shown(s, Knob::globalBatch), "8 16 32 64 128 256 512 1024 2048");
  EXPECT_EQ(shown(s, Knob::microBatches), "4x 8x 16x 32x 64 128x 256x 512x 1024x");
  EXPECT_EQ(shown(s, Knob::gpus), "4x 8x 16x 32 64 128 256 512 1024");
}

TEST(Stops, sayWhyNot) {
  const auto s = denseScenario();
  EXPECT_EQ(reason(s, Knob::pp, 5), RuleId::W1);
  EXPECT_EQ(reason(s, Knob::tp, 16), RuleId::Hnode);
  EXPECT_EQ(reason(s, Knob::ep, 2), RuleId::E1);
  EXPECT_EQ(reason(s, Knob::dp, 4), RuleId::W1);
  EXPECT_EQ(reason(s, Knob::microBatches, 32), RuleId::B1);
  auto wide = s;
  wide.cluster.nvlinkDomain = 72;
  EXPECT_EQ(reason(wide, Knob::tp, 16), RuleId::T2w);
  auto uneven = s;
  uneven.model.shape.layers = 78;
  EXPECT_EQ(reason(uneven, Knob::pp, 8), RuleId::P1);
  EXPECT_EQ(shown(uneven, Knob::pp), "1 2 3x 4! 6x 8! 13x 16x");
}

TEST(Stops, swappedRolesSwapTheFollowers) {
  const auto s = denseScenario();
  Locks locks;
  locks.gpuRole = GpuRole::dpLocked;
  locks.batchRole = BatchRole::microBatchesLocked;
  EXPECT_EQ(shown(s, Knob::dp, locks), "1 2 4 8 16 32 64 128 256");
  EXPECT_EQ(shown(s, Knob::gpus, locks), "4x 8x 16x 32x 64 128x 256x 512x 1024x");
  EXPECT_EQ(shown(s, Knob::globalBatch, locks), "8x 16x 32x 64x 128 256x 512x 1024x 2048x");
  EXPECT_EQ(shown(s, Knob::microBatches, locks), "4 8 16 32 64 128 256 512 1024");
}

TEST(Stops, offerOtherDivisorsThatTheModelAllows) {
  // 40 heads (Llama-2-13B) on 80 GPUs: TP 5 and 10 are whole.
  auto s = scenarioOf(llama(40, 5120, 40, 40, 13824, 32000), 80, 4096);
  s.workload.globalBatch = 240;
  EXPECT_EQ(shown(s, Knob::tp), "1 2 4 5x 8 10x 16x 20x 32x");
  EXPECT_EQ(reason(s, Knob::tp, 5), RuleId::T7);  // 13,824 % 5
  s.model.shape.ffn = 14000;
  EXPECT_EQ(shown(s, Knob::tp), "1 2 4 5 8 10! 16x 20! 32x");
}

TEST(Stops, expertsOfferTheirDivisors) {
  EXPECT_EQ(shown(moeScenario(), Knob::ep), "1 2 4 8");
  auto s = scenarioOf(deepseekV3(), 2048, 4096);
  s.workload.globalBatch = 2048 * 4;
  s.parallel.ep = 64;
  EXPECT_EQ(shown(s, Knob::ep), "1 2 4 8 16 32 64 128 256");
}

TEST(Stops, currentValueIsAlwaysThere) {
  auto s = denseScenario();
  s.parallel.tp = 6;
  const auto text = shown(s, Knob::tp);
  EXPECT_THAT(text, testing::HasSubstr("6x"));
  s.workload.globalBatch = 1'000'000;
  EXPECT_THAT(shown(s, Knob::globalBatch), testing::HasSubstr("1000000"));
  s.parallel.tp = 0;  // out of range: nothing to derive values from
  EXPECT_THAT(stopValues(s, {}, Knob::pp), ElementsAre(4));
  EXPECT_THAT(stopValues(s, {}, Knob::tp), ElementsAre(1));
}

// A split that is written out may be cut into as many chunks as every stage has layers, and into powers of two.
TEST(StopValues, aWrittenSplitOffersTheChunksOfItsStages) {
  auto s = scenarioOf(llama3_70b(), 64, 4096);
  s.parallel.pp = 4;
  s.parallel.stageLayers = {18, 24, 24, 18};
  s.model.shape.layers = 84;
  const auto values = stopValues(s, Locks{}, Knob::vpp);
  for (const std::int64_t v : {1, 2, 3, 4, 6, 8})
    EXPECT_NE(std::find(values.begin(), values.end(), v), values.end()) << v;
}

}  // namespace
}  // namespace shardscope
