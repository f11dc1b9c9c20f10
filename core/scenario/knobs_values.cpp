// SPDX-License-Identifier: Apache-2.0
// Which values a slider offers. Nearly all layouts in use are powers of two; the other divisors that a model or a
// cluster allows (5 stages of 16 layers, TP 7 of 28 heads) come after them.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rules/rule.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/stops.hpp"
#include "core/units/divisors.hpp"
#include "core/units/powers_of_two.hpp"

namespace shardscope {
namespace {

using Values = std::vector<std::int64_t>;

constexpr std::size_t kMostStops = 9;
constexpr std::size_t kMostLengths = 12;  // 1 K … 1 M and the current one
constexpr std::int64_t kLeastLength = 1024, kGreatestLength = 1 << 20;
constexpr std::int64_t kWidestContext = 64, kWidestTensor = 32, kLargestMicroBatch = 16;

// Up to `count` values: the current one, then `first`, then `second`; of each the ones nearest to the current by ratio.
Values chosen(std::int64_t current, Values first, Values second, std::size_t count) {
  Values values;
  if (current >= 1) values.push_back(current);
  const auto distance = [&](std::int64_t value) {
    return std::fabs(std::log2(static_cast<double>(value) / static_cast<double>(std::max<std::int64_t>(1, current))));
  };
  for (auto* group : {&first, &second}) {
    std::sort(group->begin(), group->end());
    group->erase(std::unique(group->begin(), group->end()), group->end());
    std::stable_sort(group->begin(), group->end(), [&](auto a, auto b) { return distance(a) < distance(b); });
    for (const auto value : *group)
      if (values.size() < count && std::find(values.begin(), values.end(), value) == values.end())
        values.push_back(value);
  }
  std::sort(values.begin(), values.end());
  return values;
}

struct Offer {
  Values first, second;
};

struct Source {
  const Scenario& scenario;
  const Locks& locks;
  RuleContext context = ruleContext(scenario);

  const Parallel& p() const { return scenario.parallel; }
  bool totalLocked() const { return locks.gpuRole == GpuRole::totalLocked; }
  // The first power of two beyond what `degrees` leave of the GPUs: shown, so that the end of the road has its reason.
  std::int64_t reach(std::int64_t degrees, std::int64_t otherwise) const {
    return totalLocked() ? 2 * std::max<std::int64_t>(1, context.gpus / degrees) : otherwise;
  }

  Offer tp() const {
    const auto domain = nvlinkDomain(scenario.cluster);
    const auto widest = std::max(kWidestTensor, 2 * domain);
    const auto greatest = std::min(widest, reach(p().pp, widest));
    return {powersOfTwo(1, greatest), divisors(scenario.model.shape.heads, greatest)};
  }
  Offer pp() const {
    const auto layers = scenario.model.shape.layers;
    const auto greatest = std::min(layers, reach(p().tp, kWidestContext));
    return {powersOfTwo(1, greatest), divisors(layers, greatest)};
  }
  Offer vpp() const {
    const auto layers = scenario.model.shape.layers;
    if (p().pp == 1) return {{1, 2, 4}, {}};
    const auto each = layers / p().pp;
    // A split that is written out need not divide (P-3).
    if (const auto& stages = p().stageLayers; !stages.empty()) {
      std::int64_t common = 0;
      for (const auto layersOfStage : stages) common = std::gcd(common, layersOfStage);
      return {powersOfTwo(1, each), divisors(std::max<std::int64_t>(common, 1), layers)};
    }
    return layers % p().pp == 0 ? Offer{divisors(each, layers), {}} : Offer{{1, 2, 4}, {}};
  }
  Offer cp() const {
    const auto beyond = std::clamp<std::int64_t>(reach(p().tp * p().pp, kWidestContext), 16, kWidestContext);
    const auto greatest = totalLocked() ? std::min(beyond, context.gpus) : beyond;
    return {powersOfTwo(1, greatest), context.dp > 0 ? divisors(context.dp * p().cp, greatest) : Values{}};
  }
  Offer ep() const {
    const auto experts = scenario.model.shape.experts;
    if (experts == 0) return {{1, 2, 4, 8}, {}};
    const auto greatest = std::min(experts, reach(p().pp * p().etp, experts));
    return {powersOfTwo(1, greatest), divisors(experts, greatest)};
  }
  Offer dp() const {
    if (!totalLocked()) return {powersOfTwo(1, 1 << 20), {}};
    return {powersOfTwo(1, context.gpus), divisors(context.gpus, context.gpus)};
  }
  Offer microBatch() const {
    const bool follows = locks.batchRole == BatchRole::microBatchesLocked || context.dp == 0;
    const auto perReplica = follows ? kLargestMicroBatch : scenario.workload.globalBatch / context.dp;
    const auto greatest = std::clamp<std::int64_t>(2 * perReplica, 1, kLargestMicroBatch);
    return {powersOfTwo(1, greatest), divisors(std::max<std::int64_t>(1, perReplica), greatest)};
  }
  Offer microBatches() const { return {powersOfTwo(1, 1 << 20), powersOfTwo(1, 1 << 20, p().pp)}; }
  Offer globalBatch() const {
    const auto unit = std::max<std::int64_t>(1, scenario.workload.microBatch * context.dp);
    return {powersOfTwo(1, 1'000'000'000, unit), {}};
  }
  Offer gpus() const {
    const auto node = gpusPerNode(scenario.cluster);
    auto values = powersOfTwo(node, 1'000'000, node);
    for (const auto value : powersOfTwo(1, node - 1)) values.push_back(value);
    return {std::move(values), {}};
  }
};

Offer offer(const Source& source, Knob knob) {
  switch (knob) {
    case Knob::tp: return source.tp();
    case Knob::pp: return source.pp();
    case Knob::vpp: return source.vpp();
    case Knob::dp: return source.dp();
    case Knob::cp: return source.cp();
    case Knob::ep: return source.ep();
    case Knob::microBatch: return source.microBatch();
    case Knob::microBatches: return source.microBatches();
    case Knob::globalBatch: return source.globalBatch();
    case Knob::sequenceLength: return {powersOfTwo(kLeastLength, kGreatestLength), {}};
    case Knob::gpus: return source.gpus();
    case Knob::count: break;
  }
  return {{1}, {}};
}

}  // namespace

std::vector<std::int64_t> stopValues(const Scenario& scenario, const Locks& locks, Knob knob) {
  const Source source{scenario, locks};
  const auto current = knobValue(scenario, knob);
  // A scenario out of its ranges has nothing to derive values from.
  if (!source.context.numbersInRange()) return {std::max<std::int64_t>(1, current)};
  auto values = offer(source, knob);
  const auto count = knob == Knob::sequenceLength ? kMostLengths : kMostStops;
  return chosen(current, std::move(values.first), std::move(values.second), count);
}

}  // namespace shardscope
