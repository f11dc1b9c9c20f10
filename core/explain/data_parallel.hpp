// SPDX-License-Identifier: Apache-2.0
#pragma once
// Data-parallel traffic of a step: its collectives one by one, and how much of their time is exposed.

#include <vector>

#include "core/explain/draft.hpp"

namespace shardscope {

Formula dataParallelTotal(Draft& d);    // D: all collectives before any overlap
Formula exposedCollectives(Draft& d);   // of D
Formula exposedDataParallel(Draft& d);  // with the transfers per owner rank

// One kind of collective of a step.
struct DataCollective {
  const char* name;      // "AG", "RS", "AR"
  bool experts = false;  // of the expert parameters
  double ranks = 1;
  double bytes = 0;    // of the full message
  double times = 0;    // per step, or per step and layer under ZeRO-3
  double passes = 1;   // 2: an all-reduce
  double seconds = 0;  // each
};
std::vector<DataCollective> dataCollectives(const ExplainFacts& facts);

}  // namespace shardscope
