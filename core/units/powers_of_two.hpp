// SPDX-License-Identifier: Apache-2.0
#pragma once
// The values that degrees, batches and lengths nearly always have.

#include <cstdint>
#include <vector>

namespace shardscope {

// unit · 2^k for k ≥ 0, those from `least` to `greatest`, ascending. Precondition: unit ≥ 1, greatest < 2^62.
inline std::vector<std::int64_t> powersOfTwo(std::int64_t least, std::int64_t greatest, std::int64_t unit = 1) {
  std::vector<std::int64_t> values;
  for (auto value = unit; value <= greatest; value *= 2)
    if (value >= least) values.push_back(value);
  return values;
}

}  // namespace shardscope
