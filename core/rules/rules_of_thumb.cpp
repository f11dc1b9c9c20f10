// SPDX-License-Identifier: Apache-2.0
// The chapter's rules as checkable claims: each fires only when it is broken, with the figures that show it. Not laws:
// the sweep may well prefer a layout that breaks one.
#include <algorithm>

#include "core/cost/parameters.hpp"
#include "core/rules/rule.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

struct Figures {
  const Scenario& scenario;
  const Report& report;
  bool hasTime() const { return report.time.step.count() > 0; }
};

constexpr double d(std::int64_t value) { return static_cast<double>(value); }

// Args: group with most calls (index of Group), its calls per step, its ranks in the fast domain, the domain.
// Golden rule (cost-model §9): the most frequent communication belongs on the fastest link. A lone data-parallel group
// has nothing to give way to.
bool hGolden(const Figures& f, Issue& issue) {
  const auto& groups = f.report.communication;
  const auto busiest = std::max_element(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
    return (a.active ? a.callsPerStep : -1) < (b.active ? b.callsPerStep : -1);
  });
  const auto index = static_cast<std::size_t>(busiest - groups.begin());
  const auto active = std::count_if(groups.begin(), groups.end(), [](const auto& g) { return g.active; });
  const bool couldBeInside = active > 1 || index == static_cast<std::size_t>(Group::tp);
  if (!busiest->active || busiest->link != GroupLink::nic || !couldBeInside) return false;
  constexpr std::array keys = {Key::tp, Key::cp, Key::ep, Key::pp, Key::zero};
  issue.field = keys[index];
  issue.args = {static_cast<double>(index), busiest->callsPerStep, d(busiest->ranksInDomain),
                d(nvlinkDomain(f.scenario.cluster))};
  return true;
}

// tp, domain
bool hNode(const Figures& f, Issue& issue) {
  const auto domain = nvlinkDomain(f.scenario.cluster);
  issue.args = {d(f.scenario.parallel.tp), d(domain)};
  return f.scenario.parallel.tp > domain;
}

// bytes of the layer, limit, states, activations, tp. Cost-model §9 step 3: 18 B per parameter of the largest layer, unsharded
// over data ranks, plus its activations, against 60 % of the nominal decimal capacity.
bool h60(const Figures& f, Issue& issue) {
  const auto& memory = f.report.memory;
  const double nominal = f.scenario.cluster.device.nominalGb * kGb;
  if (memory.stages.empty() || nominal <= 0) return false;
  const auto& m = f.scenario.model.shape;
  const auto onRank = [&](const LayerParameters& layer) {
    const auto rank = layerOnRank(layer, f.scenario.parallel);
    return rank.dense + rank.experts;
  };
  double parameters = moeLayers(m) < m.layers ? onRank(denseLayerParameters(m)) : 0;
  if (moeLayers(m) > 0) parameters = std::max(parameters, onRank(moeLayerParameters(m)));
  const auto& stage = memory.stages[static_cast<std::size_t>(memory.peakStage)];
  const double kept = d(stage.activations.count()) / std::max(1.0, d(stage.layers) * stage.inFlight);
  const double again = f.scenario.workload.recompute == Recompute::none ? 0 : d(stage.transient.count());
  const double states = 18 * parameters, activations = kept + again;
  issue.args = {states + activations, 0.60 * nominal, states, activations, d(f.scenario.parallel.tp)};
  return states + activations >= 0.60 * nominal;
}

// M, pp, 4·pp
bool h4P(const Figures& f, Issue& issue) {
  const auto pp = f.scenario.parallel.pp, m = f.report.batch.microBatches;
  issue.args = {d(m), d(pp), d(4 * pp)};
  return pp > 1 && m < 4 * pp;
}

// MFU against the peak of the precision used
bool hMfu(const Figures& f, Issue& issue) {
  issue.args = {f.report.throughput.mfuOwnPrecision};
  return f.hasTime() && f.report.throughput.mfuOwnPrecision < 0.35;
}

// tokens, bound, 0 = below the least | 1 = above the greatest
bool hBatch(const Figures& f, Issue& issue) {
  const double tokens = d(f.report.batch.globalTokens);
  const auto& limits = f.scenario.limits;
  if (limits.globalBatchTokensMin && tokens < *limits.globalBatchTokensMin) {
    issue.args = {tokens, *limits.globalBatchTokensMin, 0};
    return true;
  }
  if (!limits.globalBatchTokensMax || tokens <= *limits.globalBatchTokensMax) return false;
  issue.args = {tokens, *limits.globalBatchTokensMax, 1};
  return true;
}

// load factor, share of copies dropped, hot-token share
bool hImbalance(const Figures& f, Issue& issue) {
  if (!f.report.moe || f.report.moe->loadFactor <= 1.5) return false;
  issue.args = {f.report.moe->loadFactor, f.report.moe->droppedShare, f.scenario.moe.hotTokenShare};
  return true;
}

// share of the step, exposed seconds, step seconds
bool hFsdp(const Figures& f, Issue& issue) {
  if (!f.hasTime() || f.scenario.parallel.zero != 3) return false;
  const double exposed = f.report.time.term(TimeTerm::dpExposed).count(), step = f.report.time.step.count();
  issue.args = {exposed / step, exposed, step};
  return exposed >= 0.10 * step;
}

// slower than the mean by (share), time of the head stage, mean time; seconds per micro-batch
bool hHead(const Figures& f, Issue& issue) {
  const auto& forward = f.report.time.forward;
  const auto& backward = f.report.time.backward;
  if (!f.hasTime() || f.scenario.parallel.pp == 1 || forward.empty() || forward.size() != backward.size()) return false;
  double sum = 0;
  for (std::size_t i = 0; i < forward.size(); ++i) sum += (forward[i] + backward[i]).count();
  const double mean = sum / static_cast<double>(forward.size());
  const double head = (forward.back() + backward.back()).count();
  issue.args = {head / mean - 1, head, mean};
  return head > 1.10 * mean;
}

struct Thumb {
  RuleId id;
  bool (*broken)(const Figures&, Issue&);
};
constexpr std::array kThumbs = std::to_array<Thumb>({
    {RuleId::Hgolden, hGolden}, {RuleId::Hnode, hNode}, {RuleId::H60, h60}, {RuleId::H4P, h4P}, {RuleId::Hmfu, hMfu},
    {RuleId::Hbatch, hBatch}, {RuleId::Himbalance, hImbalance}, {RuleId::Hfsdp, hFsdp}, {RuleId::Hhead, hHead},
});

}  // namespace

void checkRulesOfThumb(const Scenario& scenario, const Report& report, std::vector<Issue>& out) {
  const Figures figures{scenario, report};
  for (const auto& thumb : kThumbs) {
    const auto& row = rule(thumb.id);
    Issue issue{row.info.id, row.info.severity, row.field, {}};
    if (thumb.broken(figures, issue)) out.push_back(issue);
  }
}

}  // namespace shardscope
