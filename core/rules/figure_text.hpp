// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers inside the sentences of rules.

#include <cstdint>
#include <string>

namespace shardscope {

enum class Figure : std::uint8_t {
  count,      // 8,190; beyond a million million 1e+15
  share,      // a fraction: 2.4 %
  gigabytes,  // of bytes, decimal: 12.3
  gibibytes,  // of bytes: 48.5
  seconds,    // 18.78 s, 172 ms
  tokens,     // 1.05 M, 15 T
  factor      // 7.20
};
std::string figureText(double value, Figure figure);

}  // namespace shardscope
