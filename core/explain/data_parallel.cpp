// SPDX-License-Identifier: Apache-2.0
#include "core/explain/data_parallel.hpp"

#include "core/cost/collectives.hpp"
#include "core/explain/symbols.hpp"
#include "core/placement/group_place.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

Formula window(Draft& d) {
  if (effectiveZero(d.s.parallel) != 3) return num(0.8) * sym::slowestSeconds(d);
  auto times = num(0.9) * sym::microBatches(d);
  return std::move(times) * sym::slowestSeconds(d);
}

// Adds the collectives of one kind of parameters; cost-model §6.3.
void addGroup(const ExplainFacts& facts, const ReplicaGroup& group, double parameters, bool experts,
              std::vector<DataCollective>& out) {
  const auto& s = facts.scenario;
  const auto zero = effectiveZero(s.parallel);
  const auto recipe = stateRecipe(s.workload);
  const double gathered = recipe.weight * parameters;
  const double reduced = (facts.plan.inputs.frozen ? 0 : recipe.gradient) * parameters;
  const double times = zero == 3 ? facts.microBatches : 1;
  const auto add = [&](const char* name, GroupShape shape, double bytes, double count, double passes) {
    if (shape.ranks <= 1 || bytes <= 0) return;
    const auto place = s.overlap.flatNetwork ? placeFlat(shape) : placeGroup(shape, nvlinkDomain(s.cluster));
    const double seconds = passes * allGatherSeconds(facts.plan.inputs.fabric, place, bytes);
    out.push_back({name, experts, place.ranks, bytes, count, passes, seconds});
  };
  if (zero == 0) return add("AR", group.all, reduced, 1, 2);
  add("AG", group.shardShape(), gathered, zero == 3 ? 2 * times : times, 1);
  add("RS", group.shardShape(), reduced, times, 1);
  add("AR", group.replicaShape(), reduced / static_cast<double>(group.shard), times, 2);
}

}  // namespace

std::vector<DataCollective> dataCollectives(const ExplainFacts& facts) {
  std::vector<DataCollective> out;
  if (facts.plan.inputs.frozen && effectiveZero(facts.scenario.parallel) < 3) return out;
  const auto held = facts.fullestRank();
  addGroup(facts, facts.groups.dense, held.dense, false, out);
  if (held.experts > 0) addGroup(facts, facts.groups.experts, held.experts, true, out);
  return out;
}

Formula dataParallelTotal(Draft& d) {
  const auto& traffic = d.r.communication[static_cast<std::size_t>(Group::dp)];
  return d.symbol("D", "dp-seconds", traffic.time.count(), seconds, traffic.active ? "communication.dp.time_s" : "");
}

Formula exposedCollectives(Draft& d) {
  auto all = dataParallelTotal(d);
  if (!d.s.overlap.dp) return all;
  auto beyond = greatest(num(0), all - window(d));
  auto sigma = d.setting("σ", "exposed-share", d.facts.plan.inputs.stack.exposedDpShare, number, Key::stack);
  return std::move(beyond) + std::move(sigma) * least(std::move(all), window(d));
}

Formula exposedDataParallel(Draft& d) {
  auto sum = exposedCollectives(d);
  const auto zero = effectiveZero(d.s.parallel);
  const double perOwner = d.facts.plan.inputs.stack.perOwner;
  if (d.facts.plan.inputs.frozen || perOwner <= 0 || (zero != 1 && zero != 2) || d.facts.groups.dense.shard < 2)
    return sum;
  auto each = d.setting("a_own", "per-owner", perOwner, seconds, Key::stack);
  return std::move(sum) + std::move(each) * d.setting("S", "shard-ranks",
                                                      static_cast<double>(d.facts.groups.dense.shard), count,
                                                      Key::shardGroup);
}

}  // namespace shardscope
