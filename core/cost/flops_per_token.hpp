// SPDX-License-Identifier: Apache-2.0
#pragma once
// Work of one token, forward and in training, as `params` and the dialog of dimensions show it.

#include <cstdint>

#include "core/scenario/model.hpp"

namespace shardscope {

// Keys a query meets under a causal mask, on average over a sequence of T tokens: (T+1)/2, in a window of w < T tokens
// w - w(w-1)/(2T). 0 = no window.
double causalKeys(std::int64_t window, std::int64_t tokens);

struct FlopsPerToken {
  double forwardCausal = 0, forwardFull = 0;    // only the keys a query may see; every score computed
  double trainingCausal = 0, trainingFull = 0;  // forward and backward, no recomputation
};
FlopsPerToken withTraining(double forwardCausal, double forwardFull);  // the backward costs twice the forward
// Mean over a sequence of `tokens`, by dimensions alone; core/io/hf_config.hpp has that of a file with all its layers.
FlopsPerToken flopsPerToken(const ModelShape& model, std::int64_t tokens);

}  // namespace shardscope
