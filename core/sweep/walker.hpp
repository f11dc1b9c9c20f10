// SPDX-License-Identifier: Apache-2.0
#pragma once
// Walks the configurations of one block of a space: a block fixes the dimensions before pp. Internal to the sweep.

#include <bit>
#include <stop_token>

#include "core/rules/rule.hpp"
#include "core/sweep/candidate_cost.hpp"
#include "core/sweep/sweep.hpp"

namespace shardscope {

// The error rules that can be judged once the dimensions up to a level are set.
struct RuleLevels {
  explicit RuleLevels();
  std::array<std::vector<RuleId>, kDims> at;     // in table order
  std::array<std::uint32_t, kDims> fromLevel{};  // mask of rules judged at this level or deeper
};

// Where a configuration lies on the map.
struct SweepMap {
  const SweepOptions* options = nullptr;
  std::vector<std::int64_t> xs, ys;
  bool exists() const { return !xs.empty(); }
  std::int64_t cellOf(std::int64_t x, std::int64_t y) const;  // −1: off the map
};

class BlockWalker {
 public:
  BlockWalker(const SweepSpace& space, const SweepOptions& options, const SweepMap& map, std::stop_token stop);
  std::uint64_t blockCount() const { return blocks_; }
  // Adds every configuration of the block; stops early when asked to.
  void walk(std::uint64_t block, Tally& tally);

 private:
  bool enterBlock(std::uint64_t block);
  void setLevel(std::size_t level, std::size_t index);
  std::uint32_t judge(std::size_t level) const;
  void descend(std::size_t level, std::uint32_t broken);
  void refuse(std::size_t level, std::uint32_t broken);
  void price();
  std::uint64_t below(std::size_t level);
  bool canCountBelow(std::size_t level, std::uint32_t broken) const;
  std::int64_t cell() const;
  std::int64_t axisValue(SweepAxis axis) const;
  bool totalsAreSafe() const;

  const SweepSpace& space_;
  const SweepOptions& options_;
  const SweepMap& map_;
  std::stop_token stop_;
  RuleLevels levels_;
  std::size_t deepestAxis_ = 0;  // level from which on all configurations share a cell
  std::uint64_t blocks_ = 1;
  Scenario trial_;
  RuleContext context_;
  SweepRow row_;
  CandidateCost cost_;
  Report report_;
  Tally* tally_ = nullptr;
  std::uint32_t outerBroken_ = 0;
  bool planned_ = false, safe_ = false;
  std::array<std::array<std::uint64_t, 4>, kDims> belowMemo_{};
  std::uint32_t sinceStopCheck_ = 0;
};

}  // namespace shardscope
