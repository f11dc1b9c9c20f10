// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes of weights, gradients and optimizer state of a stage.

#include "core/explain/draft.hpp"

namespace shardscope {

Formula weightBytes(Draft& d);     // w, per parameter
Formula gradientBytes(Draft& d);   // γ
Formula optimizerBytes(Draft& d);  // o

void explainParameters(Draft& d);
void explainGradients(Draft& d);
void explainOptimizer(Draft& d);

}  // namespace shardscope
