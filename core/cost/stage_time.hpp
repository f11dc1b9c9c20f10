// SPDX-License-Identifier: Apache-2.0
#pragma once
// Time of one micro-batch on each stage: layers of two kinds, embedding on the first, head on the last (cost-model §7).

#include "core/cost/layer_time.hpp"

namespace shardscope {

struct StageKinds {
  double dense = 0, moe = 0;  // layers
};

struct StageTime {
  double forward = 0, backward = 0;  // seconds; backward with what it computes again
  double repeated = 0;               // of the backward
  double total() const { return forward + backward; }
};
StageTime stageTime(const LayerTimes& times, StageKinds layers, bool first, bool last);

}  // namespace shardscope
