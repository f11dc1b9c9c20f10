// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/tally.hpp"

#include <algorithm>

namespace shardscope {
namespace {

void countVerdict(SweepCounts& counts, Verdict verdict) {
  ++counts.tried;
  if (verdict == Verdict::fits)
    ++counts.fitted;
  else if (verdict == Verdict::tight)
    ++counts.tight;
  else
    ++counts.doesNotFit;
}

void takeMissing(SweepCell& cell, std::int64_t missing) {
  if (missing > 0 && (cell.missing == 0 || missing < cell.missing)) cell.missing = missing;
}

}  // namespace

void SweepCounts::add(const SweepCounts& other) {
  tried += other.tried;
  fitted += other.fitted;
  tight += other.tight;
  doesNotFit += other.doesNotFit;
  for (std::size_t i = 0; i < refused.size(); ++i) refused[i] += other.refused[i];
}

void Tally::addRefused(RuleId rule, std::uint64_t count, std::int64_t cell) {
  const auto add = [&](SweepCounts& counts) {
    counts.tried += count;
    counts.refused[static_cast<std::size_t>(rule)] += count;
  };
  add(counts_);
  if (cell >= 0) add(cells_[static_cast<std::size_t>(cell)].counts);
}

void Tally::addPriced(const SweepRow& row, std::int64_t capacity, std::int64_t cell) {
  countVerdict(counts_, row.verdict);
  const bool isRunning = runs(row.verdict);
  if (cell >= 0) {
    auto& home = cells_[static_cast<std::size_t>(cell)];
    countVerdict(home.counts, row.verdict);
    if (isRunning)
      addBest(home, row);
    else
      takeMissing(home, row.peak - capacity);
  }
  if (isRunning || options_.keepInfeasible) top_.add(row);
  if (!isRunning) addMiss(row);
  if (!isRunning) return;
  addFront(row);
  addToCloud(row, capacity);
  if (options_.reference && order_.isBetter(row, *options_.reference) && !RankOrder::isEqual(row, *options_.reference))
    better_.add(row);
}

void Tally::addBest(SweepCell& cell, const SweepRow& row) const {
  if (cell.hasBest && !order_.isBetter(row, cell.best)) return;
  cell.hasBest = true;
  cell.best = row;
}

void Tally::addMiss(const SweepRow& row) {
  if (!miss_ || row.peak < miss_->peak || (row.peak == miss_->peak && order_.isBetter(row, *miss_))) miss_ = row;
}

// On the front nothing else is both no slower and no fuller. Of equal points the preferred recipe stays.
void Tally::addFront(const SweepRow& row) {
  auto place = std::lower_bound(front_.begin(), front_.end(), row.step,
                                [](const SweepRow& kept, double step) { return kept.step < step; });
  if (place != front_.begin() && std::prev(place)->peak <= row.peak) return;
  if (place != front_.end() && place->step == row.step && place->peak <= row.peak &&
      (place->peak < row.peak || !order_.isBetter(row, *place)))
    return;
  auto end = place;
  while (end != front_.end() && end->peak >= row.peak) ++end;
  place = front_.erase(place, end);
  front_.insert(place, row);
}

void Tally::addToCloud(const SweepRow& row, std::int64_t capacity) {
  const auto bin = [](double share, std::size_t bins) {
    return static_cast<std::size_t>(std::clamp(share, 0.0, 1 - 1e-9) * static_cast<double>(bins));
  };
  const auto column = bin(static_cast<double>(row.peak) / static_cast<double>(capacity), SweepCloud::kColumns);
  cloud_.bins.set(bin(row.mfu, SweepCloud::kRows) * SweepCloud::kColumns + column);
}

void Tally::merge(const Tally& other) {
  counts_.add(other.counts_);
  for (const auto& row : other.top_.unsorted()) top_.add(row);
  for (const auto& row : other.front_) addFront(row);
  if (other.miss_) addMiss(*other.miss_);
  cloud_.bins |= other.cloud_.bins;
  better_.merge(other.better_);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    cells_[i].counts.add(other.cells_[i].counts);
    if (other.cells_[i].hasBest) addBest(cells_[i], other.cells_[i].best);
    takeMissing(cells_[i], other.cells_[i].missing);
  }
}

void Tally::restart(const Tally& other) {
  counts_ = {};
  top_.restart(other.top_);
  front_.clear();
  miss_.reset();
  cloud_ = {};
  better_.clear();
  std::fill(cells_.begin(), cells_.end(), SweepCell{});
}

}  // namespace shardscope
