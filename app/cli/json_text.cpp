// SPDX-License-Identifier: Apache-2.0
#include "app/cli/json_text.hpp"

#include <nlohmann/json.hpp>

namespace shardscope::cli {
namespace {

// Readers let only UTF-8 in; a file name of other bytes must not end the program.
constexpr auto kOnBadUtf8 = nlohmann::ordered_json::error_handler_t::replace;

}  // namespace

std::string jsonText(const nlohmann::ordered_json& json) { return json.dump(2, ' ', false, kOnBadUtf8) + "\n"; }
std::string jsonLine(const nlohmann::ordered_json& json) { return json.dump(-1, ' ', false, kOnBadUtf8) + "\n"; }

void setDotted(nlohmann::ordered_json& json, std::string_view dotted, nlohmann::ordered_json value) {
  auto* place = &json;
  while (true) {
    const auto dot = dotted.find('.');
    place = &(*place)[std::string(dotted.substr(0, dot))];
    if (dot == std::string_view::npos) break;
    dotted.remove_prefix(dot + 1);
  }
  *place = std::move(value);
}

}  // namespace shardscope::cli
