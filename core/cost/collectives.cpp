// SPDX-License-Identifier: Apache-2.0
#include "core/cost/collectives.hpp"

#include <algorithm>
#include <cmath>

#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

// S/W of a ring. Inside a domain W = link · S/(S + S½); across, the m members of a domain drive m NICs.
double ringSeconds(const Fabric& fabric, const GroupPlace& place, double bytes) {
  if (!place.crossesDomains) return (bytes + fabric.halfSaturation) / fabric.link;
  return bytes / std::min(fabric.link, place.inDomain * fabric.nic);
}

double ringLatency(const Fabric& fabric, const GroupPlace& place) {
  return (place.crossesDomains ? fabric.ringLatency : fabric.linkLatency) * place.latencySteps;
}

double messageLatency(const Fabric& fabric, const GroupPlace& place) {
  return place.crossesDomains ? fabric.nicLatency : fabric.linkLatency;
}

bool silent(const GroupPlace& place, double bytes) { return !place.active() || bytes <= 0; }

}  // namespace

Fabric fabricOf(const Cluster& cluster) {
  const auto& device = cluster.device;
  Fabric fabric;
  fabric.link = device.linkRate.count() * device.efficiency.link;
  fabric.nic = nicBytesPerS(cluster) * device.efficiency.nic;
  fabric.halfSaturation = device.efficiency.halfSaturationBytes;
  fabric.linkLatency = device.latency.link;
  fabric.nicLatency = device.latency.nic;
  fabric.ringLatency = device.latency.ring;
  return fabric;
}

double allReduceSeconds(const Fabric& fabric, const GroupPlace& place, double bytes) {
  return 2 * allGatherSeconds(fabric, place, bytes);
}

double allGatherSeconds(const Fabric& fabric, const GroupPlace& place, double bytes) {
  if (silent(place, bytes)) return 0;
  const double share = (place.ranks - 1) / place.ranks;
  return share * ringSeconds(fabric, place, bytes) + ringLatency(fabric, place);
}

double allToAllSeconds(const Fabric& fabric, const GroupPlace& place, double bytes) {
  if (silent(place, bytes)) return 0;
  const double perRank = bytes / place.ranks / kAllToAllEfficiency;
  const double link = perRank * (place.inDomain - 1) / fabric.link;
  const double nic = perRank * (place.ranks - place.inDomain) / fabric.nic;
  return std::max(link, nic) + 2 * messageLatency(fabric, place);
}

double pointToPointSeconds(const Fabric& fabric, const GroupPlace& place, double bytes) {
  if (silent(place, bytes)) return 0;
  const double rate = place.crossesDomains ? std::min(fabric.link, fabric.nic) : fabric.link;
  return bytes / rate + messageLatency(fabric, place);
}

double expectedDistinct(double n, double copies) { return n * (1 - std::pow(1 - 1 / n, copies)); }

Deduplication deduplicationOf(const GroupPlace& place, double copies) {
  return {expectedDistinct(place.spanned, copies) / copies, expectedDistinct(place.ranks, copies) / copies};
}

double deduplicatedAllToAllSeconds(const Fabric& fabric, const GroupPlace& place, double bytes, Deduplication shares) {
  if (silent(place, bytes)) return 0;
  const double m = place.inDomain;
  const double sent = bytes / kAllToAllEfficiency;
  const double nic = shares.nicShare * sent * (place.ranks - m) / place.ranks / fabric.nic;
  const double link = shares.linkShare * sent * (m - 1) / m / fabric.link;
  return std::max(link, nic) + 2 * messageLatency(fabric, place);
}

}  // namespace shardscope
