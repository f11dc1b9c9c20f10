// SPDX-License-Identifier: Apache-2.0
// communication.*: what each group of ranks moves per step.
#include "core/cost/traffic.hpp"

#include <functional>

#include "core/explain/data_parallel.hpp"
#include "core/explain/explain.hpp"
#include "core/explain/rows.hpp"
#include "core/explain/symbols.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

double real(std::int64_t value) { return static_cast<double>(value); }
Group groupOf(const Draft& d) { return fromWord<Group>(d.word).value_or(Group::tp); }
const LayerInputs& inputs(const Draft& d) { return d.facts.plan.inputs; }

// Forward, backward, and the repeated forward of full recompute.
Formula passes(Draft& d) {
  return d.setting("k_pass", "traffic-passes", inputs(d).recompute == Recompute::full ? 3 : 2, count, Key::recompute);
}

Formula slowestLayers(Draft& d) {
  const auto stage = d.facts.slowest;
  return d.symbol("L_" + std::to_string(stage), "stage-layers", real(d.r.memory.stages[stage].layers), count,
                  keyOf("memory.stages.#.layers", stage), {{"stage", std::to_string(stage)}});
}

Formula moeLayersOfSlowest(Draft& d) {
  return d.facts.moeLayers(d.facts.slowest) > 0 ? sym::layersOf(d, d.facts.slowest, true) : num(0);
}

// Collective pairs of one pass over the layers of the slowest stage.
Formula pairs(Draft& d) {
  const auto& in = inputs(d);
  return sym::overLayers(
      d, d.facts.slowest,
      {"q", "tp-pairs", tensorCollectivePairs(in, false), tensorCollectivePairs(in, true), count, ""});
}

Formula sentShare(Formula ranks) { return (ranks - num(1)) / ranks; }

Formula tensorBytes(Draft& d) {
  const auto& in = inputs(d);
  auto times = sym::microBatches(d) * passes(d);
  auto collectives = pairs(d);
  auto part = sentShare(sym::tensorParallel(d));
  auto gathered = d.symbol("S_g", "gathered-message", gatherMessageBytes(in), traffic, "cost.gather_message_bytes");
  auto messages = std::move(gathered) +
                  d.symbol("S", "tensor-message", tensorMessageBytes(in), traffic, "cost.tensor_message_bytes");
  return std::move(times) * std::move(collectives) * std::move(part) * std::move(messages);
}

Formula contextBytes(Draft& d) {
  const auto& in = inputs(d);
  auto times = sym::microBatches(d) * slowestLayers(d);
  auto c = sym::contextParallel(d);
  if (in.cpKind == CpKind::ring) {
    // The backward pass carries the gradients of keys and values as well.
    auto all = passes(d) + num(1);
    return std::move(times) * std::move(all) * (c - num(1)) *
           d.symbol("S_kv", "ring-message", ringHopBytes(in), traffic, "cost.ring_message_bytes");
  }
  times = std::move(times) * passes(d) * num(4);
  auto part = sentShare(std::move(c));
  return std::move(times) * std::move(part) *
         d.symbol("S_x", "head-exchange", headExchangeBytes(in), traffic, "cost.head_exchange_bytes");
}

Formula expertBytes(Draft& d) {
  const auto& in = inputs(d);
  auto times = sym::microBatches(d) * moeLayersOfSlowest(d) * passes(d) * num(2);
  auto message = d.symbol("S_e", "expert-message", expertMessageBytes(in), traffic, "cost.expert_message_bytes");
  auto e = sym::expertParallel(d);
  if (!in.deduplicate) return std::move(times) * std::move(message) * sentShare(std::move(e));
  auto m = d.symbol("m", "ranks-in-domain", in.epPlace.inDomain, count, "communication.ep.ranks_in_domain");
  auto nic = d.symbol("x_nic", "nic-share", in.deduplication.nicShare, number);
  auto link = d.symbol("x_link", "link-share", in.deduplication.linkShare, number);
  auto out = std::move(nic) * message * (e - m) / e + std::move(link) * message * (m - num(1)) / m;
  return std::move(times) * std::move(out);
}

