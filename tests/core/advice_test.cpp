// SPDX-License-Identifier: Apache-2.0
// The decision procedure against the reference rows of the chapter (cost-model §9.1) and by hand.
#include "core/advice/procedure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/advice/sizes.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "core/text/messages.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

using namespace test;

Scenario preset(const std::string& id) { return loadScenario("preset:" + id, Language::en)->scenario; }

Parallel recommendedFor(const std::string& id) { return advise(preset(id)).recommended.parallel; }

const AdvicePart* partOf(const std::vector<AdvicePart>& parts, std::string_view id) {
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const AdvicePart& part) { return part.id == id; });
  return found == parts.end() ? nullptr : &*found;
}

TEST(AdviceRows, FineTuningSevenBillionOnEightGpusIsShardedByFsdp) {
  const auto advice = advise(preset("7b-finetune-8"));
  const auto& s = advice.recommended;
  EXPECT_EQ(s.parallel.zero, 3);
  EXPECT_EQ(s.parallel.tp * s.parallel.pp * s.parallel.cp, 1);
  EXPECT_EQ(s.workload.recompute, Recompute::full);
  EXPECT_EQ(advice.steps[0].verdict, AdviceVerdict::no);
  EXPECT_EQ(advice.steps[1].verdict, AdviceVerdict::yes);
}

TEST(AdviceRows, PretrainingSevenBillionOn64IsDataParallelWithZero2) {
  const auto s = advise(preset("7b-pretrain-64")).recommended;
  EXPECT_EQ(s.parallel.zero, 2);
  EXPECT_EQ(dataParallel(s), 64);
  EXPECT_EQ(s.workload.recompute, Recompute::none);
}

// (2 + 14/64)·6.738e9 = 15.0 GB, activations 17.3, logits 0.8, 2 more: 35 GB.
TEST(AdviceRows, TheNumbersOfTheSecondRow) {
  const AdviceSizes sizes(preset("7b-pretrain-64"));
  const double states = (2 + 14.0 / 64) * sizes.parameters();
  EXPECT_NEAR(states, 15.0e9, 0.05e9);
  EXPECT_NEAR(sizes.logits(1, 1), 0.8e9, 0.02e9);
  EXPECT_NEAR(sizes.modelActivations(1, 1, Recompute::none) - sizes.logits(1, 1), 17.3e9, 0.1e9);
  EXPECT_NEAR(sizes.fit(states, sizes.hard()).need, 35e9, 0.3e9);
}

TEST(AdviceRows, SeventyBillionOn512) {
  const auto p = recommendedFor("70b-pretrain-512");
  EXPECT_EQ(p.tp, 8);
  EXPECT_EQ(p.pp, 8);
  EXPECT_EQ(*p.dp, 8);
  EXPECT_TRUE(sequenceParallel(p));
}

TEST(AdviceRows, HundredSeventyFiveBillionOnThousandsIsInterleaved) {
  const auto p = recommendedFor("175b-pretrain-2048");
  EXPECT_EQ(p.tp, 8);
  EXPECT_EQ(p.pp, 16);
  EXPECT_EQ(p.vpp, 2);
}

TEST(AdviceRows, MixtralOn64SpreadsItsExpertsAndHasNoPipeline) {
  const auto advice = advise(preset("moe-8x7b-64"));
  const auto& p = advice.recommended.parallel;
  EXPECT_EQ(p.ep, 8);
  EXPECT_EQ(p.pp, 1);
  EXPECT_TRUE(p.tp == 1 || p.tp == 2) << p.tp;
  EXPECT_EQ(advice.steps[4].verdict, AdviceVerdict::yes);
  EXPECT_LT(advice.steps[4].order, advice.steps[3].order) << "experts before the pipeline";
}

TEST(AdviceRows, LongContextGoesFirst) {
  const auto advice = advise(preset("128k-context-64"));
  const auto& p = advice.recommended.parallel;
  EXPECT_EQ(p.cp, 8);
  EXPECT_EQ(p.tp, 4);
  EXPECT_EQ(p.zero, 3);
  EXPECT_EQ(*p.dp, 2);
  EXPECT_EQ(advice.steps[5].order, 1);
  EXPECT_EQ(advice.steps[0].verdict, AdviceVerdict::skip);
  auto big = preset("70b-pretrain-512");
  big.cluster.nodes.reset();
  big.cluster.gpus = 256;
  big.workload.sequenceLength = 131072;
  big.workload.globalBatch = 64;
  const auto s = advise(big).recommended;
  EXPECT_EQ(s.parallel.cp, 8);
  EXPECT_EQ(s.parallel.tp, 8);
  EXPECT_EQ(dataParallel(s), 4);
}

