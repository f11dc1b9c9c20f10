// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/top_rows.hpp"

#include <algorithm>
#include <tuple>

namespace shardscope {
namespace {

constexpr std::size_t kRoom = 64;  // between two clearances, for short lists

auto resultOf(const SweepRow& row) { return std::tie(row.verdict, row.value, row.step, row.peak, row.bubble); }

// Of equal results the preferred recipe stays.
void mergeEqual(std::vector<SweepRow>& rows, const RankOrder& order) {
  std::sort(rows.begin(), rows.end(), [&](const SweepRow& a, const SweepRow& b) {
    const auto ofA = resultOf(a), ofB = resultOf(b);
    return ofA != ofB ? ofA < ofB : order.isBetter(a, b);
  });
  rows.erase(std::unique(rows.begin(), rows.end(), RankOrder::isEqual), rows.end());
}

}  // namespace

void TopRows::add(const SweepRow& row) {
  if (most_ == 0 || (bar_ && !order_.isBetter(row, *bar_))) return;
  rows_.push_back(row);
  if (rows_.size() >= 2 * most_ + kRoom) compact();
}

void TopRows::compact() {
  mergeEqual(rows_, order_);
  if (rows_.size() < most_) return;
  const auto last = rows_.begin() + static_cast<std::ptrdiff_t>(most_ - 1);
  std::nth_element(rows_.begin(), last, rows_.end(),
                   [this](const SweepRow& a, const SweepRow& b) { return order_.isBetter(a, b); });
  rows_.resize(most_);
  bar_ = rows_.back();
}

void TopRows::restart(const TopRows& other) {
  rows_.clear();
  bar_ = other.bar_;
}

std::vector<SweepRow> TopRows::sorted() const {
  auto rows = rows_;
  mergeEqual(rows, order_);
  std::sort(rows.begin(), rows.end(), [this](const SweepRow& a, const SweepRow& b) { return order_.isBetter(a, b); });
  if (rows.size() > most_) rows.resize(most_);
  return rows;
}

}  // namespace shardscope
