// SPDX-License-Identifier: Apache-2.0
#include "core/validate/bands.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

constexpr std::array kNotComparable = {NotComparable{"mbskill", "validate-memory-options-unprinted"},
                                       NotComparable{"dlperf", "validate-memory-framework-pool"}};

bool isComparable(const Vote& vote) {
  return std::none_of(kNotComparable.begin(), kNotComparable.end(),
                      [&](const NotComparable& each) { return each.family == vote.run().family; });
}

const Residual* residualOf(const Vote& vote, Estimate quantity) {
  if (quantity == Estimate::time) return vote.time ? &*vote.time : nullptr;
  return vote.memory && isComparable(vote) ? &*vote.memory : nullptr;
}

// The attributes that a level of slices fixes, from most to least specific.
struct Level {
  Estimate quantity;
  bool work, stack, allocator, generation, gpu, scale;
};
constexpr std::array kLevels = {
    // clang-format off
    Level{.quantity = Estimate::time, .work = true, .stack = true, .gpu = true, .scale = true},
    Level{.quantity = Estimate::time, .work = true, .stack = true, .gpu = true},
    Level{.quantity = Estimate::time, .work = true, .stack = true, .generation = true},
    Level{.quantity = Estimate::time, .work = true, .stack = true},
    Level{.quantity = Estimate::time, .work = true, .generation = true},
    Level{.quantity = Estimate::time, .work = true},
    Level{.quantity = Estimate::memory, .work = true, .allocator = true},
    Level{.quantity = Estimate::memory, .allocator = true},
    // clang-format on
};

// Memory peaks come from two sources per kind of stack, and the spread of one says little about the other: of each
// family's peaks only 64 % lay within the 90 % bands of single other sources.
constexpr std::size_t kSourcesOfMemory = 2;

bool isWidest(const Level& level) {
  return level.quantity == Estimate::time ? !level.stack && !level.generation : !level.work;
}

RunSlice sliceAround(const Level& level, const Scenario& scenario) {
  const auto& cluster = scenario.cluster;
  RunSlice slice;
  slice.quantity = level.quantity;
  if (level.work) slice.work = workKind(scenario);
  if (level.stack) slice.stack = scenario.stack;
  if (level.allocator) slice.allocator = allocatorClass(scenario.stack);
  if (level.generation) slice.generation = cluster.device.generation;
  if (level.gpu) slice.gpu = cluster.gpuId;
  if (level.scale) slice.scale = scaleClass(gpuCount(cluster));
  return slice;
}

bool isSame(const RunSlice& a, const RunSlice& b) {
  return a.work == b.work && a.stack == b.stack && a.allocator == b.allocator && a.generation == b.generation &&
         a.gpu == b.gpu && a.scale == b.scale;
}

struct Member {
  const Vote* vote = nullptr;
  double error = 0;  // size of the relative error
};

struct Collected {
  RunSlice slice;
  std::vector<Member> members;
  std::set<std::string_view> families;
};

std::vector<Collected> collected(const Level& level, const std::vector<Vote>& votes) {
  std::vector<Collected> slices;
  for (const auto& vote : votes) {
    const auto* residual = residualOf(vote, level.quantity);
    if (!residual) continue;
    auto slice = sliceAround(level, vote.run().scenario);
    auto place =
        std::find_if(slices.begin(), slices.end(), [&](const Collected& each) { return isSame(each.slice, slice); });
    if (place == slices.end()) place = slices.insert(slices.end(), {std::move(slice), {}, {}});
    place->members.push_back({&vote, std::fabs(residual->error())});
    place->families.insert(vote.run().family);
  }
  std::stable_sort(slices.begin(), slices.end(),
                   [](const Collected& a, const Collected& b) { return a.members.size() > b.members.size(); });
  return slices;
}

// To four decimals, upwards: the file holds what is reckoned with.
double rounded(double band) { return std::ceil(band * 1e4 - 1e-6) / 1e4; }

// The slice with its band by all members but those of `leftOut` (empty: all); nothing if too few are left.
std::optional<RunSlice> banded(const Level& level, const Collected& from, std::string_view leftOut) {
  std::vector<double> errors;
  errors.reserve(from.members.size());
  for (const auto& member : from.members)
    if (leftOut.empty() || member.vote->run().family != leftOut) errors.push_back(member.error);
  const auto sources = from.families.size() - from.families.count(leftOut);
  const std::size_t needed = level.quantity == Estimate::memory ? kSourcesOfMemory : 1;
  const bool isFirm = errors.size() >= votesNeeded(kBandCoverage) && sources >= needed;
  if (errors.empty() || (!isWidest(level) && !isFirm)) return std::nullopt;
  auto slice = from.slice;
  slice.runs = static_cast<std::int64_t>(errors.size());
  slice.sources = static_cast<std::int64_t>(sources);
  slice.band = rounded(coveringBound(std::move(errors), kBandCoverage));
  return slice;
}

// The bands of the others for each family, from slices that are made once: a family's votes lie in few of them.
class LeaveFamiliesOut {
 public:
  LeaveFamiliesOut(const std::vector<Vote>& votes, Estimate quantity) {
    for (const auto& level : kLevels)
      if (level.quantity == quantity) levels_.emplace_back(&level, collected(level, votes));
    for (std::size_t i = 0; i < levels_.size(); ++i)
      for (std::size_t j = 0; j < levels_[i].second.size(); ++j)
        for (const auto family : levels_[i].second[j].families) places_[family].emplace_back(i, j);
    for (const auto& vote : votes)
      if (vote.time) count(vote.run());
  }

