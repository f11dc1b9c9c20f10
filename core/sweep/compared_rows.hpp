// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows that a sweep names (ranking, front, bests of cells, the reference), each with its rank and how robust it is
// among them all.

#include <map>

#include "core/sweep/answers.hpp"

namespace shardscope {

class ComparedRows {
 public:
  ComparedRows(const SweepSpace& space, const SweepOptions& options, const SweepResult& result);
  // Precondition: `row` is one of those of the result, or the reference.
  const Robustness& robustness(const SweepRow& row) const;
  // From 1, of the result that the row shares with its equals; 0: beyond what the sweep kept.
  std::size_t rank(const SweepRow& row) const;

 private:
  using Choice = std::array<std::uint16_t, kDims>;
  void add(std::vector<SweepRow>& rows, const SweepRow& row);

  const SweepResult& result_;
  std::map<Choice, std::size_t> places_;
  std::vector<Robustness> robustness_;
  std::multimap<std::pair<Verdict, double>, std::size_t> ranks_;  // by verdict and metric
};

}  // namespace shardscope
