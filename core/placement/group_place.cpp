// SPDX-License-Identifier: Apache-2.0
#include "core/placement/group_place.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace shardscope {
namespace {

double log2Of(std::int64_t count) {
  const auto bits = static_cast<std::uint64_t>(count);
  return std::has_single_bit(bits) ? static_cast<double>(std::countr_zero(bits))
                                   : std::log2(static_cast<double>(count));
}

GroupPlace placed(std::int64_t ranks, std::int64_t inDomain, std::int64_t domains) {
  GroupPlace place;
  place.ranks = static_cast<double>(ranks);
  place.inDomain = static_cast<double>(inDomain);
  place.domains = static_cast<double>(domains);
  place.spanned = static_cast<double>((ranks + inDomain - 1) / inDomain);
  place.latencySteps = 1.0 + log2Of(domains);
  place.crossesDomains = ranks > inDomain;
  return place;
}

}  // namespace

GroupPlace placeGroup(GroupShape shape, std::int64_t domain) {
  const auto inDomain = std::min(shape.ranks, std::max<std::int64_t>(1, domain / shape.stride));
  return placed(shape.ranks, inDomain, std::max<std::int64_t>(1, shape.ranks / inDomain));
}

bool isSplit(GroupShape shape, std::int64_t domain, std::int64_t gpus) {
  const auto block = shape.ranks * shape.stride;  // neighbours that the groups of one block share
  return shape.ranks > 1 && block <= domain && domain % block != 0 && gpus > domain;
}

GroupPlace placeFlat(GroupShape shape) { return placed(shape.ranks, 1, shape.ranks); }

GroupPlace placePipeline(GroupShape shape, std::int64_t domain) {
  auto place = placeGroup(shape, domain);
  place.crossesDomains = shape.ranks > 1 && shape.ranks * shape.stride > domain;
  return place;
}

}  // namespace shardscope
