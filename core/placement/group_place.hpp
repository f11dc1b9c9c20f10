// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the ranks of a group sit: how many share one fast-link domain and how many domains it spans (cost-model §6.2).

#include <cstdint>

#include "core/placement/rank_grid.hpp"

namespace shardscope {

struct GroupPlace {
  double ranks = 1;             // n
  double inDomain = 1;          // m: members that share one fast-link domain, and the NICs that they drive together
  double domains = 1;           // max(1, ⌊n/m⌋), the "nodes" of the latency terms
  double spanned = 1;           // ⌈n/m⌉: domains that have members, the last one perhaps fewer
  double latencySteps = 1;      // 1 + log2(domains)
  bool crossesDomains = false;  // n > m: the NICs take part
  bool active() const { return ranks > 1; }
};

// m = min(n, max(1, ⌊domain/stride⌋)), as if every group began with a domain. A group that does not (TP 6 with 8 GPUs a
// node: ranks 6–11) may sit across two; isSplit tells.
GroupPlace placeGroup(GroupShape shape, std::int64_t domain);

// Whether some group of `gpus` ranks that would fit into one domain sits across two.
bool isSplit(GroupShape shape, std::int64_t domain, std::int64_t gpus);

// Per-tensor broadcasts of 2021 (`flat_network`): one NIC per rank, every rank its own node, whatever the layout.
GroupPlace placeFlat(GroupShape shape);

// A pipeline crosses domains iff the job does not fit into one (t·c·d ≥ G or N > G; with p > 1 the first implies the
// second): its slowest boundary sets the pace, over one NIC. `shape`: p ranks at stride t·c·d.
GroupPlace placePipeline(GroupShape shape, std::int64_t domain);

}  // namespace shardscope
