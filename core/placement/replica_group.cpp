// SPDX-License-Identifier: Apache-2.0
#include "core/placement/replica_group.hpp"

#include <algorithm>

#include "core/scenario/derived.hpp"

namespace shardscope {

ReplicaGroup denseReplicas(const Scenario& scenario) {
  const auto& p = scenario.parallel;
  const auto ranks = dataParallel(scenario) * p.cp;
  return {{ranks, p.tp}, p.shardGroup > 0 ? std::min(p.shardGroup, ranks) : ranks};
}

ReplicaGroup expertReplicas(const Scenario& scenario) {
  const auto& p = scenario.parallel;
  const auto stride = p.ep * p.etp;
  const auto ranks = std::max<std::int64_t>(1, dataParallel(scenario) * p.cp * p.tp / stride);
  if (p.shardGroup == 0) return {{ranks, stride}, ranks};
  // A shard group of S data ranks is a block of S·t neighbours; every (e·τ)-th of them holds the same experts.
  const auto dense = denseReplicas(scenario).shard;
  return {{ranks, stride}, std::clamp<std::int64_t>(dense * p.tp / stride, 1, ranks)};
}

}  // namespace shardscope
