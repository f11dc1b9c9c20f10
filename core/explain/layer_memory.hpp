// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parameters and activations of one layer.

#include "core/explain/draft.hpp"

namespace shardscope {

void explainLayerParameters(Draft& d);
void explainLayerParametersPerGpu(Draft& d);
void explainExpertsPerGpu(Draft& d);
void explainFullActivations(Draft& d);
void explainStoredActivations(Draft& d);

}  // namespace shardscope
