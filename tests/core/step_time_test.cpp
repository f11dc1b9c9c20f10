// SPDX-License-Identifier: Apache-2.0
#include "core/cost/step_time.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/cost/collectives.hpp"
#include "core/cost/evaluate.hpp"
#include "core/cost/pipeline.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

Report figures(const Scenario& s) {
  Report report;
  fillFigures(s, report);
  return report;
}
double term(const Report& report, TimeTerm t) { return report.time.term(t).count(); }
const GroupTraffic& traffic(const Report& report, Group g) { return report.communication[static_cast<std::size_t>(g)]; }

TEST(StepTime, WorkedExampleOfTheSpecification) {
  const auto report = figures(test::llama70bOn512());
  EXPECT_NEAR(report.time.step.count(), 17.2, 0.05);
  EXPECT_NEAR(report.throughput.tflopsPerGpu, 429, 0.5);
  EXPECT_NEAR(report.throughput.mfu, 0.434, 0.0005);
  EXPECT_NEAR(report.throughput.tokensPerSPerGpu, 955, 0.5);
  EXPECT_NEAR(term(report, TimeTerm::gemm), 10.6, 0.05);
  EXPECT_NEAR(term(report, TimeTerm::attention), 1.3, 0.05);
  EXPECT_NEAR(term(report, TimeTerm::pointwise), 0.5, 0.05);
  EXPECT_NEAR(term(report, TimeTerm::tp), 1.65, 0.005);
  EXPECT_NEAR(term(report, TimeTerm::pp), 0.09, 0.005);
  EXPECT_NEAR(term(report, TimeTerm::bubble), 0.78, 0.005);
  EXPECT_NEAR(term(report, TimeTerm::dpExposed), 0.06, 0.005);
  EXPECT_NEAR(traffic(report, Group::dp).time.count(), 0.15, 0.005);
  EXPECT_NEAR(term(report, TimeTerm::head), 1.48, 0.005);
  EXPECT_NEAR(term(report, TimeTerm::scale), 0.60, 0.005);
}

TEST(StepTime, UnequalStagesOf1F1B) {
  // M·max X + (ΣX − max X): the head makes the last stage the slowest.
  const auto s = test::llama70bOn512();
  const auto report = figures(s);
  const double message = term(report, TimeTerm::pp) / 128;
  double sum = 0, slowest = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    const double x = report.time.forward[i].count() + report.time.backward[i].count() + message;
    sum += x;
    slowest = std::max(slowest, x);
  }
  EXPECT_NEAR(term(report, TimeTerm::bubble), sum - slowest, 1e-12);
  EXPECT_NEAR(report.bubble.ratioActual, (sum - slowest) / (128 * slowest), 1e-12);
  EXPECT_NEAR(report.bubble.ratioTotal, (sum - slowest) / (128 * slowest + sum - slowest), 1e-12);
  // One NIC a boundary: 2nh/t = 16.8 MB; 2·7/8 of a message each micro-batch.
  const double delta = 2.0 * 8192 * 8192 / 8 / (50e9 * 0.85) + 20e-6;
  EXPECT_NEAR(message, 2.0 * 7 / 8 * delta, 1e-9);
}

TEST(StepTime, InterleavingDividesTheBubbleAndSendsMore) {
  auto s = test::llama70bOn512();
  const auto plain = figures(s);
  s.parallel.vpp = 5;
  const auto woven = figures(s);
  const double delta = 2.0 * 8192 * 8192 / 8 / (50e9 * 0.85) + 20e-6;
  EXPECT_NEAR(term(woven, TimeTerm::pp) / 128, 0.3 * 5 * delta, 1e-9);
  const double withoutMessages = term(plain, TimeTerm::bubble) - 7 * term(plain, TimeTerm::pp) / 128;
  EXPECT_NEAR(term(woven, TimeTerm::bubble), (withoutMessages + 7 * 0.3 * 5 * delta) / 5, 1e-9);
  s.overlap.pp = false;
  EXPECT_NEAR(term(figures(s), TimeTerm::pp) / 128, 2 * 5 * delta, 1e-9);
}

TEST(StepTime, ZeroBubbleSchedulesUseTheMeans) {
  auto s = test::llama70bOn512();
  for (const auto order : {Schedule::zbH1, Schedule::zbH2, Schedule::zbV, Schedule::dualPipe}) {
    s.parallel.schedule = order;
    const auto report = figures(s);
    double f = 0, b = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      f += report.time.forward[i].count() / 8;
      b += report.time.backward[i].count() / 8;
    }
    EXPECT_NEAR(term(report, TimeTerm::bubble), bubbleTime(order, 8, 1, f, b, b / 2), 1e-12) << word(order);
  }
}