Formula sends(Draft& d) { return num(2) * sym::chunks(d) * sym::microBatches(d); }

Formula dataSum(Draft& d, const std::function<Formula(const DataCollective&, const std::string&)>& term) {
  std::optional<Formula> sum;
  for (const auto& each : dataCollectives(d.facts)) {
    auto next = term(each, std::string(each.name) + (each.experts ? ",x" : ""));
    sum = sum ? std::move(*sum) + std::move(next) : std::move(next);
  }
  return sum.value_or(num(0));
}

std::string meaningOf(const DataCollective& each, const char* what) {
  return std::string("dp-") + what + "-" + each.name + (each.experts ? "-experts" : "");
}

Formula times(Draft& d, const DataCollective& each, const std::string& name) {
  return d.symbol("k_" + name, meaningOf(each, "times"), each.times, count);
}

Formula dataBytes(Draft& d) {
  return dataSum(d, [&](const DataCollective& each, const std::string& name) {
    auto out = times(d, each, name);
    if (each.passes != 1) out = std::move(out) * num(each.passes);
    out = std::move(out) * d.symbol("S_" + name, meaningOf(each, "bytes"), each.bytes, traffic);
    return std::move(out) * sentShare(d.symbol("n_" + name, meaningOf(each, "ranks"), each.ranks, count));
  });
}

Formula dataCalls(Draft& d) {
  auto sum = dataSum(d, [&](const DataCollective& each, const std::string& name) { return times(d, each, name); });
  if (effectiveZero(d.s.parallel) != 3) return sum;
  return std::move(sum) * slowestLayers(d);
}

Formula dataSeconds(Draft& d) {
  return dataSum(d, [&](const DataCollective& each, const std::string& name) {
    auto count = times(d, each, name);
    return std::move(count) * d.symbol("t_" + name, meaningOf(each, "seconds"), each.seconds, seconds);
  });
}

void bytesPerStep(Draft& d) {
  const auto formula = [&]() -> Formula {
    switch (groupOf(d)) {
      case Group::tp: return tensorBytes(d);
      case Group::cp: return contextBytes(d);
      case Group::ep: return expertBytes(d);
      case Group::pp:
        return sends(d) * d.symbol("S_pp", "pipeline-message", pipelineMessageBytes(inputs(d)), traffic,
                                   "cost.pipeline_message_bytes");
      default: return dataBytes(d);
    }
  };
  d.give("V", traffic, formula());
  d.convention("traffic-" + d.word);
}

void callsPerStep(Draft& d) {
  const auto& in = inputs(d);
  const auto formula = [&]() -> Formula {
    switch (groupOf(d)) {
      case Group::tp: {
        auto out = sym::microBatches(d) * passes(d) * pairs(d);
        return std::move(out) * d.setting("k_c", "collectives-per-pair", in.sequenceParallel ? 2 : 1, count, Key::sp);
      }
      case Group::cp: {
        auto out = sym::microBatches(d) * slowestLayers(d) * passes(d);
        if (in.cpKind == CpKind::allToAll) return std::move(out) * num(4);
        return std::move(out) * (sym::contextParallel(d) - num(1));
      }
      case Group::ep: return sym::microBatches(d) * moeLayersOfSlowest(d) * passes(d) * num(2);
      case Group::pp: return sends(d);
      default: return dataCalls(d);
    }
  };
  d.give("k", count, formula());
  d.convention("traffic-" + d.word);
}

template <class Of>
double allPasses(const LayerTime& layer, Of of) {
  return of(layer.forward) + of(layer.backward) + of(layer.repeated);
}

