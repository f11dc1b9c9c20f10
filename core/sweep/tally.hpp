// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a sweep keeps of the configurations it has seen: counts, the best N, the Pareto front, the cells of a map. Its
// size does not depend on how many there are, and merging two tallies gives what one would have seen.

#include <bitset>
#include <optional>
#include <vector>

#include "core/rules/issue.hpp"
#include "core/sweep/distinct_results.hpp"
#include "core/sweep/top_rows.hpp"

namespace shardscope {

inline constexpr auto kErrorRules = static_cast<std::size_t>(RuleId::R1) + 1;

struct SweepCounts {
  std::uint64_t tried = 0, fitted = 0, tight = 0, doesNotFit = 0;
  std::array<std::uint64_t, kErrorRules> refused{};  // by the first rule that fails
  void add(const SweepCounts& other);
  bool operator==(const SweepCounts&) const = default;
};

struct SweepCell {
  SweepCounts counts;
  bool hasBest = false;
  SweepRow best;  // of those that fit, else of those that are tight; by the metric
  // Without a best: bytes over the capacity of the nearest miss, 0 if every configuration breaks a rule.
  std::int64_t missing = 0;
  bool operator==(const SweepCell&) const = default;
};

// Where runnable configurations lie between peak memory and MFU: one bit per bin, for a picture of millions of points.
struct SweepCloud {
  static constexpr std::size_t kColumns = 320, kRows = 400;  // peak from 0 to the capacity; MFU from 0 to 1
  std::bitset<kColumns * kRows> bins;
  bool at(std::size_t column, std::size_t row) const { return bins[row * kColumns + column]; }
  bool operator==(const SweepCloud&) const = default;
};

// What a tally is asked to keep.
struct TallyOptions {
  Metric metric = Metric::mfu;
  std::size_t top = 50, cells = 0;
  bool keepInfeasible = false;
  std::optional<SweepRow> reference;  // a configuration whose rank is wanted
};

class Tally {
 public:
  Tally(const SweepSpace& space, const TallyOptions& options)
      : order_(space, options.metric), options_(options), top_(order_, options.top), cells_(options.cells) {}

  // `cell` −1: on no cell of the map.
  void addRefused(RuleId rule, std::uint64_t count, std::int64_t cell);
  void addPriced(const SweepRow& row, std::int64_t capacity, std::int64_t cell);
  void merge(const Tally& other);
  // Forgets what it has seen; what cannot come among the best of `other` it need not keep.
  void restart(const Tally& other);

  const SweepCounts& counts() const { return counts_; }
  std::vector<SweepRow> top() const { return top_.sorted(); }    // best first, no two of them equal
  const std::vector<SweepRow>& front() const { return front_; }  // by rising step time, falling peak
  const std::vector<SweepCell>& cells() const { return cells_; }
  const SweepCloud& cloud() const { return cloud_; }
  // What does not fit and lacks least memory; of equal ones the preferred recipe.
  const std::optional<SweepRow>& nearestMiss() const { return miss_; }
  // Different results of runnable configurations that the ranking puts before the reference.
  std::uint64_t betterThanReference() const { return better_.count(); }

 private:
  void addMiss(const SweepRow& row);
  void addFront(const SweepRow& row);
  void addBest(SweepCell& cell, const SweepRow& row) const;

  void addToCloud(const SweepRow& row, std::int64_t capacity);

  RankOrder order_;
  TallyOptions options_;
  SweepCounts counts_;
  TopRows top_;
  std::vector<SweepRow> front_;
  std::optional<SweepRow> miss_;
  std::vector<SweepCell> cells_;
  SweepCloud cloud_;
  DistinctResults better_;
};

}  // namespace shardscope
