// SPDX-License-Identifier: Apache-2.0
#pragma once
// Memory-bound work of one layer and micro-batch on one rank: norms, residuals, activation, rotary embedding,
// precision casts, expert permutation (cost-model §5.3).

#include "core/cost/layer_time_inputs.hpp"

namespace shardscope {

struct PointwiseTime {
  double forward = 0, backward = 0;  // seconds
};

PointwiseTime pointwiseSeconds(const LayerInputs& in, bool moe);

}  // namespace shardscope
