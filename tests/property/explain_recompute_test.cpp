// SPDX-License-Identifier: Apache-2.0
// Every number of every report follows from the formula and the values that explain it.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/advice/procedure.hpp"
#include "core/cost/evaluate.hpp"
#include "core/cost/parameters.hpp"
#include "core/scenario/derived.hpp"
#include "tests/property/rules_generators.hpp"
#include "tests/support/core_explain.hpp"

namespace shardscope {
namespace {

bool coin() { return *rc::gen::arbitrary<bool>(); }
bool seldom() { return *rc::gen::inRange(0, 5) == 0; }

template <class Enum>
Enum anyWord() {
  return static_cast<Enum>(*rc::gen::inRange(0, static_cast<int>(EnumWords<Enum>::words.size())));
}

void anyModelDetails(ModelShape& m) {
  if (seldom()) m.gated = !m.gated;
  if (seldom()) m.bias = !m.bias;
  if (seldom()) m.tied = !m.tied;
  if (seldom()) m.norm = Norm::layer;
  if (seldom()) m.learnedPositions = 262144;
  if (seldom()) m.window = 4096, m.windowShare = 0.75;
  if (seldom()) m.parametersExact = totalParameters(m) + 12'345;
  if (m.experts > 0 && seldom()) m.denseLayers = 1;
  if (m.experts > 0 && seldom()) m.moeEvery = 2;
  if (m.experts > 0 && seldom()) m.sharedFfn = 1024;
  if (m.kvRank > 0 && seldom()) m.qRank = 0;
}

void anyWork(Scenario& s) {
  auto& w = s.workload;
  w.optimizer = anyWord<Optimizer>();
  w.precision = coin() ? Precision::bf16 : anyWord<Precision>();
  if (seldom()) w.optimizerBytes = 0.1;
  if (seldom()) w.adapter = Adapter::lora;
  w.recompute = anyWord<Recompute>();
  w.recomputeLayers = *rc::gen::element<std::int64_t>(1, 1, 2, 5);
  if (seldom()) w.dropout = coin();
  w.crossEntropy = anyWord<CrossEntropy>();
  w.crossEntropyChunks = *rc::gen::element<std::int64_t>(1, 1, 8);
  if (seldom()) w.weightGradientCache = coin();
  if (coin()) w.trainTokens = 1.5e13;
  if (coin()) s.cluster.pricePerGpuHour = 2.5;
  s.conventions.flops = anyWord<FlopConvention>();
}

void anySystem(Scenario& s) {
  s.stack = anyWord<Stack>();
  s.overlap.dp = coin();
  s.overlap.pp = coin();
  s.overlap.tp = *rc::gen::element(0.0, 0.3, 1.0);
  s.overlap.ep = *rc::gen::element(0.0, 0.6);
  s.overlap.flatNetwork = seldom();
  s.overlap.epDeduplicate = coin();
  s.moe.capacityFactor = *rc::gen::element(0.0, 0.0, 1.25);
  s.moe.padToCapacity = coin();
  if (s.parallel.vpp == 1 && s.parallel.pp > 1 && coin()) s.parallel.schedule = anyWord<Schedule>();
  if (seldom()) s.cluster.nvlinkDomain = *rc::gen::element<std::int64_t>(4, 72);
  if (seldom()) s.cluster.calibration = Calibration{*rc::gen::element<std::int64_t>(3, 20), 0.021};
}

RC_GTEST_PROP(Explain, everyFigureFollowsFromItsFormula, ()) {
  auto s = test::validScenario();
  const auto plain = s;
  anyModelDetails(s.model.shape);
  anyWork(s);
  anySystem(s);
  if (firstError(s)) s = plain;
  const auto report = evaluate(s);
  RC_ASSERT(report.verdict != Verdict::invalid);
  RC_TAG(std::string(word(schedule(s.parallel))));
  for (const auto& fault : test::faultsOf(s, report, coin() ? Language::en : Language::zhCn)) RC_FAIL(fault);
}

// The amounts in the decision steps likewise, of valid and invalid scenarios.
RC_GTEST_PROP(Explain, everyAmountOfTheStepsFollowsFromItsFormula, ()) {
  auto s = coin() ? test::validScenario() : test::anyScenario();
  const auto plain = s;
  anyModelDetails(s.model.shape);
  anyWork(s);
  if (coin()) s.workload.sequenceLength = 65536;
  if (adviceObstacle(s)) s = plain;
  RC_PRE(!adviceObstacle(s));
  for (const auto& fault : test::adviceFaultsOf(s, coin() ? Language::en : Language::zhCn)) RC_FAIL(fault);
}

// Changes are for the better, truly evaluated, and never less work: a smaller global batch lowers no figure of a step.
RC_GTEST_PROP(Explain, changesDoTheSameWork, ()) {
  const auto s = test::validScenario();
  const auto report = evaluate(s);
  Report after;
  const auto keys = explainKeys(report);
  for (int i = 0; i < 8; ++i) {
    const std::string key = i == 0 ? "time.step_s" : *rc::gen::elementOf(keys);
    const auto e = explain(key, s, report, Language::en);
    if (!e) continue;
    for (const auto& change : e->changes) {
      const auto changed = applied(s, change.edit);
      evaluateInto(changed, after);
      RC_ASSERT(figureOf(after, key) == std::optional<double>(change.value));
      RC_ASSERT(after.verdict <= report.verdict);
      RC_ASSERT(!change.label.empty());
      RC_ASSERT(change.label.find("explain-") == std::string::npos);
      if (change.value < e->value) {
        RC_ASSERT(changed.workload.globalBatch >= s.workload.globalBatch);
      }
      if (key.starts_with("time.forward_s") || key.starts_with("time.backward_s")) {
        RC_ASSERT(changed.workload.microBatch == s.workload.microBatch);
      }
    }
  }
}

}  // namespace
}  // namespace shardscope
