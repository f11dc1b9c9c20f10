// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts that know when they no longer fit: sums and products of sizes from a file nobody has looked at yet.

#include <cstdint>

namespace shardscope {

// Non-negative. After an overflow every result that used it has overflowed too; its value is meaningless.
class CheckedCount {
 public:
  constexpr CheckedCount() = default;
  constexpr CheckedCount(std::int64_t count)
      : count_(count), overflowed_(count < 0) {}  // NOLINT: counts mix with numbers
  constexpr std::int64_t count() const { return count_; }
  constexpr bool overflowed() const { return overflowed_; }

  friend constexpr CheckedCount operator+(CheckedCount a, CheckedCount b) {
    CheckedCount sum;
    sum.overflowed_ = __builtin_add_overflow(a.count_, b.count_, &sum.count_) || a.overflowed_ || b.overflowed_;
    return sum;
  }
  friend constexpr CheckedCount operator*(CheckedCount a, CheckedCount b) {
    CheckedCount product;
    product.overflowed_ = __builtin_mul_overflow(a.count_, b.count_, &product.count_) || a.overflowed_ || b.overflowed_;
    return product;
  }
  constexpr CheckedCount& operator+=(CheckedCount other) { return *this = *this + other; }

 private:
  std::int64_t count_ = 0;
  bool overflowed_ = false;
};

}  // namespace shardscope
