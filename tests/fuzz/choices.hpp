// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a random value takes its choices from: the bytes of an input, then zeros. The first choice of a list should
// therefore be the plainest.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace shardscope::fuzz {

class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  // 0 … n - 1; takes no more bytes than n needs. Precondition: n ≥ 1.
  std::uint64_t below(std::uint64_t n) {
    std::uint64_t drawn = 0;
    for (auto left = n - 1; left > 0; left >>= 8) drawn = drawn << 8 | byte();
    return drawn % n;
  }
  bool coin() { return below(2) == 1; }
  bool oneIn(std::uint64_t n) { return below(n) == n - 1; }
  std::int64_t between(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(most - least) + 1));
  }
  template <class T>
  T oneOf(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }

 private:
  std::uint8_t byte() { return at_ < bytes_.size() ? bytes_[at_++] : std::uint8_t{0}; }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

}  // namespace shardscope::fuzz
