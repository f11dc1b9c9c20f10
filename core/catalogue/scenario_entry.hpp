// SPDX-License-Identifier: Apache-2.0
#pragma once
// A scenario of the catalogue: the keys of a scenario file with an id and its names in both languages.

#include <optional>

#include "core/catalogue/catalogue.hpp"
#include "core/catalogue/field_reader.hpp"

namespace shardscope {

// Presets are looked up in `catalogue`. Nothing if there were errors.
std::optional<ScenarioEntry> readScenarioEntry(const JsonNode& node, const JsonPlace& place, const Catalogue& catalogue,
                                               std::vector<Error>& errors);

}  // namespace shardscope
