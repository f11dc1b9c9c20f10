// SPDX-License-Identifier: Apache-2.0
#include "core/cost/traffic.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

double golden(const std::string& id) {
  std::ifstream in(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/data/golden.json");
  const auto file = nlohmann::json::parse(in);
  for (const auto& entry : file["cases"])
    if (entry["id"] == id) return entry["expected"].get<double>();
  ADD_FAILURE() << "no golden case " << id;
  return 0;
}

// Llama-3-70B, s = 8192, TP 8, CP 2 with sequence parallelism.
Scenario llama() {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 16, 8192);
  s.parallel.tp = 8;
  s.parallel.cp = 2;
  return s;
}

TEST(Traffic, GoldenCases) {
  const auto in = layerInputs(llama(), 1);
  EXPECT_EQ(2 * tensorTraffic(in, false).bytes, golden("G66"));
  EXPECT_EQ(pipelineMessageBytes(in), golden("G67"));
  EXPECT_EQ(contextTraffic(in).bytes, golden("G68"));
  auto s = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 8, 4096);
  s.parallel.ep = 8;
  EXPECT_EQ(expertTraffic(layerInputs(s, 1)).bytes, golden("G69"));
}

TEST(Traffic, FourCollectivesAPassUnderSequenceParallelismTwoAllReducesWithout) {
  auto s = llama();
  EXPECT_EQ(tensorTraffic(layerInputs(s, 1), false).calls, 4);
  s.parallel.sp = false;
  const auto in = layerInputs(s, 1);
  EXPECT_EQ(tensorTraffic(in, false).calls, 2);
  EXPECT_EQ(2 * tensorTraffic(in, false).bytes, golden("G66"));  // an all-reduce is both halves
}

TEST(Traffic, Fp8GathersHalfTheBytes) {
  auto s = llama();
  const double bf16 = tensorTraffic(layerInputs(s, 1), false).bytes;
  s.workload.precision = Precision::fp8;
  EXPECT_DOUBLE_EQ(tensorTraffic(layerInputs(s, 1), false).bytes, 0.75 * bf16);
  s.parallel.sp = false;
  EXPECT_DOUBLE_EQ(tensorTraffic(layerInputs(s, 1), false).bytes, bf16);
}

TEST(Traffic, MoeLayerWithoutSharedExpertsHasOnlyItsAttention) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 8, 4096);
  s.parallel.tp = 2;
  EXPECT_EQ(tensorCollectivePairs(layerInputs(s, 1), true), 1);
  s.model.shape.sharedFfn = 4096;
  EXPECT_EQ(tensorCollectivePairs(layerInputs(s, 1), true), 2);
}

TEST(Traffic, KeyValueHeadsBelowTpAreCopied) {
  auto s = llama();
  s.cluster.gpus = 32;
  s.parallel.tp = 16;  // 8 KV heads: one each, twice
  EXPECT_EQ(ringHopBytes(layerInputs(s, 1)), 2.0 * 2 * 4096 * 128);
}

TEST(Traffic, HeadExchangeOfAllToAllContextParallelism) {
  auto s = llama();
  s.parallel.cpKind = CpKind::allToAll;
  const auto pass = contextTraffic(layerInputs(s, 1));
  EXPECT_EQ(pass.calls, 4);
  EXPECT_EQ(pass.bytes, 4 * (2.0 * 4096 * 8192 / 8) / 2);
}

TEST(Traffic, HotRankReceivesItsLoad) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 8, 4096);
  s.parallel.ep = 8;
  EXPECT_DOUBLE_EQ(expertTraffic(layerInputs(s, 3.6)).bytes, 3.6 * golden("G69"));
}

TEST(Traffic, GroupsOfOneSendNothing) {
  const auto in = layerInputs(test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 8, 4096), 1);
  EXPECT_EQ(tensorTraffic(in, true).bytes, 0);
  EXPECT_EQ(contextTraffic(in).calls, 0);
  EXPECT_EQ(expertTraffic(in).bytes, 0);
}

}  // namespace
}  // namespace shardscope
