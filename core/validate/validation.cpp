// SPDX-License-Identifier: Apache-2.0
#include "core/validate/validation.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "core/cost/confidence.hpp"
#include "core/text/messages.hpp"
#include "core/validate/units.hpp"

namespace shardscope {
namespace {

std::vector<Residual> timesOf(const std::vector<const Vote*>& votes) {
  std::vector<Residual> residuals;
  for (const auto* vote : votes)
    if (vote->time) residuals.push_back(*vote->time);
  return residuals;
}

std::vector<Residual> memoriesOf(const std::vector<const Vote*>& votes) {
  std::vector<Residual> residuals;
  for (const auto* vote : votes)
    if (vote->memory) residuals.push_back(*vote->memory);
  return residuals;
}

// Votes by the value that `key` gives them, in the order in which the values appear.
struct Bundle {
  std::string value;
  std::vector<const Vote*> votes;
};
using KeyOf = std::function<std::string(const Vote&)>;

std::vector<Bundle> bundled(const std::vector<Vote>& votes, const KeyOf& key) {
  std::vector<Bundle> bundles;
  std::unordered_map<std::string, std::size_t> places;
  for (const auto& vote : votes) {
    auto value = key(vote);
    const auto [place, isNew] = places.try_emplace(value, bundles.size());
    if (isNew) bundles.push_back({std::move(value), {}});
    bundles[place->second].votes.push_back(&vote);
  }
  return bundles;
}

std::size_t rowsOf(const std::vector<const Vote*>& votes) {
  std::size_t rows = 0;
  for (const auto* vote : votes) rows += vote->runs.size();
  return rows;
}

bool assumes(const Vote& vote, std::string_view column) {
  return std::any_of(vote.runs.begin(), vote.runs.end(), [&](const MeasuredRun* run) {
    return std::find(run->assumed.begin(), run->assumed.end(), column) != run->assumed.end();
  });
}

FamilyResult familyOf(const Bundle& bundle, const std::vector<RegretGroup>& own, std::size_t worstCount) {
  FamilyResult result;
  result.family = bundle.value;
  result.rows = rowsOf(bundle.votes);
  result.configurations = bundle.votes.size();
  result.time = summarized(timesOf(bundle.votes), worstCount);
  result.memory = summarized(memoriesOf(bundle.votes), worstCount);
  result.rankingOnly = result.time.n + result.memory.n == 0;
  result.assumesMicroBatch = std::all_of(bundle.votes.begin(), bundle.votes.end(),
                                         [](const Vote* vote) { return assumes(*vote, "micro_batch"); });
  result.regret = summarized(own);
  return result;
}

std::string settingsOf(const Vote& vote) {
  if (assumes(vote, "micro_batch")) return "micro-batch assumed";
  const bool isStated =
      std::all_of(vote.runs.begin(), vote.runs.end(), [](const MeasuredRun* run) { return run->assumed.empty(); });
  return isStated ? "stated" : "assumed";
}

std::string attribute(SliceBy by, const Vote& vote) {
  const auto& run = vote.run();
  switch (by) {
    case SliceBy::stack: return std::string(word(run.scenario.stack));
    case SliceBy::generation: return std::string(word(run.scenario.cluster.device.generation));
    case SliceBy::work: return std::string(word(workKind(run.scenario)));
    case SliceBy::precision: return std::string(word(run.scenario.workload.precision));
    case SliceBy::settings: return settingsOf(vote);
    case SliceBy::memoryKind: return vote.memory ? std::string(word(run.memoryKind)) : std::string();
  }
  return {};
}

void addSlices(const std::vector<Vote>& votes, SliceBy by, std::size_t worstCount, std::vector<SliceResult>& slices) {
  const auto first = static_cast<std::ptrdiff_t>(slices.size());
  for (const auto& bundle : bundled(votes, [by](const Vote& vote) { return attribute(by, vote); })) {
    if (bundle.value.empty()) continue;
    SliceResult slice{by, bundle.value, {}, {}};
    if (by != SliceBy::memoryKind) slice.time = summarized(timesOf(bundle.votes), worstCount);
    slice.memory = summarized(memoriesOf(bundle.votes), worstCount);
    if (slice.time.n + slice.memory.n > 0) slices.push_back(std::move(slice));
  }
  std::stable_sort(slices.begin() + first, slices.end(), [](const SliceResult& a, const SliceResult& b) {
    return a.time.n + a.memory.n > b.time.n + b.memory.n;
  });
}

}  // namespace

Validation validate(const RunTable& table, Language language, std::size_t worstCount) {
  Validation result;
  result.rows = table.runs.size();
  result.votes = votesOf(table);
  const auto& votes = result.votes;
  result.groups = regretGroups(votes);
  result.regret = summarized(result.groups);
  std::unordered_map<std::string, std::vector<RegretGroup>> groupsOf;
  for (const auto& group : result.groups) groupsOf[group.family].push_back(group);
  for (const auto& bundle : bundled(votes, [](const Vote& vote) { return vote.run().family; }))
    result.families.push_back(familyOf(bundle, groupsOf[bundle.value], worstCount));
  std::stable_sort(result.families.begin(), result.families.end(), [](const FamilyResult& a, const FamilyResult& b) {
    return a.rankingOnly != b.rankingOnly ? b.rankingOnly : a.rows > b.rows;
  });
  for (std::size_t by = 0; by < EnumWords<SliceBy>::words.size(); ++by)
    addSlices(votes, static_cast<SliceBy>(by), worstCount, result.slices);
  std::vector<const Vote*> all;
  for (const auto& vote : votes) all.push_back(&vote);
  result.time = summarized(timesOf(all), worstCount);
  result.memory = summarized(memoriesOf(all), worstCount);
  result.leftOut = table.leftOut;
  for (const auto& run : table.runs)
    if (!run.gpuNamed)
      result.leftOut.push_back({run.id, run.family, run.line, text("validate-ranking-only", language)});
  result.notices = unitNotices(votes, language);
  return result;
}

}  // namespace shardscope