// The way of one micro-batch through all stages, less the weight gradients that may wait, is a lower bound for any
// schedule; the simulator draws what the order makes of it.
TEST(StepTime, NoScheduleBeatsTheWayOfOneMicroBatch) {
  auto s = test::llama70bOn512();
  for (const auto order :
       {Schedule::gpipe, Schedule::oneFOneB, Schedule::zbH1, Schedule::zbH2, Schedule::zbV, Schedule::dualPipe})
    for (std::int64_t m = 1; m <= 16; ++m) {
      s.parallel.schedule = order;
      s.workload.globalBatch = s.workload.microBatch * 8 * m;  // dp 8
      const auto report = figures(s);
      ASSERT_EQ(report.batch.microBatches, m);
      double way = 0;
      for (std::size_t i = 0; i < 8; ++i)
        way += report.time.forward[i].count() + report.time.backward[i].count() / 2;  // nothing is repeated
      way += 2 * 7 * pipelineMessageTime(s, planStep(s).inputs).count();
      EXPECT_GE(pipelinedTime(report.time).count(), way * (1 - 1e-12)) << word(order) << " " << m;
    }
}

TEST(StepTime, SlowestRankGrowsWithTheLogarithm) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama(32, 4096, 32, 8, 14336, 128256), 8, 8192);
  s.workload.globalBatch = 64;
  EXPECT_EQ(term(figures(s), TimeTerm::scale), 0);
  s.cluster.gpus = 512;
  s.workload.globalBatch = 4096;
  const auto scaleShare = [&] {
    const auto report = figures(s);
    const double scale = term(report, TimeTerm::scale);
    return scale / (report.time.step.count() - scale - 10e-3);
  };
  EXPECT_NEAR(scaleShare(), 6 * 0.006, 1e-12);
  s.parallel.zero = 3;
  EXPECT_NEAR(scaleShare(), 6 * 0.010, 1e-12);
}

TEST(StepTime, FixedPartAndEmbeddingAreOther) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama(32, 4096, 32, 8, 14336, 128256), 8, 8192);
  s.stack = Stack::graphs;  // no host floor
  s.workload.globalBatch = 64;
  const double embedding = 8.0 * 8192 * 4096 / (3.35e12 * 0.80) + 3e-6;
  EXPECT_NEAR(term(figures(s), TimeTerm::other), 10e-3 + 8 * 2 * embedding, 1e-9);
}

TEST(StepTime, CommunicationOfTheWorkedExample) {
  const auto report = figures(test::llama70bOn512());
  const auto& tp = traffic(report, Group::tp);
  EXPECT_TRUE(tp.active);
  EXPECT_EQ(tp.link, GroupLink::nvlink);
  EXPECT_EQ(tp.ranksInDomain, 8);
  // 8(t−1)/t·2nh bytes and eight collectives per layer, ten layers, 128 micro-batches.
  EXPECT_DOUBLE_EQ(tp.bytesPerStep, 7 * (2.0 * 8192 * 8192) * 10 * 128);
  EXPECT_DOUBLE_EQ(tp.callsPerStep, 8.0 * 10 * 128);
  EXPECT_NEAR(tp.time.count(), term(report, TimeTerm::tp) + report.time.hiddenTp.count(), 1e-9);
  const auto& pp = traffic(report, Group::pp);
  EXPECT_EQ(pp.link, GroupLink::nic);
  EXPECT_EQ(pp.callsPerStep, 2.0 * 128);
  EXPECT_DOUBLE_EQ(pp.bytesPerStep, 2.0 * 128 * (2.0 * 8192 * 8192 / 8));
  const auto& dp = traffic(report, Group::dp);
  EXPECT_EQ(dp.link, GroupLink::nic);
  EXPECT_EQ(dp.ranksInDomain, 1);
  EXPECT_EQ(dp.callsPerStep, 2);
  EXPECT_NEAR(dp.time.count(), term(report, TimeTerm::dpExposed) + report.time.hiddenDp.count(), 1e-12);
  EXPECT_FALSE(traffic(report, Group::cp).active);
  EXPECT_FALSE(traffic(report, Group::ep).active);
  EXPECT_EQ(traffic(report, Group::ep).bytesPerStep, 0);
}

