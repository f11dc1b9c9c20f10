// SPDX-License-Identifier: Apache-2.0
#include "core/validate/bands.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
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

struct Collected {
  RunSlice slice;
  std::vector<double> errors;
  std::set<std::string> families;
};

std::vector<Collected> collected(const Level& level, const std::vector<const Vote*>& votes) {
  std::vector<Collected> slices;
  for (const auto* vote : votes) {
    const auto* residual = residualOf(*vote, level.quantity);
    if (!residual) continue;
    auto slice = sliceAround(level, vote->run().scenario);
    auto place =
        std::find_if(slices.begin(), slices.end(), [&](const Collected& each) { return isSame(each.slice, slice); });
    if (place == slices.end()) place = slices.insert(slices.end(), {std::move(slice), {}, {}});
    place->errors.push_back(std::fabs(residual->error()));
    place->families.insert(vote->run().family);
  }
  std::stable_sort(slices.begin(), slices.end(),
                   [](const Collected& a, const Collected& b) { return a.errors.size() > b.errors.size(); });
  return slices;
}

bool isFirm(const Level& level, const Collected& slice) {
  const std::size_t sources = level.quantity == Estimate::memory ? kSourcesOfMemory : 1;
  return slice.errors.size() >= votesNeeded(kBandCoverage) && slice.families.size() >= sources;
}

// To four decimals, upwards: the file holds what is reckoned with.
double rounded(double band) { return std::ceil(band * 1e4 - 1e-6) / 1e4; }

PublishedBands made(const std::vector<const Vote*>& votes) {
  PublishedBands bands;
  bands.coverage = kBandCoverage;
  for (const auto* vote : votes) {
    if (!vote->time) continue;
    bands.features |= featuresOf(vote->run().scenario);
    bands.largestGpus = std::max(bands.largestGpus, gpuCount(vote->run().scenario.cluster));
  }
  for (const auto& level : kLevels)
    for (auto& each : collected(level, votes)) {
      if (!isWidest(level) && !isFirm(level, each)) continue;
      each.slice.runs = static_cast<std::int64_t>(each.errors.size());
      each.slice.sources = static_cast<std::int64_t>(each.families.size());
      each.slice.band = rounded(coveringBound(std::move(each.errors), kBandCoverage));
      bands.add(std::move(each.slice));
    }
  return bands;
}

std::vector<const Vote*> withoutFamily(const std::vector<Vote>& votes, const std::string& family) {
  std::vector<const Vote*> others;
  for (const auto& vote : votes)
    if (vote.run().family != family) others.push_back(&vote);
  return others;
}

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

PublishedBands bandsOf(const std::vector<Vote>& votes) { return made(withoutFamily(votes, "")); }

Coverage leaveOneFamilyOut(const std::vector<Vote>& votes, Estimate quantity) {
  std::set<std::string> families;
  for (const auto& vote : votes) families.insert(vote.run().family);
  Coverage coverage;
  for (const auto& family : families) {
    const auto bands = made(withoutFamily(votes, family));
    for (const auto& vote : votes) {
      const auto* residual = residualOf(vote, quantity);
      if (!residual || vote.run().family != family) continue;
      const auto told = confidenceOf(vote.run().scenario, bands);
      if ((quantity == Estimate::time ? told.timeSlice : told.memorySlice) < 0) continue;
      ++coverage.votes;
      coverage.inside += std::fabs(residual->error()) <= (quantity == Estimate::time ? told.timeRel : told.memoryRel);
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
