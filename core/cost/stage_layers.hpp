// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which layers a pipeline stage holds (cost-model §1.3).

#include <vector>

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

// Resizes `stages` to pp and sets `layers` and `moeLayers` of each. Chunk j of stage i is global chunk j·pp + i; a
// stage whose layers its chunks do not divide spreads them as evenly as whole layers allow.
void fillStageLayers(const Scenario& scenario, std::vector<StageMemory>& stages);

}  // namespace shardscope
