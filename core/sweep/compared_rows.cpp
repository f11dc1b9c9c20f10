// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/compared_rows.hpp"

namespace shardscope {

ComparedRows::ComparedRows(const SweepSpace& space, const SweepOptions& options, const SweepResult& result)
    : result_(result) {
  std::vector<SweepRow> rows;
  for (const auto& row : result.top) {
    ranks_.emplace(std::pair(row.verdict, row.value), rows.size());
    add(rows, row);
  }
  for (const auto& row : result.front) add(rows, row);
  for (const auto& cell : result.cells)
    if (cell.hasBest) add(rows, cell.best);
  if (options.reference) add(rows, *options.reference);
  robustness_ = shardscope::robustness(space, rows, options.metric);
}

void ComparedRows::add(std::vector<SweepRow>& rows, const SweepRow& row) {
  if (places_.emplace(row.choice, rows.size()).second) rows.push_back(row);
}

const Robustness& ComparedRows::robustness(const SweepRow& row) const {
  return robustness_[places_.find(row.choice)->second];
}

std::size_t ComparedRows::rank(const SweepRow& row) const {
  const auto [first, last] = ranks_.equal_range({row.verdict, row.value});
  for (auto place = first; place != last; ++place)
    if (RankOrder::isEqual(result_.top[place->second], row)) return place->second + 1;
  return 0;
}

}  // namespace shardscope
