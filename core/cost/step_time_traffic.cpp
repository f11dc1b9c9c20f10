// SPDX-License-Identifier: Apache-2.0
#include "core/cost/step_time_traffic.hpp"

#include "core/cost/traffic.hpp"
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

void fillTraffic(const Scenario& scenario, const StepPlan& plan, StageKinds layers, const ReplicaGroups& replicas,
                 const DataParallelTime& dp, Report& report) {
  const auto& in = plan.inputs;
  const auto& times = plan.times;
  const auto link = scenario.cluster.device.link;
  const auto domain = nvlinkDomain(scenario.cluster);
  const double microBatches = static_cast<double>(report.batch.microBatches);
  const double dense = microBatches * layers.dense, moe = microBatches * layers.moe, again = repeatedPasses(in);
  const auto group = [&](Group which, const GroupPlace& place) -> GroupTraffic& {
    return report.communication[static_cast<std::size_t>(which)] = describe(place, link);
  };

  auto& tp = group(Group::tp, in.tpPlace);
  add(tp, dense, tensorTraffic(in, false), 2 + again, allPasses(times.dense, tpSeconds));
  add(tp, moe, tensorTraffic(in, true), 2 + again, allPasses(times.moe, tpSeconds));

  auto& cp = group(Group::cp, in.cpPlace);
  const auto context = contextTraffic(in);
  add(cp, dense, context, 2 + again, allPasses(times.dense, cpSeconds));
  add(cp, moe, context, 2 + again, allPasses(times.moe, cpSeconds));
  // A ring's backward carries the gradients of keys and values as well, in the same hops.
  if (in.cpKind == CpKind::ring) cp.bytesPerStep += (dense + moe) * context.bytes;

  auto& ep = group(Group::ep, in.epPlace);
  add(ep, moe, expertTraffic(in), 2 + again, allPasses(times.moe, epSeconds));

  const auto line = placePipeline(replicas.pipeline, domain);
  auto& pp = group(Group::pp, line);
  // Forward and backward of every chunk.
  const double sends = pp.active ? 2 * static_cast<double>(scenario.parallel.vpp) * microBatches : 0;
  const double message = pipelineMessageBytes(in);
  add(pp, sends, {message, 1}, 1, pointToPointSeconds(in.fabric, line, message));

  // One replica of the dense layers may still hold several of the experts (ep·etp < tp).
  const auto& all = replicas.dense.all.ranks > 1 || dp.bytes <= 0 ? replicas.dense.all : replicas.experts.all;
  auto& data = group(Group::dp, scenario.overlap.flatNetwork ? placeFlat(all) : placeGroup(all, domain));
  data.bytesPerStep = dp.bytes;
  // ZeRO-3 gathers and reduces layer by layer.
  data.callsPerStep = dp.calls * (effectiveZero(scenario.parallel) == 3 ? layers.dense + layers.moe : 1);
  data.time = Seconds(dp.total);
}

}  // namespace shardscope
