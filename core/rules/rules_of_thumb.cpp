// SPDX-License-Identifier: Apache-2.0
// The chapter's rules as checkable claims: each fires only when it is broken, with the figures that show it. Not laws:
// the sweep may well prefer a layout that breaks one.
#include <algorithm>

#include "core/cost/activations.hpp"
#include "core/cost/moe_load.hpp"
#include "core/cost/parameters.hpp"
#include "core/cost/step_time.hpp"
#include "core/cost/throughput.hpp"
#include "core/placement/group_place.hpp"
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

// tp, domain, GPUs of it that whole groups fill. A group that fits but begins in the middle sits across two domains;
// the step time reckons with the link of one.
bool hNode(const Figures& f, Issue& issue) {
  const auto domain = nvlinkDomain(f.scenario.cluster), tp = f.scenario.parallel.tp;
  issue.args = {d(tp), d(domain), d(domain - domain % tp)};
  return tp > domain || isSplit({tp, 1}, domain, gpuCount(f.scenario.cluster));
}

// bytes of the layer, limit, states, activations, tp. Cost-model §9 step 3: 18 B per parameter, unsharded over data
// ranks, and the activations without recompute of the larger kind of layer, against 60 % of the nominal decimal
// capacity.
bool h60(const Figures& f, Issue& issue) {
  const auto& m = f.scenario.model.shape;
  const double limit = 0.60 * f.scenario.cluster.device.nominalGb * kGb;
  if (limit <= 0) return false;
  const auto consider = [&](const LayerParameters& layer, bool isMoeLayer) {
    const double states = 18 * layerOnRank(layer, f.scenario.parallel).total();
    const double activations = layerActivations(f.scenario, isMoeLayer).full;
    if (states + activations > issue.args[0])
      issue.args = {states + activations, limit, states, activations, d(f.scenario.parallel.tp)};
  };
  if (hasDenseLayers(m)) consider(denseLayerParameters(m), false);
  if (isMoe(m)) consider(moeLayerParameters(m), true);
  return issue.args[0] >= limit;
}

// M, pp, 4·pp, bubble as a share of the ideal time
bool h4P(const Figures& f, Issue& issue) {
  const auto pp = f.scenario.parallel.pp, m = f.report.batch.microBatches;
  issue.args = {d(m), d(pp), d(4 * pp), f.report.bubble.ratioIdeal};
  return pp > 1 && m < 4 * pp;
}

// Share of the step in which the slowest stage waits for the host to issue kernels (cost-model §5.7).
double hostShare(const Figures& f) {
  const auto& time = f.report.time;
  const auto& stages = f.report.memory.stages;
  const auto times = planStep(f.scenario).times;
  const auto floorOf = [](const LayerTime& layer) {
    return layer.forward.floor + layer.backward.floor + layer.repeated.floor;
  };
  double slowest = 0, waits = 0;
  for (std::size_t i = 0; i < stages.size() && i < time.forward.size(); ++i) {
    const double seconds = (time.forward[i] + time.backward[i]).count();
    if (seconds <= slowest) continue;
    slowest = seconds;
    waits =
        d(stages[i].layers - stages[i].moeLayers) * floorOf(times.dense) + d(stages[i].moeLayers) * floorOf(times.moe);
  }
  return d(f.report.batch.microBatches) * waits / time.step.count();
}

// MFU against the peak of the precision used, share of the step that waits for the host
bool hMfu(const Figures& f, Issue& issue) {
  issue.args = {f.report.throughput.mfuOwnPrecision};
  if (!f.hasTime() || f.report.throughput.mfuOwnPrecision >= kLowMfu) return false;
  issue.args[1] = hostShare(f);
  return true;
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

// λ of the fullest rank before any capacity limit, share of copies dropped, hot-token share
bool hImbalance(const Figures& f, Issue& issue) {
  if (!isMoe(f.scenario.model.shape)) return false;
  const auto load = moeLoad(f.scenario);
  issue.args = {load.imbalance, load.droppedShare, f.scenario.moe.hotTokenShare};
  return load.imbalance > kHighImbalance;
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
    {RuleId::Hgolden, hGolden},
    {RuleId::Hnode, hNode},
    {RuleId::H60, h60},
    {RuleId::H4P, h4P},
    {RuleId::Hmfu, hMfu},
    {RuleId::Hbatch, hBatch},
    {RuleId::Himbalance, hImbalance},
    {RuleId::Hfsdp, hFsdp},
    {RuleId::Hhead, hHead},
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
