// SPDX-License-Identifier: Apache-2.0
#pragma once
// α–β times of collectives over the fast link and the NICs (cost-model §6.1; NCCL-tests PERFORMANCE.md).
// Bytes are those of the full, unsharded message per rank; results in seconds; a group of one rank or an empty
// message costs nothing.

#include "core/placement/group_place.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

struct Fabric {
  double link = 0;            // sustained one-way bytes/s of the fast link per GPU
  double nic = 0;             // the same of one NIC
  double halfSaturation = 0;  // bytes at which a ring inside a domain reaches half of `link`
  double linkLatency = 0, nicLatency = 0, ringLatency = 0;  // α of the link; of p2p and all-to-all; of rings over NICs
  bool operator==(const Fabric&) const = default;
};
Fabric fabricOf(const Cluster& cluster);

// Share of the bandwidths that all-to-all reaches (§5.7).
inline constexpr double kAllToAllEfficiency = 0.85;

double allReduceSeconds(const Fabric& fabric, const GroupPlace& place, double bytes);
double allGatherSeconds(const Fabric& fabric, const GroupPlace& place, double bytes);  // reduce-scatter: the same
double allToAllSeconds(const Fabric& fabric, const GroupPlace& place, double bytes);
// One message to a neighbour; the ring of context parallelism and the pipeline. Over one NIC when the group crosses.
double pointToPointSeconds(const Fabric& fabric, const GroupPlace& place, double bytes);

// D = n(1 − (1 − 1/n)^K): distinct places among K random destinations out of n.
double expectedDistinct(double n, double copies);

// A dispatcher that sends one copy of a token per domain and per rank (`ep_deduplicate`, B2): shares of the K copies
// that travel over the NIC and over the link.
struct Deduplication {
  double nicShare = 1, linkShare = 1;  // expected distinct domains ÷ K, distinct ranks ÷ K
};
Deduplication deduplicationOf(const GroupPlace& place, double copies);
double deduplicatedAllToAllSeconds(const Fabric& fabric, const GroupPlace& place, double bytes, Deduplication shares);

}  // namespace shardscope