  PublishedBands bandsWithout(std::string_view family) const {
    PublishedBands bands;
    bands.coverage = kBandCoverage;
    for (const auto& [other, gpus] : largest_)
      if (other != family) bands.largestGpus = std::max(bands.largestGpus, gpus);
    for (std::size_t i = 0; i < kFeatures; ++i)
      if (families_[i].size() > families_[i].count(family)) bands.features |= 1U << i;
    const auto places = places_.find(family);
    if (places == places_.end()) return bands;
    for (const auto& [level, slice] : places->second)
      if (auto one = banded(*levels_[level].first, levels_[level].second[slice], family)) bands.add(std::move(*one));
    return bands;
  }

 private:
  static constexpr std::size_t kFeatures = EnumWords<Unseen>::words.size();

  void count(const MeasuredRun& run) {
    const std::string_view family = run.family;
    const auto features = featuresOf(run.scenario);
    for (std::size_t i = 0; i < kFeatures; ++i)
      if ((features & (1U << i)) != 0) families_[i].insert(family);
    // The two largest are enough to know the largest without one.
    const auto gpus = gpuCount(run.scenario.cluster);
    const auto own = std::find_if(largest_.begin(), largest_.end(), [&](const auto& l) { return l.first == family; });
    if (own != largest_.end())
      own->second = std::max(own->second, gpus);
    else
      largest_.emplace_back(family, gpus);
    std::sort(largest_.begin(), largest_.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    if (largest_.size() > 2) largest_.pop_back();
  }

  std::vector<std::pair<const Level*, std::vector<Collected>>> levels_;
  std::map<std::string_view, std::vector<std::pair<std::size_t, std::size_t>>> places_;
  std::vector<std::pair<std::string_view, std::int64_t>> largest_;
  std::array<std::set<std::string_view>, kFeatures> families_;
};

nlohmann::ordered_json sliceJson(const RunSlice& slice) {
  nlohmann::ordered_json json = {{"quantity", word(slice.quantity)}};
  if (slice.work) json["work"] = word(*slice.work);
  if (slice.stack) json["stack"] = word(*slice.stack);
  if (slice.allocator) json["allocator"] = word(*slice.allocator);
  if (slice.generation) json["generation"] = word(*slice.generation);
  if (!slice.gpu.empty()) json["gpu"] = slice.gpu;
  if (slice.scale) json["gpus"] = word(*slice.scale);
  json["configurations"] = slice.runs;
  json["sources"] = slice.sources;
  json["band"] = slice.band;
  return json;
}

nlohmann::ordered_json coverageJson(const Coverage& coverage) {
  return {{"n", coverage.votes}, {"inside", std::round(coverage.share() * 1e4) / 1e4}};
}

}  // namespace

std::span<const NotComparable> notComparableMemory() { return kNotComparable; }

PublishedBands bandsOf(const std::vector<Vote>& votes) {
  PublishedBands bands;
  bands.coverage = kBandCoverage;
  for (const auto& vote : votes) {
    if (!vote.time) continue;
    bands.features |= featuresOf(vote.run().scenario);
    bands.largestGpus = std::max(bands.largestGpus, gpuCount(vote.run().scenario.cluster));
  }
  for (const auto& level : kLevels)
    for (const auto& each : collected(level, votes))
      if (auto slice = banded(level, each, {})) bands.add(std::move(*slice));
  return bands;
}

Coverage leaveOneFamilyOut(const std::vector<Vote>& votes, Estimate quantity) {
  std::map<std::string_view, std::vector<const Vote*>> families;
  for (const auto& vote : votes)
    if (residualOf(vote, quantity)) families[vote.run().family].push_back(&vote);
  const LeaveFamiliesOut index(votes, quantity);
  Coverage coverage;
  for (const auto& [family, own] : families) {
    const auto bands = index.bandsWithout(family);
    for (const auto* vote : own) {
      const auto told = confidenceOf(vote->run().scenario, bands);
      const bool isTime = quantity == Estimate::time;
      if ((isTime ? told.timeSlice : told.memorySlice) < 0) continue;
      ++coverage.votes;
      coverage.inside += std::fabs(residualOf(*vote, quantity)->error()) <= (isTime ? told.timeRel : told.memoryRel);
    }
  }
  return coverage;
}

nlohmann::ordered_json bandsJson(const PublishedBands& bands, const std::vector<Vote>& votes) {
  nlohmann::ordered_json json = {{"coverage", bands.coverage}, {"largest_gpus", bands.largestGpus}};
  json["leave_one_family_out"] = {{"time", coverageJson(leaveOneFamilyOut(votes, Estimate::time))},
                                  {"memory", coverageJson(leaveOneFamilyOut(votes, Estimate::memory))}};
  json["features"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < EnumWords<Unseen>::words.size(); ++i)
    if ((bands.features & bit(static_cast<Unseen>(i))) != 0) json["features"].push_back(EnumWords<Unseen>::words[i]);
  json["slices"] = nlohmann::ordered_json::array();
  for (const auto& slice : bands.slices()) json["slices"].push_back(sliceJson(slice));
  return json;
}

}  // namespace shardscope
