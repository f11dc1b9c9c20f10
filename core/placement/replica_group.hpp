// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ranks that hold the same parameters, and the part of them over which ZeRO spreads the states (cost-model §2.2, §6.2).

#include "core/placement/rank_grid.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

struct ReplicaGroup {
  GroupShape all;          // dense: d·c ranks at stride t; experts: d_e ranks at stride e·τ
  std::int64_t shard = 1;  // ranks of one shard group, neighbours in `all`
  GroupShape shardShape() const { return {shard, all.stride}; }
  GroupShape replicaShape() const { return {all.ranks / shard, all.stride * shard}; }
};

struct ReplicaGroups {
  ReplicaGroup dense, experts;
  GroupShape pipeline;  // p ranks at stride t·c·d
};
// Precondition: a valid scenario. The shard group is `shard_group`, or everything.
ReplicaGroups replicaGroups(const Scenario& scenario);

}  // namespace shardscope