template <class Of>
Formula layerSeconds(Draft& d, const char* name, const char* meaning, const char* key, Of of) {
  const auto& t = d.facts.plan.times;
  auto times = sym::microBatches(d);
  return std::move(times) *
         sym::overLayers(d, d.facts.slowest,
                         {name, meaning, allPasses(t.dense, of), allPasses(t.moe, of), seconds, key});
}

void secondsPerStep(Draft& d) {
  const auto formula = [&]() -> Formula {
    switch (groupOf(d)) {
      case Group::tp:
        return layerSeconds(d, "t_tp", "layer-tp-traffic", "cost.layer.@.tp_traffic_s",
                            [](const PassTime& p) { return p.tp + p.hiddenTp; });
      case Group::cp:
        return layerSeconds(d, "t_cp", "layer-cp-traffic", "cost.layer.@.cp_traffic_s",
                            [](const PassTime& p) { return p.cp + p.hiddenCp; });
      case Group::ep:
        return layerSeconds(d, "t_ep", "layer-ep-traffic", "cost.layer.@.ep_traffic_s",
                            [](const PassTime& p) { return p.ep + p.hiddenEp; });
      case Group::pp: return sends(d) * d.symbol("δ", "send-seconds", d.facts.delta, seconds, "cost.send_s");
      default: return dataSeconds(d);
    }
  };
  d.give("T_c", seconds, formula());
  d.convention("traffic-" + d.word);
  d.checkShare("share-of-step", d.r.communication[static_cast<std::size_t>(groupOf(d))].time.count(),
               d.r.time.step.count());
}

// Ranks between two members of a group.
Formula stride(Draft& d, bool isExperts) {
  switch (groupOf(d)) {
    case Group::tp: return num(1);
    case Group::cp: return sym::tensorParallel(d);
    case Group::ep: return sym::expertTensor(d);
    case Group::pp: {
      auto within = sym::tensorParallel(d), c = sym::contextParallel(d);
      return std::move(within) * std::move(c) * sym::dataParallel(d);
    }
    default: break;
  }
  if (!isExperts) return sym::tensorParallel(d);
  auto e = sym::expertParallel(d);
  return std::move(e) * sym::expertTensor(d);
}

void ranksInDomain(Draft& d) {
  const auto group = groupOf(d);
  if (group == Group::dp && d.s.overlap.flatNetwork) {
    d.give("m", count, num(1));
    return d.convention("flat-network");
  }
  // One replica of the dense layers may still hold several of the experts.
  const bool isExperts = group == Group::dp && d.facts.groups.dense.all.ranks <= 1;
  const auto ranks = [&]() -> Formula {
    switch (group) {
      case Group::tp: return sym::tensorParallel(d);
      case Group::cp: return sym::contextParallel(d);
      case Group::ep: return sym::expertParallel(d);
      case Group::pp: return sym::pipeline(d);
      default: break;
    }
    const auto& all = isExperts ? d.facts.groups.experts.all : d.facts.groups.dense.all;
    return d.symbol("n_dp", isExperts ? "expert-replicas" : "data-ranks", real(all.ranks), count);
  };
  auto members = ranks();
  auto domain = d.setting("G", "link-domain", real(nvlinkDomain(d.s.cluster)), count, Key::nvlinkDomain);
  auto inside = greatest(num(1), roundDown(std::move(domain) / stride(d, isExperts)));
  d.give("m", count, least(std::move(members), std::move(inside)));
  d.convention("rank-order");
}

constexpr ExplainRow kRows[] = {
    {"communication.@.ranks_in_domain", "ranks-in-domain", "placement", Better::neither, ranksInDomain},
    {"communication.@.bytes_per_step", "bytes-per-step", "traffic", Better::lower, bytesPerStep},
    {"communication.@.calls_per_step", "calls-per-step", "traffic", Better::neither, callsPerStep},
    {"communication.@.time_s", "communication-time", "collectives", Better::lower, secondsPerStep},
};

}  // namespace

std::span<const ExplainRow> trafficRows() { return kRows; }

}  // namespace shardscope
