// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/space.hpp"

#include <algorithm>

#include "core/rules/rule.hpp"
#include "core/scenario/derived.hpp"
#include "core/units/divisors.hpp"

namespace shardscope {
namespace {

using Values = std::vector<std::int64_t>;

constexpr std::int64_t kMostMicroBatch = 1'000'000;  // of the field
constexpr std::int64_t kStepsAround = 3;             // doublings on each side of an open-ended dimension
constexpr std::int64_t kAllSteps = 63;

Values around(std::int64_t value, std::int64_t least, std::int64_t greatest, std::int64_t steps = kStepsAround) {
  Values values{value};
  auto below = value, above = value;
  for (std::int64_t i = 0; i < steps; ++i) {
    if (below % 2 == 0 && below / 2 >= least) values.push_back(below /= 2);
    if (above <= greatest / 2) values.push_back(above *= 2);
  }
  return values;
}

// All ranks, and what hybrid sharding is used with: a node, halves of it where TP or CP share the node, two and four
// nodes.
Values shardGroups(std::int64_t gpus, std::int64_t perNode) {
  Values values{0};
  if (perNode > 1 && perNode < gpus) values.push_back(perNode);
  for (auto part = perNode; part % 2 == 0 && part / 2 > 1;) values.push_back(part /= 2);
  for (const std::int64_t nodes : {2, 4})
    if (nodes * perNode < gpus) values.push_back(nodes * perNode);
  return values;
}

Values upTo(std::int64_t count) {
  Values values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(i);
  return values;
}

Values sorted(Values values, std::int64_t current) {
  values.push_back(current);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

Values candidates(const Scenario& s, Dim dim) {
  const auto& m = s.model.shape;
  const auto& w = s.workload;
  const auto gpus = gpuCount(s.cluster), perNode = gpusPerNode(s.cluster);
  switch (dim) {
    case Dim::gpus: return around(gpus, 1, std::int64_t{1} << 20);
    case Dim::sequenceLength: return around(w.sequenceLength, 512, std::int64_t{1} << 20);
    case Dim::globalBatch: return around(w.globalBatch, 1, std::int64_t{1} << 24);
    case Dim::tp: return divisors(gpus, m.heads);
    case Dim::cp: return divisors(gpus, std::max<std::int64_t>(1, w.sequenceLength / 2));
    case Dim::cpKind: return upTo(static_cast<std::int64_t>(EnumWords<CpKind>::words.size()));
    case Dim::ep: return isMoe(m) ? divisors(m.experts, gpus) : Values{1};
    case Dim::etp: return isMoe(m) ? divisors(gpus, std::min(m.heads, m.expertFfn)) : Values{1};
    case Dim::microBatch: return divisors(w.globalBatch, kMostMicroBatch);
    case Dim::recompute:
      return {static_cast<std::int64_t>(Recompute::none), static_cast<std::int64_t>(Recompute::selective),
              static_cast<std::int64_t>(Recompute::full)};
    case Dim::pp: return divisors(gpus, m.layers);
    case Dim::vpp: return divisors(m.layers, m.layers);
    case Dim::schedule: return upTo(static_cast<std::int64_t>(EnumWords<Schedule>::words.size()));
    case Dim::zero: return upTo(4);
    case Dim::shardGroup: return shardGroups(gpus, perNode);
    case Dim::count: break;
  }
  return {};
}

bool isInterleaved(std::int64_t schedule) { return static_cast<Schedule>(schedule) == Schedule::interleaved; }

// Which of the schedules stands for all of them where there is nothing to choose: the one that a file need not name,
// else the first in step with vpp.
std::size_t onlySchedule(const Values& values, bool chunked) {
  const auto byDefault = static_cast<std::int64_t>(chunked ? Schedule::interleaved : Schedule::oneFOneB);
  auto place = std::find(values.begin(), values.end(), byDefault);
  if (place == values.end())
    place = std::find_if(values.begin(), values.end(), [&](auto value) { return isInterleaved(value) == chunked; });
  return place == values.end() ? 0 : static_cast<std::size_t>(place - values.begin());
}

bool isDistinctSchedule(const Values& values, const Parallel& p, std::size_t index) {
  const bool chooses = p.pp > 1 && p.vpp == 1 && !std::all_of(values.begin(), values.end(), isInterleaved);
  return chooses ? !isInterleaved(values[index]) : index == onlySchedule(values, p.vpp > 1);
}

// The same schedule, written the way a file would leave it out.
void setSchedule(Parallel& p, Schedule schedule) {
  const auto byDefault = p.vpp > 1 ? Schedule::interleaved : Schedule::oneFOneB;
  p.schedule = schedule == byDefault ? std::nullopt : std::optional(schedule);
}

void setGpus(Cluster& cluster, std::int64_t gpus) {
  const auto perNode = gpusPerNode(cluster);
  const bool whole = cluster.nodes && gpus % perNode == 0;
  cluster.nodes = whole ? std::optional(gpus / perNode) : std::nullopt;
  cluster.gpus = whole ? std::nullopt : std::optional(gpus);
}

std::uint64_t countBelow(const SweepSpace& space, Scenario& trial, std::size_t level) {
  if (level == kDims) return 1;
  const auto dim = static_cast<Dim>(level);
  // Outside of the dimensions that isDistinct() looks at, all values have equally many below them.
  const bool alike = dim != Dim::cp && dim != Dim::pp && dim != Dim::vpp && dim != Dim::zero && dim != Dim::cpKind &&
                     dim != Dim::schedule && dim != Dim::shardGroup;
  constexpr auto most = std::uint64_t{1} << 63;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < space.of(dim).size(); ++i) {
    if (!isDistinct(space, trial, dim, i)) continue;
    setDim(trial, dim, space.of(dim)[i]);
    const auto below = countBelow(space, trial, level + 1);
    if (alike) {
      const auto count = static_cast<std::uint64_t>(space.of(dim).size());
      return below > most / count ? most : below * count;
    }
    sum = std::min(most, sum + below);
  }
  return sum;
}

}  // namespace

Key keyOf(Dim dim) {
  switch (dim) {
    case Dim::gpus: break;
    case Dim::sequenceLength: return Key::sequenceLength;
    case Dim::globalBatch: return Key::globalBatch;
    case Dim::tp: return Key::tp;
    case Dim::cp: return Key::cp;
    case Dim::cpKind: return Key::cpKind;
    case Dim::ep: return Key::ep;
    case Dim::etp: return Key::etp;
    case Dim::microBatch: return Key::microBatch;
    case Dim::recompute: return Key::recompute;
    case Dim::pp: return Key::pp;
    case Dim::vpp: return Key::vpp;
    case Dim::schedule: return Key::schedule;
    case Dim::zero: return Key::zero;
    case Dim::shardGroup: return Key::shardGroup;
    case Dim::count: break;
  }
  return Key::gpus;
}

std::uint64_t keysOf(Dim dim) { return dim == Dim::gpus ? keyMask(Key::nodes, Key::gpus) : keyMask(keyOf(dim)); }

std::int64_t dimValue(const Scenario& scenario, Dim dim) {
  const auto& p = scenario.parallel;
  switch (dim) {
    case Dim::gpus: return gpuCount(scenario.cluster);
    case Dim::sequenceLength: return scenario.workload.sequenceLength;
    case Dim::globalBatch: return scenario.workload.globalBatch;
    case Dim::tp: return p.tp;
    case Dim::cp: return p.cp;
    case Dim::cpKind: return static_cast<std::int64_t>(p.cpKind);
    case Dim::ep: return p.ep;
    case Dim::etp: return p.etp;
    case Dim::microBatch: return scenario.workload.microBatch;
    case Dim::recompute: return static_cast<std::int64_t>(scenario.workload.recompute);
    case Dim::pp: return p.pp;
    case Dim::vpp: return p.vpp;
    case Dim::schedule: return static_cast<std::int64_t>(schedule(p));
    case Dim::zero: return p.zero;
    case Dim::shardGroup: return p.shardGroup;
    case Dim::count: break;
  }
  return 0;
}

void setDim(Scenario& scenario, Dim dim, std::int64_t value) {
  auto& p = scenario.parallel;
  switch (dim) {
    case Dim::gpus: return setGpus(scenario.cluster, value);
    case Dim::sequenceLength: scenario.workload.sequenceLength = value; return;
    case Dim::globalBatch: scenario.workload.globalBatch = value; return;
    case Dim::tp: p.tp = value; return;
    case Dim::cp: p.cp = value; return;
    case Dim::cpKind: p.cpKind = static_cast<CpKind>(value); return;
    case Dim::ep: p.ep = value; return;
    case Dim::etp: p.etp = value; return;
    case Dim::microBatch: scenario.workload.microBatch = value; return;
    case Dim::recompute: scenario.workload.recompute = static_cast<Recompute>(value); return;
    case Dim::pp: p.pp = value; return;
    case Dim::vpp: p.vpp = value; return;
    case Dim::schedule: return setSchedule(p, static_cast<Schedule>(value));
    case Dim::zero: p.zero = value; return;
    case Dim::shardGroup: p.shardGroup = value; return;
    case Dim::count: return;
  }
}

SweepSpace fixedSpace(const Scenario& scenario) {
  SweepSpace space{scenario, {}, {}, {}};
  if (scenario.parallel.dp && *scenario.parallel.dp > 0) space.dp = scenario.parallel.dp;
  for (std::size_t i = 0; i < kDims; ++i) space.values[i] = {dimValue(scenario, static_cast<Dim>(i))};
  return space;
}

std::vector<std::int64_t> allValues(const Scenario& scenario, Dim dim) {
  return sorted(candidates(scenario, dim), dimValue(scenario, dim));
}

std::vector<std::int64_t> valuesBetween(const Scenario& scenario, Dim dim, std::int64_t least, std::int64_t greatest) {
  const bool open = dim == Dim::gpus || dim == Dim::sequenceLength || dim == Dim::globalBatch;
  const auto now = dimValue(scenario, dim);
  auto values = open ? sorted(around(now, least, greatest, kAllSteps), now) : allValues(scenario, dim);
  std::erase_if(values, [&](auto value) { return value < least || value > greatest; });
  return values;
}

void freeDim(SweepSpace& space, Dim dim) {
  setValues(space, dim, allValues(space.base, dim));
  space.free.set(static_cast<std::size_t>(dim));
}

void setValues(SweepSpace& space, Dim dim, std::vector<std::int64_t> values) {
  const bool stays = values == space.of(dim) && !space.varies(dim);
  space.of(dim) = std::move(values);
  space.free.reset(static_cast<std::size_t>(dim));
  if (!stays && (dim == Dim::pp || dim == Dim::vpp)) space.base.parallel.stageLayers.clear();
  // One named schedule stays; the default goes on following vpp.
  if (dim == Dim::vpp && !space.varies(Dim::schedule)) {
    const auto own = schedule(space.base.parallel);
    if (own == Schedule::oneFOneB || own == Schedule::interleaved)
      space.of(Dim::schedule) = {static_cast<std::int64_t>(Schedule::oneFOneB),
                                 static_cast<std::int64_t>(Schedule::interleaved)};
  }
}

SweepSpace fullSpace(const Scenario& scenario) {
  auto space = fixedSpace(scenario);
  for (auto i = static_cast<std::size_t>(Dim::tp); i < kDims; ++i) freeDim(space, static_cast<Dim>(i));
  space.dp.reset();
  return space;
}

bool isDistinct(const SweepSpace& space, const Scenario& scenario, Dim dim, std::size_t index) {
  const auto& values = space.of(dim);
  if (values.size() == 1) return true;
  const auto& p = scenario.parallel;
  if (dim == Dim::cpKind) return p.cp > 1 || index == 0;
  if (dim == Dim::shardGroup) return p.zero > 0 || index == 0;
  if (dim == Dim::zero) return values[index] != 2 || p.pp == 1;  // under a pipeline 2 is evaluated as 1
  if (dim == Dim::schedule) return isDistinctSchedule(values, p, index);
  return true;
}

std::uint64_t candidateCount(const SweepSpace& space) {
  Scenario trial = space.base;
  return countBelow(space, trial, 0);
}

}  // namespace shardscope
