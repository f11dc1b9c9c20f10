// SPDX-License-Identifier: Apache-2.0
#pragma once
// 4a of the decision procedure: how many pipeline stages the layers need. Internal to the advice.

#include <vector>

#include "core/advice/steps.hpp"

namespace shardscope {

struct StageCount {
  AdviceLayout layout;  // the tp and cp asked about with pp, ep and recompute; if not found the nearest try
  bool found = false;
  std::vector<AdvicePart> parts;
};
// By 18 bytes per parameter and 60 % of the memory, up the recompute ladder, as long as the exact peak agrees and the
// degrees divide the total; else the most stages whose exact peak under full recompute stays within 90 %. Powers of two
// (§9); where none of them both uses all GPUs and fits, other divisors of the GPUs.
StageCount countStages(const AdviceQuestion& question, const AdviceLayout& start);

}  // namespace shardscope
