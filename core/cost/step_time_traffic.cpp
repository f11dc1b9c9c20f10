// SPDX-License-Identifier: Apache-2.0
#include "core/cost/step_time_traffic.hpp"

#include "core/cost/traffic.hpp"
#include "core/placement/replica_group.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

GroupLink fastLink(Link link) {
  switch (link) {
    case Link::nvlink: return GroupLink::nvlink;
    case Link::pcie: return GroupLink::pcie;
    case Link::xgmi: return GroupLink::xgmi;
  }
  return GroupLink::nvlink;
}

GroupTraffic describe(const GroupPlace& place, Link link) {
  GroupTraffic traffic;
  traffic.active = place.active();
  if (!traffic.active) return traffic;
  traffic.link = place.crossesDomains ? GroupLink::nic : fastLink(link);
  traffic.ranksInDomain = static_cast<std::int64_t>(place.inDomain);
  return traffic;
}

// Passes of a layer that communicate: forward, backward, and the repeated forward of full recompute.
double repeatedPasses(const LayerInputs& in) { return in.recompute == Recompute::full ? 1 : 0; }

void add(GroupTraffic& traffic, double times, PassTraffic pass, double passes, double seconds) {
  traffic.bytesPerStep += times * passes * pass.bytes;
  traffic.callsPerStep += times * passes * pass.calls;
  traffic.time += Seconds(times * seconds);
}

double tpSeconds(const PassTime& pass) { return pass.tp + pass.hiddenTp; }
double cpSeconds(const PassTime& pass) { return pass.cp + pass.hiddenCp; }
double epSeconds(const PassTime& pass) { return pass.ep + pass.hiddenEp; }

template <class Of>
double allPasses(const LayerTime& layer, Of of) {
  return of(layer.forward) + of(layer.backward) + of(layer.repeated);
}

}  // namespace

void fillTraffic(const Scenario& scenario, const LayerInputs& in, const LayerTimes& times, StageKinds layers,
                 const DataParallelTime& dp, Report& report) {
  const auto link = scenario.cluster.device.link;
  const auto domain = nvlinkDomain(scenario.cluster);
  const auto& p = scenario.parallel;
  const double microBatches = static_cast<double>(report.batch.microBatches);
  const double again = repeatedPasses(in);
  auto& groups = report.communication;
  auto& tp = groups[static_cast<std::size_t>(Group::tp)] = describe(in.tpPlace, link);
  auto& cp = groups[static_cast<std::size_t>(Group::cp)] = describe(in.cpPlace, link);
  auto& ep = groups[static_cast<std::size_t>(Group::ep)] = describe(in.epPlace, link);
  auto& pp = groups[static_cast<std::size_t>(Group::pp)];
  auto& data = groups[static_cast<std::size_t>(Group::dp)];

  const double dense = microBatches * layers.dense, moe = microBatches * layers.moe;
  add(tp, dense, tensorTraffic(in, false), 2 + again, allPasses(times.dense, tpSeconds));
  add(tp, moe, tensorTraffic(in, true), 2 + again, allPasses(times.moe, tpSeconds));
  const auto context = contextTraffic(in);
  // The ring's backward also carries the gradients of keys and values.
  const double backward = in.cpKind == CpKind::ring ? 2 : 1;
  cp.bytesPerStep = (dense + moe) * (1 + backward + again) * context.bytes;
  cp.callsPerStep = (dense + moe) * (2 + again) * context.calls;
  cp.time = Seconds(dense * allPasses(times.dense, cpSeconds) + moe * allPasses(times.moe, cpSeconds));
  add(ep, moe, expertTraffic(in), 2 + again, allPasses(times.moe, epSeconds));

  const auto line = placePipeline(p.pp, report.batch.gpus, domain);
  pp = describe(line, link);
  if (pp.active) {
    const double sends = 2 * static_cast<double>(p.vpp) * microBatches;  // forward and backward of every chunk
    pp.bytesPerStep = sends * pipelineMessageBytes(in);
    pp.callsPerStep = sends;
    pp.time = Seconds(sends * pointToPointSeconds(in.fabric, line, pipelineMessageBytes(in)));
  }

  const auto replicas = denseReplicas(scenario);
  data = describe(scenario.overlap.flatNetwork ? placeFlat(replicas.all) : placeGroup(replicas.all, domain), link);
  data.bytesPerStep = dp.bytes;
  data.callsPerStep = dp.calls;
  data.time = Seconds(dp.total);
}

}  // namespace shardscope
