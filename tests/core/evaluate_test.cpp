// SPDX-License-Identifier: Apache-2.0
#include "core/cost/evaluate.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/cost/confidence.hpp"
#include "core/rules/rules.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

Scenario llama64() {  // the chapter's 64-GPU example: TP 8 · PP 4 · DP 2
  auto s = test::scenarioOf(test::llama(80, 8192, 64, 64, 22016, 32000), 64, 2048);
  s.parallel.tp = 8;
  s.parallel.pp = 4;
  s.workload.globalBatch = 512;
  return s;
}

TEST(Evaluate, TheChaptersExample) {
  const auto report = evaluate(llama64());
  EXPECT_EQ(report.verdict, Verdict::fits);
  EXPECT_FALSE(hasErrors(report.issues));
  EXPECT_EQ(report.batch.gpus, 64);
  EXPECT_EQ(report.batch.microBatches, 256);
  EXPECT_EQ(report.batch.globalSequences, 512);
  EXPECT_EQ(report.batch.globalTokens, 512 * 2048);
  EXPECT_EQ(report.parametersTotal, 65'285'660'672);  // LLaMA-65B
  EXPECT_EQ(report.parametersActive, report.parametersTotal);
  EXPECT_DOUBLE_EQ(report.bubble.mOverP, 64);
  EXPECT_DOUBLE_EQ(report.bubble.ratioIdeal, 3.0 / 256);
  EXPECT_EQ(report.memory.stages.size(), 4U);
  EXPECT_EQ(report.memory.capacity.count(), 81559LL << 20);
  EXPECT_EQ(report.flops.convention, FlopConvention::causal);
  EXPECT_GT(report.flops.hardware, report.flops.model);
  EXPECT_FALSE(report.moe.has_value());
  EXPECT_EQ(report.confidence, confidenceOf(llama64()));
}

TEST(Evaluate, DoesNotFitHasAllFigures) {
  auto s = test::scenarioOf(test::llama3_70b(), 8, 8192);
  const auto report = evaluate(s);
  EXPECT_EQ(report.verdict, Verdict::doesNotFit);
  EXPECT_GT(report.memory.peak, report.memory.capacity);
  EXPECT_GT(report.flops.model.count(), 0);
}

TEST(Evaluate, InvalidHasIssuesAndNoFigures) {
  auto s = llama64();
  s.parallel.tp = 7;
  const auto report = evaluate(s);
  EXPECT_EQ(report.verdict, Verdict::invalid);
  EXPECT_TRUE(hasErrors(report.issues));
  Report bare;
  bare.issues = report.issues;
  EXPECT_EQ(report, bare);
}

TEST(Evaluate, MixtureOfExpertsReportsItsLoad) {
  auto s = test::scenarioOf(test::mixtral_8x7b(), 64, 4096);
  s.parallel.ep = 8;
  s.workload.globalBatch = 1024;
  s.moe.hotTokenShare = 0.9;
  s.moe.capacityFactor = 1.25;
  const auto report = evaluate(s);
  ASSERT_TRUE(report.moe.has_value());
  EXPECT_DOUBLE_EQ(report.moe->loadFactor, 1.25);
  EXPECT_DOUBLE_EQ(report.moe->droppedShare, 0.29375);
  EXPECT_EQ(report.parametersActive, 12'879'925'248);
}

TEST(EvaluateInto, LeavesNothingOfTheLastScenarioBehind) {
  auto moe = test::scenarioOf(test::mixtral_8x7b(), 64, 4096);
  moe.parallel.ep = 8;
  moe.workload.globalBatch = 1024;
  auto invalid = llama64();
  invalid.parallel.tp = 7;
  Report reused;
  for (const auto& s : {llama64(), moe, invalid, llama64(), invalid, moe}) {
    evaluateInto(s, reused);
    EXPECT_EQ(reused, evaluate(s));
  }
}

TEST(EvaluateInto, KeepsItsStorage) {
  Report report;
  evaluateInto(llama64(), report);
  const auto* stages = report.memory.stages.data();
  auto invalid = llama64();
  invalid.parallel.tp = 7;
  evaluateInto(invalid, report);
  evaluateInto(llama64(), report);
  EXPECT_EQ(report.memory.stages.data(), stages);
}

TEST(FillFigures, AreEvaluatesFiguresWithoutItsIssues) {
  Report figures;
  fillFigures(llama64(), figures);
  auto whole = evaluate(llama64());
  whole.issues.clear();
  EXPECT_EQ(figures, whole);
}

TEST(Evaluate, ThousandsOfStages) {
  auto s = test::scenarioOf(test::llama(4096, 1024, 8, 8, 4096, 32000), 4096, 1024);
  s.parallel.pp = 4096;
  s.workload.globalBatch = 8192;
  const auto report = evaluate(s);
  ASSERT_EQ(report.memory.stages.size(), 4096U);
  EXPECT_EQ(report.memory.stages.back().inFlight, 1);
  EXPECT_EQ(report.memory.peakStage, 0);
}

}  // namespace
}  // namespace shardscope
