// SPDX-License-Identifier: Apache-2.0
#pragma once
// Time of one layer, of the head and of the embedding, per micro-batch, on one rank (cost-model §5, §6.3, §6.5).

#include "core/cost/head_time.hpp"
#include "core/cost/layer_time_inputs.hpp"

namespace shardscope {

// One pass over one layer, seconds that nothing hides; the sum is what the pass takes.
struct PassTime {
  double gemm = 0, attention = 0, pointwise = 0;
  double tp = 0, cp = 0, ep = 0;
  double floor = 0;                                 // what the host's issue rate adds (§5.7)
  double hiddenTp = 0, hiddenCp = 0, hiddenEp = 0;  // communication behind compute, not in the sum
  double total() const { return gemm + attention + pointwise + tp + cp + ep + floor; }
};

struct LayerTime {
  PassTime forward, backward;
  PassTime repeated;      // recomputation, part of the backward on the clock
  double expertGemm = 0;  // products of the routed experts in all three passes, inside the sums
};

// Everything about one micro-batch that does not depend on p, v, d, M, ZeRO and the schedule: a sweep may keep it per
// (model, device, stack, s, b, precision, recompute, t, c, e, τ, overlap).
struct LayerTimes {
  LayerTime dense, moe;  // moe only for mixture-of-experts models, dense only where such layers exist
  HeadTime head;
  double embedding = 0;  // one pass
};

LayerTimes layerTimes(const LayerInputs& in, bool hasDense, bool hasMoe);

}  // namespace shardscope