TEST(StepTime, FullRecomputeRepeatsTheForwardTraffic) {
  auto s = test::llama70bOn512();
  s.workload.recompute = Recompute::full;
  const auto report = figures(s);
  EXPECT_DOUBLE_EQ(traffic(report, Group::tp).callsPerStep, 12.0 * 10 * 128);
  EXPECT_DOUBLE_EQ(traffic(report, Group::tp).bytesPerStep, 1.5 * 7 * (2.0 * 8192 * 8192) * 10 * 128);
}

TEST(StepTime, HotExpertSlowsTheStep) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 64, 4096);
  s.parallel.ep = 8;
  s.workload.globalBatch = 1024;
  const auto uniform = figures(s);
  ASSERT_TRUE(uniform.moe.has_value());
  EXPECT_EQ(uniform.moe->stepMultiplier, 1);
  s.moe.hotTokenShare = 0.9;  // λ = 3.6
  const auto hot = figures(s);
  const auto plan = planStep(s, 1);
  const auto& layer = plan.times.moe;
  const double experts =
      32 * 16 * (layer.expertGemm + layer.forward.ep + layer.backward.ep) / uniform.time.step.count();
  EXPECT_NEAR(hot.moe->stepMultiplier, 1 - experts + experts * 3.6, 1e-9);
  EXPECT_GT(experts, 0.3);
  // The price of the step itself agrees within what the formula leaves out: permutation, activation, overlap windows.
  EXPECT_NEAR(hot.time.step.count() / uniform.time.step.count(), hot.moe->stepMultiplier, 0.15);
}

// §8: the chapter's example read as copies (x = .9, λ = 7.2) and as tokens of top-2 routing (x = .45, λ = 3.6): at a
// share ε of .6 in the experts 1 − ε + ε·λ is 4.72 and 2.56.
TEST(StepTime, TheMultiplierOfTheChaptersHotExpert) {
  const auto multiplier = [](std::int64_t topK) {
    auto model = test::mixtral_8x7b();
    model.topK = topK;
    auto s = test::scenarioOn("h100-sxm-80gb", model, 64, 4096);
    s.parallel.ep = 8;
    s.workload.globalBatch = 1024;
    s.moe.hotTokenShare = 0.9;
    const auto plan = planStep(s, 1);
    const auto& layer = plan.times.moe;
    s.moe.hotTokenShare = 0;
    const double experts =
        32 * 16 * (layer.expertGemm + layer.forward.ep + layer.backward.ep) / figures(s).time.step.count();
    s.moe.hotTokenShare = 0.9;
    // The same formula at the example's share instead of this run's.
    return 1 + (figures(s).moe->stepMultiplier - 1) / experts * 0.6;
  };
  EXPECT_NEAR(multiplier(1), 4.72, 1e-6);
  EXPECT_NEAR(multiplier(2), 2.56, 1e-6);
}

// §6.1: a 3B model on H100 loses 38 % of its throughput from TP 8 to 16 and a further 42 % from 16 to 32.
TEST(StepTime, TensorParallelAcrossNodesLosesAsMuchAsTheSpecificationSays) {
  const auto throughput = [](std::int64_t tp) {
    auto s = test::scenarioOn("h100-sxm-80gb", test::llama(28, 3072, 32, 32, 8192, 50304), 32, 4096);
    s.workload.microBatch = 32;
    s.workload.globalBatch = 32 * 32 / tp;
    s.parallel.tp = tp;
    return figures(s).throughput.tokensPerSPerGpu;
  };
  EXPECT_NEAR(1 - throughput(16) / throughput(8), 0.38, 0.02);
  EXPECT_NEAR(1 - throughput(32) / throughput(16), 0.42, 0.02);
}

TEST(StepTime, PlanCanBeSharedByLayoutsThatDifferInDepthAndReplicas) {
  auto s = test::llama70bOn512();
  const auto plan = planStep(s);
  s.parallel.pp = 4;
  s.parallel.zero = 3;
  s.workload.globalBatch = 512;
  Report shared = figures(s);
  const auto own = shared;
  shared.time = {};
  priceStep(s, plan, shared);
  EXPECT_EQ(shared, own);
}

TEST(StepTime, ReusedReportGivesTheSameFigures) {
  Report report;
  fillFigures(test::llama70bOn512(), report);
  auto s = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 64, 4096);
  s.parallel.ep = 8;
  s.workload.globalBatch = 1024;
  fillFigures(s, report);
  EXPECT_EQ(report, figures(s));
  EXPECT_EQ(report.time.forward.size(), 1U);
}

}  // namespace
}  // namespace shardscope
