// SPDX-License-Identifier: Apache-2.0
// What must hold for the memory of every legal scenario.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "core/cost/evaluate.hpp"
#include "core/cost/memory.hpp"
#include "core/cost/parameters.hpp"
#include "core/rules/rules.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

template <class T>
T oneOf(std::vector<T> values) {
  return *rc::gen::elementOf(std::move(values));
}
bool coin() { return *rc::gen::arbitrary<bool>(); }

ModelShape anyModel(std::int64_t layers) {
  const auto hidden = oneOf<std::int64_t>({1024, 4096, 8192});
  auto m =
      test::llama(layers, hidden, 64, oneOf<std::int64_t>({8, 64}), 4 * hidden, oneOf<std::int64_t>({32000, 50257}));
  m.headDim = oneOf<std::int64_t>({64, 128});
  m.gated = coin();
  m.bias = coin();
  m.tied = coin();
  m.dropout = coin();
  m.norm = coin() ? Norm::rms : Norm::layer;
  m.learnedPositions = coin() ? 8192 : 0;
  if (coin()) {
    m.experts = 64;
    m.topK = oneOf<std::int64_t>({1, 2, 8});
    m.expertFfn = 1024;
    m.sharedFfn = coin() ? 2048 : 0;
    m.denseLayers = oneOf<std::int64_t>({0, 1, 3});
    m.moeEvery = oneOf<std::int64_t>({1, 2});
    m.routerBias = coin();
  }
  if (coin()) {
    m.qRank = coin() ? 512 : 0;
    m.kvRank = 256;
    m.nopeDim = m.vDim = 64;
    m.ropeDim = 32;
  }
  return m;
}

void anyWorkload(Workload& w) {
  w.sequenceLength = oneOf<std::int64_t>({1024, 8192});
  w.microBatch = oneOf<std::int64_t>({1, 4});
  w.recompute = oneOf<Recompute>({Recompute::none, Recompute::selective, Recompute::ops, Recompute::full});
  w.recomputeLayers = oneOf<std::int64_t>({1, 2, 5});
  w.flashAttention = coin();
  w.crossEntropy = oneOf<CrossEntropy>({CrossEntropy::unfused, CrossEntropy::fused, CrossEntropy::eager});
  w.crossEntropyChunks = oneOf<std::int64_t>({1, 8});
  w.optimizer = static_cast<Optimizer>(*rc::gen::inRange(0, static_cast<int>(EnumWords<Optimizer>::words.size())));
  w.precision = oneOf<Precision>({Precision::bf16, Precision::fp8, Precision::fp32});
  w.adapter = *rc::gen::inRange(0, 5) == 0 ? Adapter::lora : Adapter::none;
  w.weightGradientCache = coin();
}

void anyParallel(Scenario& s, std::int64_t pp, std::int64_t vpp) {
  auto& p = s.parallel;
  p.tp = oneOf<std::int64_t>({1, 2, 4, 8});
  p.pp = pp;
  p.vpp = vpp;
  if (vpp == 1 && coin())
    p.schedule = oneOf<Schedule>({Schedule::gpipe, Schedule::zbH1, Schedule::zbH2, Schedule::zbV, Schedule::dualPipe});
  p.cp = oneOf<std::int64_t>({1, 2, 4});
  p.dp = oneOf<std::int64_t>({1, 4, 16});
  p.sp = coin();
  p.zero = oneOf<std::int64_t>({0, 1, 2, 3});
  s.cluster.gpus = p.tp * p.pp * p.cp * *p.dp;
  const auto ranks = p.tp * p.cp * *p.dp;
  if (isMoe(s.model.shape)) {
    for (p.ep = oneOf<std::int64_t>({1, 8, 64}); ranks % p.ep != 0;) p.ep /= 2;
    for (p.etp = oneOf<std::int64_t>({1, 2}); ranks % (p.ep * p.etp) != 0;) p.etp /= 2;
    s.moe.hotTokenShare = oneOf<double>({0, 0.5, 0.9});
    s.moe.capacityFactor = oneOf<double>({0, 1.25});
    s.moe.padToCapacity = s.moe.capacityFactor > 0 && coin();
  }
}

Scenario anyScenario() {
  const auto pp = oneOf<std::int64_t>({1, 2, 4, 8});
  const auto vpp = pp > 1 ? oneOf<std::int64_t>({1, 1, 2, 3}) : 1;
  const auto layers =
      pp * vpp * *rc::gen::inRange<std::int64_t>(5, 9) + (vpp == 1 ? *rc::gen::inRange<std::int64_t>(0, pp) : 0);
  auto s = test::scenarioOf(anyModel(layers), 1, 1024);
  anyWorkload(s.workload);
  anyParallel(s, pp, vpp);
  s.workload.globalBatch = s.workload.microBatch * *s.parallel.dp * pp * *rc::gen::inRange<std::int64_t>(1, 5);
  const auto error = firstError(s);
  if (error) RC_FAIL(std::string(ruleName(error->rule)));  // the generator must only make legal ones
  return s;
}

MemoryReport memoryOf(const Scenario& s) {
  MemoryReport memory;
  fillMemory(s, memory);
  return memory;
}

