// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stage_time.hpp"

namespace shardscope {

StageTime stageTime(const LayerTimes& times, StageKinds layers, bool first, bool last) {
  StageTime stage;
  stage.repeated = layers.dense * times.dense.repeated.total() + layers.moe * times.moe.repeated.total();
  stage.forward = layers.dense * times.dense.forward.total() + layers.moe * times.moe.forward.total();
  stage.backward =
      layers.dense * times.dense.backward.total() + layers.moe * times.moe.backward.total() + stage.repeated;
  if (first) {
    stage.forward += times.embedding;
    stage.backward += times.embedding;
  }
  if (last) {
    stage.forward += times.head.forward;
    stage.backward += times.head.backward;
  }
  return stage;
}

}  // namespace shardscope
