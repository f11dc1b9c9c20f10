// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/scenario/scenario.hpp"

namespace shardscope::cli {

// "NAME.shard.yaml": the scenario's name, else that of the preset or file it came from, else "scenario". Characters
// that a file name cannot hold become "-"; long names are cut between characters.
std::string exportName(const Scenario& scenario, const std::string& source);

}  // namespace shardscope::cli
