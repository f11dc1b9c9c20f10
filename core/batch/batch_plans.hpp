// SPDX-License-Identifier: Apache-2.0
#pragma once
// "Fix the batch first, then derive DP, M and the micro-batch": every way to run a wished global batch at the layout of
// a scenario (its tp, pp, cp and all other settings stay), truly evaluated.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/report/report.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {

struct BatchWish {
  std::int64_t sequences = 0;           // global batch
  std::optional<std::int64_t> gpusMax;  // none: the GPU total stays; else DP varies and the total is at most this
  std::int64_t microBatchMax = 64;      // at most 4,096
};

// B = b · M · dp.
struct BatchPlan {
  std::int64_t dp = 0, microBatch = 0, microBatches = 0, gpus = 0;
  bool keeps4P = false;  // M ≥ 4·pp, or no pipeline
  Verdict verdict = Verdict::invalid;
  double bubble = 0;   // bubble ÷ ideal time, closed form
  double dpShare = 0;  // exposed DP communication ÷ step
  double stepS = 0, tokensPerS = 0, mfu = 0;
  Bytes peak;
  bool operator==(const BatchPlan&) const = default;
};

struct BatchPlans {
  std::int64_t sequences = 0, tokens = 0;  // as wished
  std::vector<BatchPlan> plans;            // by step time, then fewer GPUs; what does not fit after what does
  std::int64_t tried = 0;                  // combinations looked at
  bool truncated = false;                  // more than kMostBatchPlans exist: the best are listed
  // The nearest global batches that some combination can run, where the wished one cannot.
  std::optional<std::int64_t> below, above;
  bool belowBound = false, aboveBound = false;  // against limits.global_batch_tokens_min and _max
};
inline constexpr std::size_t kMostBatchPlans = 1000;

// Never invalid plans. Empty where the layout itself is invalid for every degree of DP.
BatchPlans batchPlans(const Scenario& scenario, const BatchWish& wish);

// The scenario that runs a plan, and the edit that leads there.
Scenario withPlan(const Scenario& scenario, const BatchPlan& plan, std::int64_t sequences);
Edit editFor(const Scenario& scenario, const BatchPlan& plan, std::int64_t sequences);

}  // namespace shardscope
