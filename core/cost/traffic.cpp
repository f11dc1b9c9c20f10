// SPDX-License-Identifier: Apache-2.0
#include "core/cost/traffic.hpp"

namespace shardscope {
namespace {

double sentShare(const GroupPlace& place) { return (place.ranks - 1) / place.ranks; }

// Bytes of one all-to-all that leave the rank: its share for others, or with the de-duplicating dispatcher one copy per
// domain over the NIC and one per distinct rank over the link.
double exchangedBytes(const LayerInputs& in, double message) {
  const auto& place = in.epPlace;
  if (!in.deduplicate) return message * sentShare(place);
  const double m = place.inDomain;
  const double nic = in.deduplication.nicShare * message * (place.ranks - m) / place.ranks;
  const double link = in.deduplication.linkShare * message * (m - 1) / m;
  return nic + link;
}

}  // namespace

double tensorMessageBytes(const LayerInputs& in) { return in.elementBytes * in.tokens * in.width.hidden; }

double gatherMessageBytes(const LayerInputs& in) {
  return in.sequenceParallel && in.lowPrecision ? in.tokens * in.width.hidden : tensorMessageBytes(in);
}

double tensorCollectivePairs(const LayerInputs& in, bool moe) { return moe && in.width.sharedFfn <= 0 ? 1 : 2; }

PassTraffic tensorTraffic(const LayerInputs& in, bool moe) {
  if (!in.tpPlace.active()) return {};
  const double pairs = tensorCollectivePairs(in, moe);
  const double bytes = pairs * sentShare(in.tpPlace) * (gatherMessageBytes(in) + tensorMessageBytes(in));
  return {bytes, pairs * (in.sequenceParallel ? 2 : 1)};
}

double ringHopBytes(const LayerInputs& in) {
  const auto& w = in.width;
  return in.elementBytes * in.tokens * w.kvHeads * (w.queryKeyDim + w.valueDim);
}

double headExchangeBytes(const LayerInputs& in) { return tensorMessageBytes(in) / in.tp; }

PassTraffic contextTraffic(const LayerInputs& in) {
  if (!in.cpPlace.active()) return {};
  if (in.cpKind == CpKind::ring) return {(in.cp - 1) * ringHopBytes(in), in.cp - 1};
  return {4 * headExchangeBytes(in) * sentShare(in.cpPlace), 4};
}

double expertMessageBytes(const LayerInputs& in) {
  const auto& x = in.expert;
  return in.elementBytes * in.tokens / in.sharded * x.topK * x.load * in.width.hidden;
}

PassTraffic expertTraffic(const LayerInputs& in) {
  if (!in.epPlace.active()) return {};
  return {2 * exchangedBytes(in, expertMessageBytes(in)), 2};
}

double pipelineMessageBytes(const LayerInputs& in) { return tensorMessageBytes(in) / in.tp; }

}  // namespace shardscope
