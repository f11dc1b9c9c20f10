// SPDX-License-Identifier: Apache-2.0
#include "core/cost/data_parallel.hpp"

#include <algorithm>

#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

// Sums the collectives of one step.
class Traffic {
 public:
  Traffic(const Scenario& scenario, const LayerInputs& in, DataParallelTime& time)
      : fabric_(in.fabric), domain_(nvlinkDomain(scenario.cluster)), flat_(scenario.overlap.flatNetwork), time_(time) {}

  // An all-gather or a reduce-scatter of `bytes`, `times` per step.
  void half(GroupShape shape, double bytes, double times) { add(shape, bytes, times, 1); }
  void allReduce(GroupShape shape, double bytes, double times) { add(shape, bytes, times, 2); }

 private:
  void add(GroupShape shape, double bytes, double times, double passes) {
    if (shape.ranks <= 1 || bytes <= 0) return;
    const auto place = flat_ ? placeFlat(shape) : placeGroup(shape, domain_);
    time_.total += times * passes * allGatherSeconds(fabric_, place, bytes);
    time_.bytes += times * passes * bytes * (place.ranks - 1) / place.ranks;
    time_.calls += times;
  }

  const Fabric& fabric_;
  std::int64_t domain_;
  bool flat_;
  DataParallelTime& time_;
};

struct Volume {
  double gathered = 0, reduced = 0;  // bytes of the full message
};

void addGroup(const ReplicaGroup& group, Volume volume, std::int64_t zero, double microBatches, Traffic& traffic) {
  if (zero == 0) return traffic.allReduce(group.all, volume.reduced, 1);
  const double times = zero == 3 ? microBatches : 1;
  // ZeRO-3 gathers for the forward and again for the backward pass.
  traffic.half(group.shardShape(), volume.gathered, zero == 3 ? 2 * times : times);
  traffic.half(group.shardShape(), volume.reduced, times);
  traffic.allReduce(group.replicaShape(), volume.reduced / static_cast<double>(group.shard), times);
}

}  // namespace

DataParallelTime dataParallelSeconds(const Scenario& scenario, const LayerInputs& in, const ReplicaGroups& groups,
                                     const RankParameters& held, double microBatches, double microBatch) {
  DataParallelTime time;
  const auto zero = effectiveZero(scenario.parallel);
  if (in.frozen && zero < 3) return time;  // adapters: nothing to reduce
  const auto recipe = stateRecipe(scenario.workload);
  const double gradient = in.frozen ? 0 : recipe.gradient;
  Traffic traffic(scenario, in, time);
  addGroup(groups.dense, {recipe.weight * held.dense, gradient * held.dense}, zero, microBatches, traffic);
  if (held.experts > 0)
    addGroup(groups.experts, {recipe.weight * held.experts, gradient * held.experts}, zero, microBatches, traffic);
  // One broadcast per owner; a lone owner has nobody to send to.
  if ((zero == 1 || zero == 2) && groups.dense.shard > 1)
    time.owner = in.stack.perOwner * static_cast<double>(groups.dense.shard);

  const double window = zero == 3 ? 0.9 * microBatches * microBatch : 0.8 * microBatch;
  double exposed = time.total;
  if (scenario.overlap.dp)
    exposed = std::max(0.0, time.total - window) + in.stack.exposedDpShare * std::min(time.total, window);
  time.hidden = time.total - exposed;
  time.exposed = exposed + time.owner;
  return time;
}

}  // namespace shardscope
