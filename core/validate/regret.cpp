// SPDX-License-Identifier: Apache-2.0
#include "core/validate/regret.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

// torchtune's rows are cumulative steps of one recipe: they differ in more than a layout.
bool variantIsOtherWork(const std::string& family) { return family == "torchtune"; }

std::string workKey(const MeasuredRun& run) {
  const auto& s = run.scenario;
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", run.family, run.model, gpuCount(s.cluster), run.gpu,
                     s.workload.sequenceLength, s.workload.globalBatch, run.framework, word(s.workload.precision),
                     run.precisionDetail, s.workload.flashAttention,
                     variantIsOtherWork(run.family) ? run.variant : std::string());
}

std::string layoutKey(const Scenario& s) {
  const auto& p = s.parallel;
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {}", p.tp, p.pp, p.vpp, p.cp, p.ep, s.workload.microBatch, p.zero,
                     word(s.workload.recompute), word(schedule(p)), p.shardGroup, s.overlap.tp);
}

// Votes of one layout as one: geometric means.
struct Layout {
  double logMeasured = 0, logPredicted = 0;
  int votes = 0;
  double measured() const { return std::exp(logMeasured / votes); }
  double predicted() const { return std::exp(logPredicted / votes); }
};

std::vector<Layout> layoutsOf(const std::vector<const Vote*>& votes) {
  std::map<std::string, Layout> byKey;
  for (const auto* vote : votes) {
    auto& layout = byKey[layoutKey(vote->run().scenario)];
    layout.logMeasured += std::log(vote->ranking->measured);
    layout.logPredicted += std::log(vote->ranking->predicted);
    ++layout.votes;
  }
  std::vector<Layout> layouts;
  for (const auto& [key, layout] : byKey) layouts.push_back(layout);
  return layouts;
}

void rank(const std::vector<Layout>& layouts, RegretGroup& group) {
  double balance = 0;
  for (std::size_t i = 0; i < layouts.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double agreement =
          (layouts[i].measured() - layouts[j].measured()) * (layouts[i].predicted() - layouts[j].predicted());
      if (agreement == 0) continue;
      ++group.pairs;
      balance += agreement > 0 ? 1 : -1;
    }
  if (group.pairs > 0) group.kendallTau = balance / static_cast<double>(group.pairs);
}

double expectedAtRandom(const std::vector<Layout>& layouts) {
  double sum = 0, best = layouts.front().measured();
  for (const auto& layout : layouts) {
    sum += layout.measured();
    best = std::min(best, layout.measured());
  }
  return sum / static_cast<double>(layouts.size()) / best - 1;
}

RegretGroup groupOf(const std::vector<const Vote*>& votes, const std::vector<Layout>& layouts) {
  const auto& run = votes.front()->run();
  const auto* picked = *std::min_element(votes.begin(), votes.end(), [](const Vote* a, const Vote* b) {
    return a->ranking->predicted < b->ranking->predicted;
  });
  const auto* best = *std::min_element(votes.begin(), votes.end(), [](const Vote* a, const Vote* b) {
    return a->ranking->measured < b->ranking->measured;
  });
  RegretGroup group{.family = run.family, .model = run.model, .gpu = run.gpu};
  group.gpus = gpuCount(run.scenario.cluster);
  group.layouts = layouts.size();
  group.picked = picked->run().id;
  group.best = best->run().id;
  group.regret = picked->ranking->measured / best->ranking->measured - 1;
  group.randomRegret = expectedAtRandom(layouts);
  rank(layouts, group);
  return group;
}

}  // namespace

std::vector<RegretGroup> regretGroups(const std::vector<Vote>& votes) {
  std::map<std::string, std::size_t> byKey;
  std::vector<std::vector<const Vote*>> works;
  for (const auto& vote : votes) {
    if (!vote.ranking) continue;
    const auto [place, isNew] = byKey.try_emplace(workKey(vote.run()), works.size());
    if (isNew) works.emplace_back();
    works[place->second].push_back(&vote);
  }
  std::vector<RegretGroup> groups;
  for (const auto& work : works)
    if (const auto layouts = layoutsOf(work); layouts.size() > 1) groups.push_back(groupOf(work, layouts));
  return groups;
}

RegretSummary summarized(const std::vector<RegretGroup>& groups) {
  RegretSummary summary;
  summary.groups = groups.size();
  if (groups.empty()) return summary;
  const auto n = static_cast<double>(groups.size());
  double ranked = 0;
  for (const auto& group : groups) {
    summary.mean += group.regret / n;
    summary.random += group.randomRegret / n;
    summary.max = std::max(summary.max, group.regret);
    if (group.pairs == 0) continue;
    ++ranked;
    summary.kendallTau += group.kendallTau;
  }
  if (ranked > 0) summary.kendallTau /= ranked;
  return summary;
}

}  // namespace shardscope
