// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/way_out.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/scenario/derived.hpp"
#include "core/units/powers_of_two.hpp"

namespace shardscope {
namespace {

using Values = std::vector<std::int64_t>;

// What a doubling of a setting costs.
constexpr double kLayoutCost = 0.25, kBatchCost = 1, kLengthCost = 2, kFewerGpusCost = 2, kMoreGpusCost = 4;
constexpr double kOtherGpus = 1;                       // on top: as a doubling of the batch
constexpr double kAllOfLayout = 100, kUnlocks = 1000;  // after any single change; after anything else
constexpr std::size_t kMostTrials = 96;                // sweeps of a few thousand configurations
constexpr std::int64_t kMostGpus = std::int64_t{1} << 20, kMostBatch = 1'000'000'000;

struct Change {
  double cost = 0;
  std::optional<SweepAxis> axis;
  SweepSpace space;
};

Values aroundMultiples(std::int64_t value, const Values& steps, std::int64_t greatest) {
  Values values;
  for (const auto step : steps)
    for (const auto near : {value / step * step, value / step * step + step})
      if (near >= 1 && near != value && near <= greatest) values.push_back(near);
  return values;
}

double costOf(Dim dim, std::int64_t from, std::int64_t to) {
  if (from == to) return 0;
  const bool isWord = dim == Dim::cpKind || dim == Dim::recompute || dim == Dim::schedule || dim == Dim::zero;
  const bool counts = !isWord && from >= 1 && to >= 1;
  const double doublings = counts ? std::abs(std::log2(static_cast<double>(to) / static_cast<double>(from))) : 1;
  switch (dim) {
    case Dim::globalBatch: return kBatchCost * doublings;
    case Dim::sequenceLength: return kLengthCost * doublings;
    case Dim::gpus: return kOtherGpus + (to < from ? kFewerGpusCost : kMoreGpusCost) * doublings;
    default: return kLayoutCost * doublings;
  }
}

// All single changes of a space, and the freeing of its layout.
class Changes {
 public:
  Changes(const Scenario& now, const Locks& locks, const SweepSpace& space, double surcharge)
      : now_(now), locks_(locks), space_(space), surcharge_(surcharge) {}

  // `ofPinned`: only those that move a pinned knob; otherwise only those that move none.
  void addTo(std::vector<Change>& changes, bool ofPinned) const {
    for (std::size_t i = 0; i < kDims; ++i)
      if (const auto dim = static_cast<Dim>(i); isPinned(locks_, {dim}) == ofPinned) addValues(changes, dim);
    if (space_.dp && isPinned(locks_, {}) == ofPinned) {
      auto free = space_;
      free.dp.reset();
      changes.push_back({kLayoutCost + surcharge_, SweepAxis{}, std::move(free)});
    }
    auto free = space_;
    if (ofPinned || !isPinned(locks_, {})) free.dp.reset();
    for (auto i = static_cast<std::size_t>(Dim::tp); i < kDims; ++i)
      if (const auto dim = static_cast<Dim>(i); ofPinned || !isPinned(locks_, {dim})) freeDim(free, dim);
    if (free == space_) return;
    const Changes around(now_, locks_, free, kAllOfLayout + surcharge_);
    for (const auto dim : {Dim::gpus, Dim::sequenceLength, Dim::globalBatch})
      if (ofPinned || !isPinned(locks_, {dim})) around.addValues(changes, dim);
    changes.push_back({kAllOfLayout + surcharge_, std::nullopt, std::move(free)});
  }

 private:
  void addValues(std::vector<Change>& changes, Dim dim) const {
    const auto& tried = space_.of(dim);
    const auto own = dimValue(now_, dim);
    auto values = otherValues(dim, own);
    values.push_back(own);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    for (const auto value : values)
      if (std::find(tried.begin(), tried.end(), value) == tried.end())
        changes.push_back({costOf(dim, own, value) + surcharge_, SweepAxis{dim}, changed(dim, value)});
  }

  Values otherValues(Dim dim, std::int64_t own) const {
    switch (dim) {
      case Dim::globalBatch: return aroundMultiples(own, batchSteps(), kMostBatch);
      case Dim::sequenceLength: {
        auto values = aroundMultiples(own, powersOfTwo(2, 1024), own * 2);
        for (const auto part : {2, 4, 8, 16}) values.push_back(std::max<std::int64_t>(1, own / part));
        return values;
      }
      case Dim::gpus: {
        const auto node = gpusPerNode(space_.base.cluster);
        auto values = aroundMultiples(own, powersOfTwo(node, own, node), kMostGpus);
        for (const auto power : powersOfTwo(1, std::min(kMostGpus, own * 1024))) values.push_back(power);
        return values;
      }
      default: return allValues(space_.base, dim);
    }
  }

