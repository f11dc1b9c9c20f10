// SPDX-License-Identifier: Apache-2.0
#pragma once
// Messages and bytes that one layer (or stage boundary) moves per micro-batch and rank (cost-model §6.3).

#include "core/cost/layer_time_inputs.hpp"

namespace shardscope {

// What a rank sends in one pass of one layer, and how many collectives (or hops) it takes part in.
struct PassTraffic {
  double bytes = 0;
  double calls = 0;
};

// Full tensor of the sequence-parallel or tensor-parallel collectives: 2nh; fp8 runs gather in fp8 (nh, B6).
double tensorMessageBytes(const LayerInputs& in);
double gatherMessageBytes(const LayerInputs& in);

// Tensor parallelism of one forward pass (the backward pass sends the same): two all-reduces, or two all-gathers and
// two reduce-scatters; a MoE layer without shared experts has half of it, its attention.
double tensorCollectivePairs(const LayerInputs& in, bool moe);
PassTraffic tensorTraffic(const LayerInputs& in, bool moe);

// Context parallelism, forward. Ring: keys and values travel c − 1 hops (backward twice the bytes). All-to-all: four
// exchanges of 2n·h/t.
double ringHopBytes(const LayerInputs& in);
double headExchangeBytes(const LayerInputs& in);
PassTraffic contextTraffic(const LayerInputs& in);

// Expert parallelism, either pass: dispatch and combine of the routed copies, 2(n/r)·K·κ·h each. The copies travel in
// bf16 whatever the precision of the products: a dispatch in fp8 is a choice of its own that no key states, and the
// published fp8 runs are priced without it.
double expertMessageBytes(const LayerInputs& in);
PassTraffic expertTraffic(const LayerInputs& in);

// One message between neighbouring stages: 2nh/t, by sequence parallelism or scatter/gather (2104.04473 §4.1).
double pipelineMessageBytes(const LayerInputs& in);

}  // namespace shardscope
