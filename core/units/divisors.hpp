// SPDX-License-Identifier: Apache-2.0
#pragma once
// The divisors of a count.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace shardscope {

// Walks them without storing them: calls visit(divisor) for every divisor of `number` from the largest down, until it
// returns true, and says whether it did. About 2·√number divisions. Precondition: number ≥ 1.
template <class Visit>
bool anyDivisorDownward(std::int64_t number, const Visit& visit) {
  std::int64_t small = 1;
  for (; small <= number / small; ++small)
    if (number % small == 0 && visit(number / small)) return true;
  for (--small; small >= 1; --small)
    if (number % small == 0 && small != number / small && visit(small)) return true;
  return false;
}

// The largest divisor of `number` that is not above `atMost`; 1 if there is none. Precondition: number ≥ 1.
inline std::int64_t largestDivisor(std::int64_t number, std::int64_t atMost) {
  std::int64_t largest = 1;
  anyDivisorDownward(number, [&](std::int64_t divisor) {
    if (divisor > atMost) return false;
    largest = divisor;
    return true;
  });
  return largest;
}

// All divisors that are not above `atMost`, ascending. Precondition: number ≥ 1.
inline std::vector<std::int64_t> divisors(std::int64_t number, std::int64_t atMost) {
  std::vector<std::int64_t> values;
  anyDivisorDownward(number, [&](std::int64_t divisor) {
    if (divisor <= atMost) values.push_back(divisor);
    return false;
  });
  std::reverse(values.begin(), values.end());
  return values;
}

}  // namespace shardscope
