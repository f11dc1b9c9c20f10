// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/distinct_results.hpp"

#include <algorithm>
#include <bit>

namespace shardscope {
namespace {

// The finalizer of splitmix64: every bit of the result depends on every bit of the number.
std::uint64_t mixed(std::uint64_t number) {
  number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9U;
  number = (number ^ (number >> 27U)) * 0x94d049bb133111ebU;
  return number ^ (number >> 31U);
}

std::uint64_t hashOf(const SweepRow& row) {
  std::uint64_t hash = static_cast<std::uint64_t>(row.verdict);
  for (const double figure : {row.value, row.step, row.bubble})
    hash = mixed(hash + 0x9e3779b97f4a7c15U + std::bit_cast<std::uint64_t>(figure + 0.0));  // −0 is 0
  return mixed(hash + 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(row.peak));
}

}  // namespace

void DistinctResults::add(const SweepRow& row) {
  if (!full_) addHash(hashOf(row));
}

void DistinctResults::merge(const DistinctResults& other) {
  for (const auto hash : other.hashes_)
    if (!full_) addHash(hash);
  full_ |= other.full_;
}

void DistinctResults::clear() {
  hashes_.clear();
  full_ = false;
}

void DistinctResults::addHash(std::uint64_t hash) {
  hashes_.push_back(hash);
  if (hashes_.size() >= 2 * kMost) compact();
}

void DistinctResults::compact() {
  std::sort(hashes_.begin(), hashes_.end());
  hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
  full_ = hashes_.size() >= kMost;
}

std::uint64_t DistinctResults::count() const {
  if (full_) return kMost;
  auto copy = *this;
  copy.compact();
  return std::min<std::uint64_t>(kMost, copy.hashes_.size());
}

}  // namespace shardscope