TEST(AdviceRows, TheTextbookExample) {
  const auto p = recommendedFor("64-gpu-example");
  EXPECT_EQ(p.tp, 8);
  EXPECT_EQ(p.pp, 4);
  EXPECT_EQ(*p.dp, 2);
}

// n_fit 12 at s 8192 with the vocabulary of Llama 3, 18 at s 4096 with 32,000.
TEST(AdviceBranches, LayersPerStageAsWorkedInTheSpecification) {
  const auto layersEach = [](const Scenario& s) {
    const auto advice = advise(s);
    for (const auto& part : advice.steps[3].parts)
      for (const auto& value : part.values)
        if (part.id == "4a" && value.name == "layers_each") return std::get<double>(value.value);
    return 0.0;
  };
  EXPECT_EQ(layersEach(preset("70b-pretrain-512")), 12);
  auto small = preset("70b-pretrain-512");
  small.workload.sequenceLength = 4096;
  small.model.shape.vocab = 32000;
  EXPECT_EQ(layersEach(small), 18);
}

// §9: 405B on 128 GPUs at s 8192: no layer count fits, so the largest pipeline with full recompute.
TEST(AdviceBranches, FourHundredBillionOn128TakesTheLargestPipeline) {
  auto s = preset("70b-pretrain-512");
  const auto* model = catalogue().model("llama-3.1-405b");
  s.model = {ModelSource::preset, model->id, model->shape};
  s.cluster.nodes.reset();
  s.cluster.gpus = 128;
  s.workload.globalBatch = 128;
  const auto advice = advise(s);
  EXPECT_TRUE(advice.feasible);
  EXPECT_EQ(advice.recommended.parallel.tp, 8);
  EXPECT_EQ(advice.recommended.parallel.pp, 16);
  EXPECT_EQ(*advice.recommended.parallel.dp, 1);
  EXPECT_EQ(advice.recommended.workload.recompute, Recompute::full);
}

TEST(AdviceBranches, AtAFixedTotalFewerStagesDoNotRestoreFourMicroBatchesEach) {
  auto s = preset("70b-pretrain-512");
  s.workload.globalBatch = 64;  // M = 8 at DP 8, PP 8
  const auto advice = advise(s);
  const auto* found = partOf(advice.steps[3].parts, "4b");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->verdict, AdviceVerdict::warn);
  EXPECT_THAT(adviceTest(*found, Language::en), testing::HasSubstr("does not depend on PP"));
}

// §9, divisibility: 8 × 8 stages do not divide 96 GPUs, 8 × 4 do and hold the layers.
TEST(AdviceBranches, StagesAreHalvedWhereTheyDoNotDivideTheTotal) {
  auto s = preset("70b-pretrain-512");
  s.cluster.nodes.reset();
  s.cluster.gpus = 96;
  s.workload.globalBatch = 768;
  const auto advice = advise(s);
  EXPECT_EQ(advice.recommended.parallel.tp, 8);
  EXPECT_EQ(advice.recommended.parallel.pp, 4);
  EXPECT_EQ(*advice.recommended.parallel.dp, 3);
  EXPECT_EQ(advice.idleGpus, 0);
}

// §9, 4b, last lever: M = B/(b·d) ≥ 4·PP ⇔ d ≤ B/(4·b·PP).
TEST(AdviceBranches, TooFewMicroBatchesSayHowManyGpusWouldDo) {
  auto s = preset("70b-pretrain-512");
  s.workload.globalBatch = 64;
  const auto advice = advise(s);
  const auto* found = partOf(advice.steps[3].parts, "4b");
  ASSERT_NE(found, nullptr);
  const auto number = [&](std::string_view name) {
    for (const auto& value : found->values)
      if (value.name == name) return static_cast<std::int64_t>(std::get<double>(value.value));
    return std::int64_t{-1};
  };
  const auto gpus = number("gpus_at_most");
  ASSERT_GT(gpus, 0);
  const auto& p = advice.recommended.parallel;
  const auto replicas = gpus / (p.tp * p.pp);
  const auto microBatches = [&](std::int64_t d) { return 64 / (advice.recommended.workload.microBatch * d); };
  EXPECT_GE(microBatches(replicas), 4 * p.pp);
  EXPECT_LT(microBatches(2 * replicas), 4 * p.pp);
}

