// SPDX-License-Identifier: Apache-2.0
// The batch solver against brute force: every DP, micro-batch and M through evaluate().
#include "core/batch/batch_plans.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "tests/property/rules_generators.hpp"

namespace shardscope {
namespace {

using namespace test;

using Shape = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  // dp, micro-batch, M

// All shapes of a batch that are legal at the scenario's layout, by counting.
std::set<Shape> bruteForce(const Scenario& s, const BatchWish& wish, std::int64_t sequences) {
  std::set<Shape> found;
  const auto ranks = s.parallel.tp * s.parallel.pp * s.parallel.cp;
  const auto most = wish.gpusMax ? *wish.gpusMax / ranks : gpuCount(s.cluster) / ranks;
  for (std::int64_t dp = 1; dp <= most; ++dp) {
    if (!wish.gpusMax && dp * ranks != gpuCount(s.cluster)) continue;
    for (std::int64_t b = 1; b <= wish.microBatchMax; ++b) {
      if (sequences % (dp * b) != 0) continue;
      auto trial = s;
      trial.cluster.nodes.reset();
      trial.cluster.gpus = dp * ranks;
      trial.parallel.dp = dp;
      trial.workload.microBatch = b;
      trial.workload.globalBatch = sequences;
      if (!firstError(trial)) found.emplace(dp, b, sequences / dp / b);
    }
  }
  return found;
}

BatchWish anyWish() {
  BatchWish wish;
  wish.sequences = *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(1, 300), rc::gen::element<std::int64_t>(128, 240));
  if (*rc::gen::arbitrary<bool>()) wish.gpusMax = *rc::gen::inRange<std::int64_t>(1, 400);
  wish.microBatchMax = *rc::gen::inRange<std::int64_t>(1, 9);
  RC_LOG() << "B " << wish.sequences << " GPUs " << wish.gpusMax.value_or(0) << " b " << wish.microBatchMax
           << std::endl;
  return wish;
}

RC_GTEST_PROP(BatchPlansProperty, findsWhatBruteForceFinds, ()) {
  const auto s = anyScenario();
  const auto wish = anyWish();
  const auto found = batchPlans(s, wish);
  std::set<Shape> shapes;
  for (const auto& plan : found.plans) {
    shapes.emplace(plan.dp, plan.microBatch, plan.microBatches);
    RC_ASSERT(plan.sequences == wish.sequences);
    const auto trial = withPlan(s, plan);
    RC_ASSERT(applied(s, editFor(s, plan)) == trial);
    const auto report = evaluate(trial);
    RC_ASSERT(report.verdict == plan.verdict);
    RC_ASSERT(report.time.step.count() == plan.stepS);
    RC_ASSERT(report.batch.gpus == plan.gpus);
    RC_ASSERT(report.batch.microBatches == plan.microBatches);
  }
  RC_ASSERT(shapes.size() == found.plans.size());
  RC_ASSERT(shapes == bruteForce(s, wish, wish.sequences));
}

RC_GTEST_PROP(BatchPlansProperty, neighboursAreTheNearest, ()) {
  const auto s = anyScenario();
  auto wish = anyWish();
  wish.gpusMax = wish.gpusMax ? std::optional(*wish.gpusMax % 100 + 1) : std::nullopt;
  const auto found = batchPlans(s, wish);
  RC_PRE(found.plans.empty());
  RC_ASSERT(!found.below || !bruteForce(s, wish, *found.below).empty());
  RC_ASSERT(!found.above || !bruteForce(s, wish, *found.above).empty());
  for (auto batch = found.below.value_or(0) + 1; batch < wish.sequences; ++batch)
    RC_ASSERT(bruteForce(s, wish, batch).empty());
  for (auto batch = wish.sequences; batch < found.above.value_or(wish.sequences + 60); ++batch)
    RC_ASSERT(bruteForce(s, wish, batch).empty());
}

}  // namespace
}  // namespace shardscope
