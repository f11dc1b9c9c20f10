// SPDX-License-Identifier: Apache-2.0
#pragma once
// The value of one scenario key, as files, edits and issues carry it.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace shardscope {

// monostate = null: "the default follows".
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::int64_t>>;

}  // namespace shardscope
