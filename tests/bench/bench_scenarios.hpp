// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/catalogue/catalogue.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope::bench {

// Llama-3-70B on 8 × 8 H100, TP 8 · PP 4 · DP 2: the scenario of the design.
inline Scenario llama70b() {
  Scenario s;
  const auto* model = catalogue().model("llama-3-70b");
  const auto* device = catalogue().device("h100-sxm-80gb");
  s.model = {ModelSource::preset, model->id, model->shape};
  s.cluster.gpuId = device->id;
  s.cluster.device = device->device;
  s.cluster.nodes = 8;
  s.workload.sequenceLength = 8192;
  s.workload.globalBatch = 128;
  s.parallel.tp = 8;
  s.parallel.pp = 4;
  return s;
}

}  // namespace shardscope::bench
