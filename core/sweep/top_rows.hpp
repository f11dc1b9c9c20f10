// SPDX-License-Identifier: Apache-2.0
#pragma once
// The best rows of many, equal results merged: constant time per row on average, storage for twice as many as are kept.

#include <optional>
#include <vector>

#include "core/sweep/row.hpp"

namespace shardscope {

class TopRows {
 public:
  TopRows(RankOrder order, std::size_t most) : order_(order), most_(most) {}

  void add(const SweepRow& row);
  // Forgets its rows, and will take none that `other` would refuse.
  void restart(const TopRows& other);
  const std::vector<SweepRow>& unsorted() const { return rows_; }  // all of the best, and some more
  std::vector<SweepRow> sorted() const;                            // best first, no two of them equal

 private:
  void compact();

  RankOrder order_;
  std::size_t most_;
  std::vector<SweepRow> rows_;
  std::optional<SweepRow> bar_;  // what is not better cannot come among the best any more
};

}  // namespace shardscope
