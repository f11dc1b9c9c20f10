// SPDX-License-Identifier: Apache-2.0
#pragma once
// "Fix the batch first, then derive DP, M and the micro-batch": every way to run a wished global batch at the layout of
// a scenario (its tp, pp, cp and all other settings stay), each truly evaluated.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/report/report.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {

struct BatchWish {
  std::int64_t sequences = 0;           // global batch
  std::optional<std::int64_t> gpusMax;  // none: the GPU total stays; else DP varies and the total is at most this
  std::int64_t microBatchMax = 64;
};

// sequences = microBatch · microBatches · dp; gpus = tp·pp·cp·dp.
struct BatchPlan {
  std::int64_t sequences = 0, dp = 0, microBatch = 0, microBatches = 0, gpus = 0;
  bool keeps4P = false;  // M ≥ 4·pp, or no pipeline
  Verdict verdict = Verdict::invalid;
  double bubble = 0;   // BubbleReport::ratioActual
  double dpShare = 0;  // exposed DP communication ÷ step
  double stepS = 0, tokensPerS = 0, mfu = 0;
  Bytes peak;
  bool operator==(const BatchPlan&) const = default;
};

struct BatchPlans {
  std::vector<BatchPlan> plans;  // what fits first, then tight, then not; by step time, then fewer GPUs
  std::int64_t tried = 0;        // combinations of whole numbers looked at
  bool truncated = false;        // the bounds of work or output were met: the plans are the best of what was tried
  // Where no plan exists: the nearest global batches that have one.
  std::optional<std::int64_t> below, above;
  std::int64_t gpusNeeded = 0;    // by the smallest legal DP; 0 if that is not to be had at a fixed GPU total
  std::optional<Issue> obstacle;  // where neither exists though the GPUs suffice: what is wrong with the layout
  bool belowBound = false, aboveBound = false;  // the wish against limits.global_batch_tokens_min and _max
};
inline constexpr std::size_t kMostBatchPlans = 1000;
inline constexpr std::int64_t kMostStagesPriced = 500'000;  // pipeline stages over all combinations

// Total: a wish out of range has no plans. `scenario` may be invalid by its own batch or DP.
BatchPlans batchPlans(const Scenario& scenario, const BatchWish& wish);

// The scenario that runs a plan, and the edit that leads there.
Scenario withPlan(const Scenario& scenario, const BatchPlan& plan);
Edit editFor(const Scenario& scenario, const BatchPlan& plan);

}  // namespace shardscope
