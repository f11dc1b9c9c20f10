// SPDX-License-Identifier: Apache-2.0
#include "core/cost/verdict.hpp"

#include <algorithm>
#include <cmath>

#include "core/cost/memory.hpp"

namespace shardscope {
namespace {

constexpr double kUsableShare = 0.94;

}  // namespace

Bytes fitLimit(Bytes capacity) {
  const double usable = kUsableShare * static_cast<double>(capacity.count());
  const double limit = std::floor((usable - kContextBytes) / kReservedOverAllocated + kContextBytes);
  return std::clamp(Bytes(std::llround(limit)), Bytes(0), capacity);
}

Verdict memoryVerdict(Bytes peak, Bytes capacity) {
  if (peak > capacity) return Verdict::doesNotFit;
  return peak <= fitLimit(capacity) ? Verdict::fits : Verdict::tight;
}

}  // namespace shardscope
