// SPDX-License-Identifier: Apache-2.0
#pragma once
// The shared formulas: learned numbers, multiplied weights and attention work of a plan.

#include <optional>

#include "core/io/hf_config.hpp"
#include "core/io/hf_plan.hpp"

namespace shardscope {

struct HfCounts {
  ParameterBreakdown parameters;
  std::int64_t multipliedWeights = 0;
  std::vector<AttentionWork> attention;
};

inline constexpr std::int64_t kMaxParameters = 1'000'000'000'000'000;

// Nothing if a count exceeds kMaxParameters.
std::optional<HfCounts> countHfPlan(const HfPlan& plan);

}  // namespace shardscope