TEST(AdviceChecks, LookAtBoundsPaddingAndLoad) {
  const auto verdictOf = [](const Scenario& s, std::string_view id) -> std::optional<AdviceVerdict> {
    const auto advice = advise(s);
    const auto* part = partOf(advice.checks, id);
    return part ? std::optional(part->verdict) : std::nullopt;
  };
  auto s = preset("70b-pretrain-512");
  EXPECT_FALSE(verdictOf(s, "c-most"));
  EXPECT_FALSE(verdictOf(s, "c-least"));
  const double tokens = static_cast<double>(s.workload.globalBatch * s.workload.sequenceLength);
  s.limits = {tokens, tokens};
  EXPECT_EQ(verdictOf(s, "c-most"), AdviceVerdict::yes);
  EXPECT_EQ(verdictOf(s, "c-least"), AdviceVerdict::yes);
  s.limits = {tokens + 1, tokens - 1};
  EXPECT_EQ(verdictOf(s, "c-most"), AdviceVerdict::warn);
  EXPECT_EQ(verdictOf(s, "c-least"), AdviceVerdict::warn);

  EXPECT_FALSE(verdictOf(s, "c-padding"));
  s.model.source = ModelSource::inlineDimensions;
  s.model.shape.vocab = 1025;  // to 2,048 at TP 8
  EXPECT_EQ(verdictOf(s, "c-padding"), AdviceVerdict::warn);
  EXPECT_FALSE(verdictOf(s, "c-imbalance"));

  auto moe = preset("moe-8x7b-64");
  EXPECT_EQ(verdictOf(moe, "c-imbalance"), AdviceVerdict::yes);
  moe.moe.hotTokenShare = 0.9;
  EXPECT_EQ(verdictOf(moe, "c-imbalance"), AdviceVerdict::warn);
}

// A batch smaller than one micro-batch for each replica is told as that.
TEST(AdviceChecks, SayWhyTheBatchChanges) {
  auto s = preset("7b-pretrain-64");
  s.workload.globalBatch = 8;
  s.workload.microBatch = 1;
  const auto advice = advise(s);
  const auto* found = partOf(advice.checks, "c-batch");
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(adviceTest(*found, Language::en), testing::HasSubstr("less than"));
}

TEST(AdviceBranches, NothingHoldsAHugeModelOnOneGpu) {
  auto s = preset("70b-pretrain-512");
  s.cluster.nodes.reset();
  s.cluster.gpusPerNode = 1;
  s.cluster.gpus = 1;
  const auto advice = advise(s);
  EXPECT_FALSE(advice.feasible);
}

TEST(Advice, AlwaysSixStepsWithAnOrderAndTexts) {
  for (const auto& entry : catalogue().scenarios()) {
    const auto advice = advise(preset(entry.id));
    std::array<bool, 7> seen{};
    int answers = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const auto& step = advice.steps[i];
      EXPECT_EQ(step.step, static_cast<int>(i) + 1);
      ASSERT_TRUE(step.order >= 1 && step.order <= 6);
      EXPECT_FALSE(seen[static_cast<std::size_t>(step.order)]);
      seen[static_cast<std::size_t>(step.order)] = true;
      answers += step.applies ? 1 : 0;
      ASSERT_FALSE(step.parts.empty());
      for (const auto& part : step.parts)
        for (const auto language : {Language::en, Language::zhCn}) {
          EXPECT_FALSE(adviceQuestion(part, language).empty());
          EXPECT_THAT(adviceTest(part, language), testing::Not(testing::HasSubstr("{"))) << entry.id;
        }
    }
    EXPECT_LE(answers, 1);
    EXPECT_FALSE(firstError(advice.recommended)) << entry.id;
    EXPECT_NE(evaluate(advice.recommended).verdict, Verdict::doesNotFit) << entry.id;
    for (const auto& check : advice.checks) EXPECT_FALSE(adviceTest(check, Language::zhCn).empty());
  }
}

}  // namespace
}  // namespace shardscope
