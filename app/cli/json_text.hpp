// SPDX-License-Identifier: Apache-2.0
#pragma once
// JSON as this program prints it: two spaces deep, UTF-8 as it is, a line break at the end.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/scenario/field.hpp"

namespace shardscope::cli {

std::string jsonText(const nlohmann::ordered_json& json);
std::string jsonLine(const nlohmann::ordered_json& json);  // compact, for one record a line

// Sets json["efficiency"]["gemm"] for the dotted name "efficiency.gemm".
void setDotted(nlohmann::ordered_json& json, std::string_view dotted, nlohmann::ordered_json value);

}  // namespace shardscope::cli
