// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/explain/draft.hpp"

namespace shardscope {

// What the pipeline idles per step.
Formula idleSeconds(Draft& d);

// Means over the stages, one micro-batch, without messages: what zero-bubble forms reckon with.
struct MeanTimes {
  double forward = 0, backward = 0, repeated = 0;
};
MeanTimes meanTimes(const ExplainFacts& facts);

}  // namespace shardscope
