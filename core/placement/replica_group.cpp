// SPDX-License-Identifier: Apache-2.0
#include "core/placement/replica_group.hpp"

#include <algorithm>

#include "core/scenario/derived.hpp"

namespace shardscope {

ReplicaGroups replicaGroups(const Scenario& scenario) {
  const auto& p = scenario.parallel;
  const auto all = dataParallel(scenario) * p.cp;
  ReplicaGroups groups;
  groups.dense = {{all, p.tp}, p.shardGroup > 0 ? std::min(p.shardGroup, all) : all};
  groups.pipeline = {p.pp, all * p.tp};
  const auto stride = p.ep * p.etp;
  const auto copies = std::max<std::int64_t>(1, all * p.tp / stride);
  groups.experts = {{copies, stride}, copies};
  // A shard group of S data ranks is a block of S·t neighbours; every (e·τ)-th of them holds the same experts. Where
  // the block is no whole number of expert groups, the largest that divides the copies shards alike on every rank.
  if (p.shardGroup > 0) {
    auto shard = std::clamp<std::int64_t>(groups.dense.shard * p.tp / stride, 1, copies);
    while (copies % shard != 0) --shard;
    groups.experts.shard = shard;
  }
  return groups;
}

}  // namespace shardscope
