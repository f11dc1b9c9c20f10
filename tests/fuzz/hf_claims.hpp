// SPDX-License-Identifier: Apache-2.0
#pragma once
// What must hold for every text given to the importer of config.json.

#include <string_view>

namespace shardscope::fuzz {

// Refused with readable errors; or counted: parts that add up, active parameters among all, a shape that carries the
// counts, is legal in a scenario and survives being written and read.
void claimImporter(std::string_view text);

}  // namespace shardscope::fuzz
