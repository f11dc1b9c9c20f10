// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ranks as mixed-radix numbers and the groups that communicate (constraints §12, cost-model §0: order tp-cp-ep-dp-pp).
// The ranks of a job are counted twice: by the dense layers (tp, cp, dp, pp) and by the expert layers
// (etp, ep, edp, pp); both countings give every GPU the same rank and the same stage.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace shardscope {

enum class Digit : std::uint8_t { tp, cp, dp, pp, etp, ep, edp, count };

// Groups by the digits that vary inside them.
enum class RankGroup : std::uint8_t { tp, cp, dp, dpCp, pp, tpCp, tpDpCp, expertTp, ep, expertDp, expertTpEp, count };

// Consecutive members of a group are `stride` ranks apart (the group of two digits is regular when they are
// neighbours).
struct GroupShape {
  std::int64_t ranks = 1;
  std::int64_t stride = 1;
  bool operator==(const GroupShape&) const = default;
};

class RankGrid {
 public:
  struct Sizes {  // ≥ 1
    std::int64_t tp = 1, cp = 1, dp = 1, pp = 1, etp = 1, ep = 1;
  };
  explicit RankGrid(const Sizes& sizes);
  // Precondition: a valid scenario.
  explicit RankGrid(const Scenario& scenario);

  std::int64_t world() const { return size(Digit::tp) * size(Digit::cp) * size(Digit::dp) * size(Digit::pp); }
  std::int64_t size(Digit digit) const { return sizes_[static_cast<std::size_t>(digit)]; }
  std::int64_t stride(Digit digit) const { return strides_[static_cast<std::size_t>(digit)]; }
  std::int64_t coordinate(std::int64_t rank, Digit digit) const { return rank / stride(digit) % size(digit); }

  GroupShape shape(RankGroup group) const;
  // Ranks of the group that `rank` belongs to, ascending.
  std::vector<std::int64_t> groupOf(std::int64_t rank, RankGroup group) const;
  // All groups in the order of Megatron's generator: by lowest rank.
  std::vector<std::vector<std::int64_t>> groups(RankGroup group) const;

 private:
  std::array<std::int64_t, static_cast<std::size_t>(Digit::count)> sizes_{}, strides_{};
};

}  // namespace shardscope
