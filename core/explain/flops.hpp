// SPDX-License-Identifier: Apache-2.0
#pragma once
// Forward work of a token, and the matrices of a layer that it passes through.

#include "core/explain/draft.hpp"

namespace shardscope {

// Symbols with keys of their own; `whose`: "model" or "hardware".
Formula linearFlops(Draft& d);
Formula coreFlops(Draft& d, std::string_view whose);
Formula logitFlops(Draft& d);

// Elements of the matrices of one layer over all ranks: attention without biases and norms; dense MLP; experts that a
// token visits with router and shared expert.
Formula attentionElements(Draft& d);
Formula denseMlpElements(Draft& d);
Formula mlpMatrices(Draft& d);  // k: 3 gated, else 2

void explainLinearFlops(Draft& d);
void explainCoreFlops(Draft& d);
void explainLogitFlops(Draft& d);

}  // namespace shardscope
