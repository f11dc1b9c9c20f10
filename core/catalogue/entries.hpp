// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parts that every entry of a catalogue file has, and model and device entries.

#include <optional>
#include <string>

#include "core/catalogue/catalogue.hpp"
#include "core/catalogue/field_reader.hpp"

namespace shardscope {

// A member that must be a text; empty with an error if it is missing, empty or something else.
std::string readText(const JsonNode& object, const char* key, const JsonPlace& place, std::vector<Error>& errors);

std::optional<ModelEntry> readModelEntry(const JsonNode& node, const JsonPlace& place, std::vector<Error>& errors);
std::optional<DeviceEntry> readDeviceEntry(const JsonNode& node, const JsonPlace& place, std::vector<Error>& errors);

// The dimensions of an object by modelFields(), complete and consistent enough to be used. `others`: keys read
// elsewhere.
std::optional<ModelShape> readModelShape(const JsonNode& node, const JsonPlace& place, std::vector<Error>& errors,
                                         bool (*others)(std::string_view));
std::optional<Device> readDevice(const JsonNode& node, const JsonPlace& place, std::vector<Error>& errors,
                                 bool (*others)(std::string_view));

}  // namespace shardscope