Bytes statesOf(const StageMemory& m) { return m.parameters + m.gradients + m.optimizer; }

RC_GTEST_PROP(MemoryOfAnyScenario, PartsAddUpAndThePeakIsTheLargest, ()) {
  const auto s = anyScenario();
  const auto report = evaluate(s);
  Bytes peak(0);
  std::int64_t layers = 0, moe = 0;
  for (const auto& m : report.memory.stages) {
    const auto parts = {m.parameters, m.gradients, m.optimizer, m.activations,
                        m.logits,     m.transient, m.buffers,   m.overhead};
    Bytes sum(0);
    for (const auto part : parts) {
      RC_ASSERT(part >= Bytes(0));
      sum += part;
    }
    RC_ASSERT(m.total == sum);
    RC_ASSERT(m.total < Bytes(std::int64_t{1} << 53));
    RC_ASSERT(std::isfinite(m.inFlight) && m.inFlight > 0);
    RC_ASSERT(m.inFlight <= static_cast<double>(report.batch.microBatches));
    peak = std::max(peak, m.total);
    layers += m.layers;
    moe += m.moeLayers;
  }
  RC_ASSERT(report.memory.peak == peak);
  RC_ASSERT(report.memory.stages[static_cast<std::size_t>(report.memory.peakStage)].total == peak);
  RC_ASSERT(layers == s.model.shape.layers);
  RC_ASSERT(moe == moeLayers(s.model.shape));
}

RC_GTEST_PROP(MemoryOfAnyScenario, RanksTogetherHoldTheModel, ()) {
  auto s = anyScenario();
  s.model.shape.vocab = 51200;  // no padding
  s.parallel.tp = s.parallel.ep = s.parallel.etp = 1;
  s.parallel.schedule.reset();
  s.cluster.gpus = s.parallel.pp * s.parallel.cp * *s.parallel.dp;
  std::int64_t held = 0;
  for (const auto& stage : memoryOf(s).stages) held += stage.parameterCount;
  const bool copiedHead = s.model.shape.tied && s.parallel.pp > 1;
  RC_ASSERT(held == totalParameters(s.model.shape) + (copiedHead ? 51200 * s.model.shape.hidden : 0));
}

RC_GTEST_PROP(MemoryOfAnyScenario, MoreRecomputeNeverKeepsMore, ()) {
  auto s = anyScenario();
  s.workload.recomputeLayers = 1;
  const auto kept = [&](Recompute recompute) {
    s.workload.recompute = recompute;
    return memoryOf(s);
  };
  const auto none = kept(Recompute::none), selective = kept(Recompute::selective), ops = kept(Recompute::ops),
             full = kept(Recompute::full);
  for (std::size_t i = 0; i < none.stages.size(); ++i) {
    RC_ASSERT(selective.stages[i].activations <= none.stages[i].activations);
    RC_ASSERT(ops.stages[i].activations <= none.stages[i].activations);
    RC_ASSERT(full.stages[i].activations <= selective.stages[i].activations);
    RC_ASSERT(full.stages[i].activations <= ops.stages[i].activations);
    RC_ASSERT(selective.stages[i].total <= none.stages[i].total);
  }
}

RC_GTEST_PROP(MemoryOfAnyScenario, HigherZeroNeverHoldsMoreStates, ()) {
  auto s = anyScenario();
  s.parallel.zero = 0;
  auto before = memoryOf(s);
  for (s.parallel.zero = 1; s.parallel.zero <= 3; ++s.parallel.zero) {
    const auto after = memoryOf(s);
    for (std::size_t i = 0; i < after.stages.size(); ++i)
      RC_ASSERT(statesOf(after.stages[i]) <= statesOf(before.stages[i]));
    before = after;
  }
}

RC_GTEST_PROP(MemoryOfAnyScenario, MoreRanksInAShardGroupNeverMoreMemory, ()) {
  auto s = anyScenario();
  s.parallel.shardGroup = 1;
  auto before = memoryOf(s);
  for (std::int64_t group : {2, 4, 8, 16, 64, 0}) {
    s.parallel.shardGroup = group;
    const auto after = memoryOf(s);
    for (std::size_t i = 0; i < after.stages.size(); ++i) RC_ASSERT(after.stages[i].total <= before.stages[i].total);
    before = after;
  }
}

RC_GTEST_PROP(MemoryOfAnyScenario, AHotterExpertNeverNeedsLess, ()) {
  auto s = anyScenario();
  s.moe.padToCapacity = false;
  MemoryReport before;
  for (const double share : {0.0, 0.2, 0.6, 1.0}) {
    // A share below K/E of the tokens would make the "hot" expert a cold one.
    if (share > 0 && share * 64 < 8) continue;
    s.moe.hotTokenShare = share;
    const auto after = memoryOf(s);
    RC_ASSERT(after.peak >= before.peak);
    before = after;
  }
}

RC_GTEST_PROP(MemoryOfAnyScenario, EvaluationIsAFunctionOfTheScenarioAlone, ()) {
  const auto first = anyScenario(), second = anyScenario();
  Report reused;
  evaluateInto(first, reused);
  evaluateInto(second, reused);
  RC_ASSERT(reused == evaluate(second));
}

}  // namespace
}  // namespace shardscope
