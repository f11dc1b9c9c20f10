// SPDX-License-Identifier: Apache-2.0
#pragma once
// What must hold for every text given to a scenario reader.

#include <string_view>

#include "core/io/scenario_reader.hpp"

namespace shardscope::fuzz {

// parseScenario or parseScenarioJson.
using ScenarioReader = tl::expected<LoadedScenario, Errors> (*)(std::string_view text, const std::string& file,
                                                                const std::string& directory, Language language);

// Refused with readable errors; or read, written and read again without a change, and evaluated to a sound report.
void claimScenarioReader(std::string_view text, ScenarioReader read);

// Both writers give a text that reads back as an equal scenario and is written the same again.
void claimWriters(const Scenario& scenario);

}  // namespace shardscope::fuzz
