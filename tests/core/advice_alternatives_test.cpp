// SPDX-License-Identifier: Apache-2.0
// What a step weighed and passed over can be tried: it runs, and is neither the plan asked about nor the one
// recommended.
#include <gtest/gtest.h>

#include "core/advice/procedure.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/scenario/derived.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

using namespace test;

Scenario preset(const std::string& id) { return loadScenario("preset:" + id, Language::en)->scenario; }

const std::optional<Edit>& alternativeOf(const Advice& advice, int step) {
  return advice.steps[static_cast<std::size_t>(step - 1)].alternative;
}

// §9.2, 2: sharded over all GPUs although the rule says no.
TEST(AdviceAlternatives, FsdpOverAllGpus) {
  auto s = scenarioOf(llama3_70b(), 64, 8192);
  s.workload.globalBatch = 128;
  s.parallel.tp = 8, s.parallel.pp = 4;
  const auto advice = advise(s);
  ASSERT_TRUE(alternativeOf(advice, 2));
  const auto made = applied(s, *alternativeOf(advice, 2));
  EXPECT_EQ(made.parallel.zero, 3);
  EXPECT_EQ(made.parallel.shardGroup, 0);
  EXPECT_EQ(made.parallel.tp * made.parallel.pp, 1);
  EXPECT_TRUE(runs(evaluate(made).verdict));
}

TEST(AdviceAlternatives, WhyNotTensorParallelism) {
  const auto s = preset("7b-finetune-8");
  const auto advice = advise(s);
  ASSERT_EQ(advice.answeredBy, 2);
  ASSERT_TRUE(alternativeOf(advice, 3));
  EXPECT_EQ(applied(s, *alternativeOf(advice, 3)).parallel.tp, 8);
}

// TP 4 would leave two of six GPUs idle: compared is what all of them can do.
TEST(AdviceAlternatives, TensorParallelismIsWeighedOnAllGpus) {
  auto s = preset("7b-finetune-8");
  s.cluster.nodes.reset();
  s.cluster.gpus = 6;
  s.workload.globalBatch = 66;
  const auto advice = advise(s);
  const auto& part = advice.steps[2].parts[0];
  ASSERT_TRUE(part.plan);
  EXPECT_EQ(part.plan->parallel.tp, 2);
  EXPECT_EQ(gpuCount(part.plan->cluster), 6);
}

TEST(AdviceAlternatives, FewerStagesWithTheOptimizerDistributed) {
  const auto s = preset("70b-pretrain-512");
  const auto advice = advise(s);
  ASSERT_TRUE(alternativeOf(advice, 4));
  const auto made = applied(s, *alternativeOf(advice, 4));
  EXPECT_LT(made.parallel.pp, advice.recommended.parallel.pp);
  EXPECT_EQ(made.workload.globalBatch, s.workload.globalBatch);
  // Where the user stands on it already, nothing is left to try.
  EXPECT_FALSE(alternativeOf(advise(made), 4));
}

}  // namespace
}  // namespace shardscope
