// SPDX-License-Identifier: Apache-2.0
#pragma once
// What must hold for every text given to the readers of run tables and calibration profiles.

#include <string_view>

namespace shardscope::fuzz {

// Refused with readable errors; or every row is a run or is left out for a readable reason, every run has figures, and
// what validation makes of them is finite.
void claimRunTable(std::string_view text);

// Refused with readable errors; or a profile that is read back equal and gives a device legal efficiencies.
void claimProfile(std::string_view text);

}  // namespace shardscope::fuzz
