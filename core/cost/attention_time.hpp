// SPDX-License-Identifier: Apache-2.0
#pragma once
// Time of the attention core, scores to weighted values, of one layer and micro-batch on one rank (cost-model §5.2).

#include "core/cost/layer_time_inputs.hpp"

namespace shardscope {

struct AttentionTime {
  double forward = 0, backward = 0;  // seconds
};

AttentionTime attentionSeconds(const LayerInputs& in);

// Sustained FLOP/s of the fused core forward and backward: device efficiency, occupancy, short sequences (B4),
// narrow heads (A6) and the stack's kernel.
void setAttentionRates(const Device& device, LayerInputs& in);

// Relative rate at a sequence length; 1 at 8,192 (FlashAttention-2/-3 and cuDNN kernel tables).
double sequenceRamp(double sequence);

}  // namespace shardscope
