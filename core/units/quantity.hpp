// SPDX-License-Identifier: Apache-2.0
#pragma once
// Typed quantities: adding bytes to seconds does not compile.
// Byte counts are exact 64-bit integers; times, rates and FLOPs are doubles (12·h²·L·B·s exceeds 2^53,
// a relative error of 1e-16 is harmless there).

#include <compare>
#include <cstdint>

namespace shardscope {

template <class Unit, class Rep>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(Rep count) : count_(count) {}
  [[nodiscard]] constexpr Rep count() const { return count_; }

  constexpr Quantity& operator+=(Quantity other) {
    count_ += other.count_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity other) {
    count_ -= other.count_;
    return *this;
  }

  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.count_ + b.count_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.count_ - b.count_); }
  friend constexpr Quantity operator*(Quantity a, Rep factor) { return Quantity(a.count_ * factor); }
  friend constexpr Quantity operator*(Rep factor, Quantity a) { return Quantity(a.count_ * factor); }
  friend constexpr Quantity operator/(Quantity a, Rep divisor) { return Quantity(a.count_ / divisor); }
  friend constexpr double ratio(Quantity a, Quantity b) {
    return static_cast<double>(a.count_) / static_cast<double>(b.count_);
  }
  friend constexpr auto operator<=>(Quantity, Quantity) = default;

 private:
  Rep count_ = 0;
};

using Bytes = Quantity<struct ByteUnit, std::int64_t>;
using Seconds = Quantity<struct SecondUnit, double>;
using Flops = Quantity<struct FlopUnit, double>;
using BytesPerSecond = Quantity<struct BytesPerSecondUnit, double>;
using FlopsPerSecond = Quantity<struct FlopsPerSecondUnit, double>;

constexpr Seconds operator/(Bytes amount, BytesPerSecond rate) {
  return Seconds(static_cast<double>(amount.count()) / rate.count());
}
constexpr Seconds operator/(Flops work, FlopsPerSecond rate) { return Seconds(work.count() / rate.count()); }

inline constexpr double kGib = 1073741824.0;  // bytes; capacities and verdicts
inline constexpr double kGb = 1e9;            // bytes; traffic and the chapter's rules of thumb

constexpr double inGib(Bytes b) { return static_cast<double>(b.count()) / kGib; }

}  // namespace shardscope
