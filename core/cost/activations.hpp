// SPDX-License-Identifier: Apache-2.0
#pragma once
// Activation bytes of one transformer layer, one micro-batch, one rank (cost-model §3.1–3.6).
// Sources: 2205.05198 eqs. 1, 2, 4 and Table 2; 2307.08691 for flash attention; the rest follows from the same list.

#include "core/scenario/scenario.hpp"

namespace shardscope {

struct LayerActivations {
  double full = 0;      // kept for the backward pass without recompute
  double core = 0;      // of it: scores, softmax and its dropout, or the log-sum-exp of flash attention
  double stored = 0;    // kept per in-flight micro-batch under the scenario's recompute
  double repeated = 0;  // comes back while this layer is recomputed (per layer of a segment under full recompute)
  double mlpWidth = 0;  // columns of the first MLP product on a rank, per token (f̂ of §3.8)
};

// `moe`: a layer with routed experts instead of the dense MLP. Precondition: the model has such a layer. `moreLoad`: as
// of moeLoad().
LayerActivations layerActivations(const Scenario& scenario, bool moe, double moreLoad = 1);

// n = s·b/c: tokens of a micro-batch on one rank, before the split over tp of sequence parallelism.
double tokensPerRank(const Scenario& scenario);
// r: divisor of the tensors that sequence parallelism splits.
double sequenceDivisor(const Parallel& parallel);
// Bytes of one activation element: 4 in fp32, otherwise 2 (FP8 recipes keep bf16 activations and cast, §2.4).
double activationBytes(Precision precision);

}  // namespace shardscope
