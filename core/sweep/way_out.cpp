// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/way_out.hpp"

#include <algorithm>
#include <cmath>

#include "core/scenario/derived.hpp"
#include "core/units/powers_of_two.hpp"

namespace shardscope {
namespace {

using Values = std::vector<std::int64_t>;

constexpr double kOtherWord = 1;         // in doublings, as nearestLegal() counts
constexpr double kEverything = 100;      // freeing the layout comes after any single change
constexpr std::size_t kMostTrials = 96;  // sweeps of a few thousand configurations
constexpr std::int64_t kMostGpus = std::int64_t{1} << 20, kMostBatch = 1'000'000'000;

struct Change {
  double distance = 0;
  SweepSpace space;
};

Values aroundMultiples(std::int64_t value, const Values& steps, std::int64_t greatest) {
  Values values;
  for (const auto step : steps)
    for (const auto near : {value / step * step, value / step * step + step})
      if (near >= 1 && near != value && near <= greatest) values.push_back(near);
  return values;
}

Values otherValues(const SweepSpace& space, Dim dim, std::int64_t now) {
  switch (dim) {
    case Dim::globalBatch: return aroundMultiples(now, axisValues(space, SweepAxis{}), kMostBatch);
    case Dim::sequenceLength: {
      auto values = aroundMultiples(now, powersOfTwo(2, 1024), now * 2);
      for (const auto part : {2, 4, 8, 16}) values.push_back(std::max<std::int64_t>(1, now / part));
      return values;
    }
    case Dim::gpus: {
      auto values = aroundMultiples(now, {gpusPerNode(space.base.cluster)}, kMostGpus);
      for (const auto power : powersOfTwo(1, std::min(kMostGpus, now * 1024))) values.push_back(power);
      return values;
    }
    default: return allValues(space.base, dim);
  }
}

double apart(Dim dim, std::int64_t from, std::int64_t to) {
  const bool isWord = dim == Dim::cpKind || dim == Dim::recompute || dim == Dim::schedule || dim == Dim::zero;
  if (isWord || from < 1 || to < 1) return kOtherWord;
  return std::abs(std::log2(static_cast<double>(to) / static_cast<double>(from)));
}

// The space with one setting changed; what is swept in full stays so around the new value.
SweepSpace changed(const SweepSpace& space, Dim dim, std::int64_t value) {
  auto other = space;
  setDim(other.base, dim, value);
  other.of(dim) = {value};
  if (dim == Dim::pp || dim == Dim::vpp) other.base.parallel.stageLayers.clear();
  for (std::size_t i = 0; i < kDims; ++i)
    if (const auto free = static_cast<Dim>(i); free != dim && space.of(free) == allValues(space.base, free))
      other.of(free) = allValues(other.base, free);
  return other;
}

std::vector<Change> changesOf(const SweepSpace& space) {
  std::vector<Change> changes;
  for (std::size_t i = 0; i < kDims; ++i) {
    const auto dim = static_cast<Dim>(i);
    const auto& tried = space.of(dim);
    // Of several values the one that the scenario has, or the first.
    const auto own = dimValue(space.base, dim);
    const auto now = std::find(tried.begin(), tried.end(), own) != tried.end() ? own : tried.front();
    auto values = otherValues(space, dim, now);
    values.push_back(own);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    for (const auto value : values)
      if (std::find(tried.begin(), tried.end(), value) == tried.end())
        changes.push_back({apart(dim, now, value), changed(space, dim, value)});
  }
  auto free = space;
  free.dp.reset();
  if (space.dp) changes.push_back({kOtherWord, free});
  for (auto i = static_cast<std::size_t>(Dim::tp); i < kDims; ++i) freeDim(free, static_cast<Dim>(i));
  if (free != space) changes.push_back({kEverything, std::move(free)});
  std::stable_sort(changes.begin(), changes.end(),
                   [](const auto& a, const auto& b) { return a.distance < b.distance; });
  return changes;
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

std::optional<SweepRow> bestOf(const SweepSpace& space, unsigned threads) {
  SweepOptions options;
  options.top = 1;
  options.keepInfeasible = true;
  options.threads = threads;
  auto result = runSweep(space, options);
  if (result.top.empty()) return std::nullopt;
  return result.top.front();
}

}  // namespace

std::optional<WayOut> wayOut(const Scenario& now, const SweepSpace& space, const SweepResult& result) {
  const Change* chosen = nullptr;
  auto reached = result.nearestMiss ? Verdict::doesNotFit : Verdict::invalid;  // to be bettered
  auto changes = changesOf(space);
  // The last resort stays among what is tried.
  if (changes.size() > kMostTrials) changes.erase(changes.begin() + kMostTrials - 1, changes.end() - 1);
  for (const auto& change : changes) {
    const auto best = bestOf(thrifty(change.space), 1);
    if (!best || best->verdict >= reached) continue;
    chosen = &change;
    reached = best->verdict;
    if (reached == Verdict::fits) break;
  }
  if (!chosen) return std::nullopt;
  const auto best = bestOf(chosen->space, 0);
  if (!best) return std::nullopt;
  return WayOut{editOf(now, chosen->space, *best), best->verdict};
}

}  // namespace shardscope
