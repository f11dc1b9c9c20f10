// SPDX-License-Identifier: Apache-2.0
#include "core/placement/rank_grid.hpp"

#include <span>

#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

// Digits that vary inside a group, fastest first.
std::span<const Digit> digitsOf(RankGroup group) {
  using enum Digit;
  static constexpr std::array kTp{tp}, kCp{cp}, kDp{dp}, kPp{pp}, kEtp{etp}, kEp{ep}, kEdp{edp};
  static constexpr std::array kDpCp{cp, dp}, kTpCp{tp, cp}, kEtpEp{etp, ep};
  static constexpr std::array kTpDpCp{tp, cp, dp};
  switch (group) {
    case RankGroup::tp: return kTp;
    case RankGroup::cp: return kCp;
    case RankGroup::dp: return kDp;
    case RankGroup::dpCp: return kDpCp;
    case RankGroup::pp: return kPp;
    case RankGroup::tpCp: return kTpCp;
    case RankGroup::tpDpCp: return kTpDpCp;
    case RankGroup::expertTp: return kEtp;
    case RankGroup::ep: return kEp;
    case RankGroup::expertDp: return kEdp;
    case RankGroup::expertTpEp: return kEtpEp;
    case RankGroup::count: break;
  }
  return {};
}

RankGrid::Sizes sizesOf(const Scenario& scenario) {
  const auto& p = scenario.parallel;
  return {p.tp, p.cp, dataParallel(scenario), p.pp, p.etp, p.ep};
}

}  // namespace

RankGrid::RankGrid(const Sizes& s) {
  const auto set = [this](Digit digit, std::int64_t size, std::int64_t stride) {
    sizes_[static_cast<std::size_t>(digit)] = size;
    strides_[static_cast<std::size_t>(digit)] = stride;
  };
  const auto perStage = s.tp * s.cp * s.dp;
  set(Digit::tp, s.tp, 1);
  set(Digit::cp, s.cp, s.tp);
  set(Digit::dp, s.dp, s.tp * s.cp);
  set(Digit::pp, s.pp, perStage);
  set(Digit::etp, s.etp, 1);
  set(Digit::ep, s.ep, s.etp);
  set(Digit::edp, perStage / (s.etp * s.ep), s.etp * s.ep);
}

RankGrid::RankGrid(const Scenario& scenario) : RankGrid(sizesOf(scenario)) {}

GroupShape RankGrid::shape(RankGroup group) const {
  const auto digits = digitsOf(group);
  GroupShape shape{1, stride(digits.front())};
  for (const auto digit : digits) shape.ranks *= size(digit);
  return shape;
}

std::vector<std::int64_t> RankGrid::groupOf(std::int64_t rank, RankGroup group) const {
  std::int64_t first = rank;
  for (const auto digit : digitsOf(group)) first -= coordinate(rank, digit) * stride(digit);
  std::vector<std::int64_t> ranks{first};
  for (const auto digit : digitsOf(group)) {
    const auto known = ranks.size();
    for (std::int64_t k = 1; k < size(digit); ++k)
      for (std::size_t i = 0; i < known; ++i) ranks.push_back(ranks[i] + k * stride(digit));
  }
  return ranks;
}

std::vector<std::vector<std::int64_t>> RankGrid::groups(RankGroup group) const {
  std::vector<std::vector<std::int64_t>> all;
  const auto digits = digitsOf(group);
  for (std::int64_t rank = 0; rank < world(); ++rank) {
    bool first = true;
    for (const auto digit : digits) first = first && coordinate(rank, digit) == 0;
    if (first) all.push_back(groupOf(rank, group));
  }
  return all;
}

}  // namespace shardscope
