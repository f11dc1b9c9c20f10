// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace shardscope {

// The double nearest to a decimal number (`-12`, `.5`, `1e4`, `+2.50E-3`), the same in every locale. Beyond the range
// of a double: ±infinity, or zero. Nothing for any other text, "inf" and "0x10" included.
std::optional<double> decimal(std::string_view text);

}  // namespace shardscope
