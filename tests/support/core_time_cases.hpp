// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scenarios of the worked examples of the time side.

#include "tests/support/core_models.hpp"
#include "tests/support/core_run_table.hpp"

namespace shardscope::test {

// A model on `gpus` of a device of the cost model's table.
inline Scenario scenarioOn(const char* device, const ModelShape& model, std::int64_t gpus, std::int64_t sequence) {
  auto s = scenarioOf(model, gpus, sequence);
  s.cluster.gpuId = device;
  s.cluster.device = referenceDevice(device);
  return s;
}

// Llama-3-70B on 512 H100: TP 8, PP 8, DP 8, sequence parallel, 128 micro-batches of one sequence of 8,192.
inline Scenario llama70bOn512() {
  auto s = scenarioOn("h100-sxm-80gb", llama3_70b(), 512, 8192);
  s.parallel.tp = s.parallel.pp = 8;
  s.workload.globalBatch = 1024;
  s.overlap.tp = 0.6;
  return s;
}

}  // namespace shardscope::test
