// SPDX-License-Identifier: Apache-2.0
#pragma once
// How many different results were seen, exactly up to a bound, in bounded storage.

#include <cstdint>
#include <vector>

#include "core/sweep/row.hpp"

namespace shardscope {

class DistinctResults {
 public:
  static constexpr std::size_t kMost = 65'536;

  void add(const SweepRow& row);
  void merge(const DistinctResults& other);
  void clear();
  std::uint64_t count() const;  // kMost: that many or more

 private:
  void addHash(std::uint64_t hash);
  void compact();

  std::vector<std::uint64_t> hashes_;
  bool full_ = false;
};

}  // namespace shardscope
