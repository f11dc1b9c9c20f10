// SPDX-License-Identifier: Apache-2.0
// What a step weighed and passed over can be tried: it runs, and is neither the plan asked about nor the one
// recommended.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/advice/comparison.hpp"
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

// No power of two uses 20 or 24 GPUs: five and three stages do.
TEST(AdviceBranches, StagesFollowTheDivisorsOfTheGpus) {
  for (const auto& [gpus, tp, pp] : {std::tuple{20, 4, 5}, std::tuple{24, 8, 3}}) {
    auto s = scenarioOf(llama3_70b(), gpus, 4096);
    s.workload.globalBatch = 4 * gpus;
    const auto advice = advise(s);
    EXPECT_TRUE(advice.feasible) << gpus;
    EXPECT_EQ(advice.recommended.parallel.tp, tp);
    EXPECT_EQ(advice.recommended.parallel.pp, pp);
    EXPECT_EQ(advice.idleGpus, 0) << gpus;
  }
}

// 6.74 B frozen parameters are 13.5 GB, not 108.
TEST(AdviceBranches, AFrozenModelHasNoOptimizer) {
  auto s = preset("7b-finetune-8");
  s.cluster.nodes.reset();
  s.cluster.gpus = 1;
  s.workload.sequenceLength = 2048;
  s.workload.globalBatch = 16;
  s.workload.adapter = Adapter::lora;
  s.parallel = {};
  const auto advice = advise(s);
  EXPECT_EQ(advice.answeredBy, 1);
  const auto& part = advice.steps[0].parts[0];
  EXPECT_EQ(std::get<double>(part.values[0].value), 2 * 6738415616.0);
  EXPECT_EQ(adviceTest(part, Language::en).substr(0, 17), "2 B per parameter");
}

// What advice calls the best of the sweep is what the sweep calls it.
TEST(AdviceComparison, TheBestIsThatOfTheWholeSweep) {
  const auto s = preset("64-gpu-example");
  const auto comparison = comparePlans(s, planOf(advise(s).recommended));
  SweepOptions options;
  options.metric = Metric::step;
  options.top = 1;
  const auto space = fullSpace(s);
  const auto result = runSweep(space, options);
  ASSERT_TRUE(comparison.best);
  EXPECT_EQ(comparison.best->report.time.step, evaluate(scenarioOf(space, result.top.front())).time.step);
}

// 65 sequences do not divide over 64 GPUs: the rules' plan does other work, and is not among those that are preferred.
TEST(AdviceComparison, OtherWorkIsNotCalledLessSimple) {
  auto s = scenarioOf(llama2_7b(), 64, 4096);
  s.workload.globalBatch = 65;
  const auto recommended = planOf(advise(s).recommended);
  ASSERT_NE(recommended.scenario.workload.globalBatch, 65);
  const auto comparison = comparePlans(s, recommended);
  ASSERT_EQ(comparison.preferred, PlanKind::sweep);
  const auto text = comparisonText(comparison, recommended, Language::en);
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("Nothing simpler")));
  EXPECT_THAT(text, testing::HasSubstr("at the global batch asked for, the sweep's is preferred"));
}

}  // namespace
}  // namespace shardscope
