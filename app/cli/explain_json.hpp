// SPDX-License-Identifier: Apache-2.0
#pragma once
// An explanation for programs.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/explain/explanation.hpp"
#include "core/explain/words.hpp"

namespace shardscope::cli {

nlohmann::ordered_json explanationJson(const Explanation& explanation);
nlohmann::ordered_json explanationJson(const WordExplanation& explanation);
// A key without a figure: its value is null, and why.
nlohmann::ordered_json noFigureJson(std::string_view key, const std::string& why);

}  // namespace shardscope::cli
