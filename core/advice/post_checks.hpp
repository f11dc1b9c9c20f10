// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the recommended plan is looked at for afterwards (cost-model §9, post-checks). Internal to the advice.

#include <vector>

#include "core/advice/procedure.hpp"

namespace shardscope {

// `advice` has its plan; `asked` is the scenario it answers.
std::vector<AdvicePart> postChecks(const Scenario& asked, const Advice& advice);

}  // namespace shardscope