  // A batch is shared out to dp replicas in micro-batches, which interleaving takes by rounds of pp.
  Values batchSteps() const {
    auto steps = space_.dp ? Values{*space_.dp} : axisValues(space_, SweepAxis{});
    const auto rounds = space_.of(Dim::vpp).front() > 1 ? space_.of(Dim::pp).front() : 1;
    for (auto& step : steps) step *= space_.of(Dim::microBatch).front() * rounds;
    std::erase_if(steps, [](auto step) { return step < 1 || step > kMostBatch; });
    return steps;
  }

  // The space with one setting changed; what is free stays so around the new value.
  SweepSpace changed(Dim dim, std::int64_t value) const {
    auto other = space_;
    setDim(other.base, dim, value);
    other.of(dim) = {value};
    other.free.reset(static_cast<std::size_t>(dim));
    if (dim == Dim::pp || dim == Dim::vpp) other.base.parallel.stageLayers.clear();
    for (std::size_t i = 0; i < kDims; ++i)
      if (const auto free = static_cast<Dim>(i); free != dim && space_.isFree(free))
        other.of(free) = allValues(other.base, free);
    return other;
  }

  const Scenario& now_;
  const Locks& locks_;
  const SweepSpace& space_;
  double surcharge_;
};

// Smallest first; of each kind (one setting, with all of the layout, with locks opened) as many as may be tried.
std::vector<Change> changesOf(const Scenario& now, const Locks& locks, const SweepSpace& space) {
  std::vector<Change> changes;
  const auto kept = withinPins(space, now, locks);
  Changes(now, locks, kept, 0).addTo(changes, false);
  Changes(now, locks, kept, kUnlocks).addTo(changes, true);
  std::stable_sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; });
  std::vector<Change> tried;
  std::map<int, std::size_t> ofKind;
  for (auto& change : changes)
    if (++ofKind[static_cast<int>(change.cost / kAllOfLayout)] <= kMostTrials) tried.push_back(std::move(change));
  return tried;
}

void keepOnly(SweepSpace& space, Dim dim, std::int64_t value) {
  auto& values = space.of(dim);
  if (std::find(values.begin(), values.end(), value) != values.end()) values = {value};
}

// Of a space the part that needs least memory: if it is empty of what runs, so is, but for rare cases, the whole.
SweepSpace thrifty(SweepSpace space) {
  space.of(Dim::microBatch).resize(1);
  keepOnly(space, Dim::recompute, static_cast<std::int64_t>(Recompute::full));
  keepOnly(space, Dim::vpp, 1);
  keepOnly(space, Dim::etp, 1);
  keepOnly(space, Dim::schedule, static_cast<std::int64_t>(Schedule::oneFOneB));
  keepOnly(space, Dim::shardGroup, 0);
  return space;
}

std::optional<SweepRow> bestOf(const SweepSpace& space, Metric metric, unsigned threads, const std::stop_token& stop) {
  SweepOptions options;
  options.metric = metric;
  options.top = 1;
  options.keepInfeasible = true;
  options.threads = threads;
  auto result = runSweep(space, options, stop);
  if (!result.complete || result.top.empty()) return std::nullopt;
  return result.top.front();
}

}  // namespace

std::optional<WayOut> wayOut(const Scenario& now, const Locks& locks, const SweepSpace& space,
                             const SweepOptions& options, const SweepResult& result, const std::stop_token& stop) {
  const auto changes = changesOf(now, locks, space);
  const Change* chosen = nullptr;
  auto reached = result.nearestMiss ? Verdict::doesNotFit : Verdict::invalid;  // to be bettered
  for (const auto& change : changes) {
    if (chosen && change.cost >= kUnlocks) break;  // what runs within the locks is enough
    const auto best = bestOf(thrifty(change.space), options.metric, 1, stop);
    if (stop.stop_requested()) return std::nullopt;
    if (!best || best->verdict >= reached) continue;
    chosen = &change;
    reached = best->verdict;
    if (reached == Verdict::fits) break;
  }
  if (!chosen) return std::nullopt;
  const auto best = bestOf(chosen->space, options.metric, options.threads, stop);
  if (!best) return std::nullopt;
  return WayOut{chosen->axis, chosen->space, *best, editOf(now, chosen->space, *best), best->verdict};
}

}  // namespace shardscope
