// SPDX-License-Identifier: Apache-2.0
#pragma once
// Floating point operations (cost-model §4): the model's by convention, and those the hardware really does.

#include "core/scenario/scenario.hpp"
#include "core/units/quantity.hpp"

namespace shardscope {

// Forward work of one token through the whole model.
struct ForwardFlops {
  double linear = 0;  // attention and MLP matrices, 2 per parameter touched; routers of MoE layers
  double core = 0;    // QKᵀ and its product with V
  double logits = 0;  // 2hV, unpadded
  double total() const { return linear + core + logits; }
};
// `keys`: mean number of keys a query meets: s for full attention, s/2 under a causal mask.
// Megatron-LM leaves the routers out (0.26 % of DeepSeek-V3).
ForwardFlops forwardFlopsPerToken(const ModelShape& model, double keys);

// Keys a query meets in executed work: a sliding window on a share of the layers shortens them.
double executedKeys(const ModelShape& model, std::int64_t sequenceLength);

// One step of the whole job. The conventions (§4):
//   causal     3 × forward, half core             Megatron-LM num_floating_point_operations
//   full       3 × forward, full core             2205.05198 eq. 7
//   paper2021  4 × layers + 3 × logits, full core  2104.04473 eq. 3
//   6n         6 × active parameters               scaling laws
Flops modelFlops(const ModelShape& model, double tokens, std::int64_t sequenceLength, FlopConvention convention);

// Work that is done, recompute included. Under `causal` and `6n` the core is what the kernel executes: flash attention
// skips the masked half and repeats the scores in its backward pass (2.5 × forward), plain attention computes
// everything. Under `full` and `paper2021` the core stays full, as the papers that use them print HFU.
Flops hardwareFlops(const Scenario& scenario);

}  // namespace shardscope
