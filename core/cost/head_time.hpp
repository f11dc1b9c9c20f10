// SPDX-License-Identifier: Apache-2.0
#pragma once
// Output projection with loss on the last stage, and input embedding on the first, per micro-batch (cost-model §5.3).

#include "core/cost/layer_time_inputs.hpp"

namespace shardscope {

struct HeadTime {
  double forward = 0, backward = 0;      // seconds: products, cross-entropy, tensor-parallel collectives
  double forwardTp = 0, backwardTp = 0;  // the collectives' part of them
};

HeadTime headSeconds(const LayerInputs& in);

// One pass, forward or backward.
double embeddingSeconds(const LayerInputs& in);

}  // namespace shardscope
