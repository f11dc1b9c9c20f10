// SPDX-License-Identifier: Apache-2.0
// moe.* and confidence.*
#include "core/cost/moe_load.hpp"

#include "core/cost/confidence.hpp"
#include "core/explain/explain.hpp"
#include "core/explain/rows.hpp"
#include "core/explain/symbols.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

double real(std::int64_t value) { return static_cast<double>(value); }

// x: share of the copies that the hot expert receives.
Formula hotShare(Draft& d) {
  const auto& moe = d.s.moe;
  if (moe.hotTokenShare > 0 && d.s.model.shape.topK > 0) {
    auto tokens = d.setting("u", "hot-token-share", moe.hotTokenShare, number, Key::hotTokenShare);
    return std::move(tokens) / sym::topK(d);
  }
  return num(1) / sym::experts(d);
}

// Share of each of the others.
Formula coldShare(Draft& d) {
  if (d.s.model.shape.experts <= 1) return num(0);
  auto rest = num(1) - hotShare(d);
  return std::move(rest) / (sym::experts(d) - num(1));
}

Formula imbalance(Draft& d) {
  if (d.s.parallel.ep <= 1) return num(1);
  auto ranks = sym::expertParallel(d);
  auto perRank = sym::experts(d) / ranks;
  auto cold = coldShare(d);
  auto hot = hotShare(d) + (perRank - num(1)) * cold;
  return std::move(ranks) * greatest(std::move(hot), std::move(perRank) * std::move(cold));
}

Formula capacityFactor(Draft& d) {
  return d.setting("C_f", "capacity-factor", d.s.moe.capacityFactor, number, Key::capacityFactor);
}

void loadFactor(Draft& d) {
  const auto& moe = d.s.moe;
  if (moe.capacityFactor > 0 && moe.padToCapacity) {
    d.give("κ", number, capacityFactor(d));
    return d.convention("padded");
  }
  auto load = imbalance(d);
  if (moe.capacityFactor > 0) load = least(std::move(load), capacityFactor(d));
  d.give("κ", number, std::move(load));
  d.convention(d.s.parallel.ep <= 1 ? "one-expert-rank" : moe.hotTokenShare > 0 ? "hot-expert" : "uniform-routing");
}

void dropped(Draft& d) {
  if (d.s.moe.capacityFactor <= 0) {
    d.give("x_drop", share, num(0));
    return d.convention("dropless");
  }
  auto limit = capacityFactor(d) / sym::experts(d);
  auto hot = greatest(num(0), hotShare(d) - limit);
  auto others = (sym::experts(d) - num(1)) * greatest(num(0), coldShare(d) - limit);
  d.give("x_drop", share, std::move(hot) + std::move(others));
  d.convention("drop");
}

// ε: share of the routed experts' products and exchanges in a step with uniform routing.
Formula expertShare(Draft& d) {
  Report uniform = d.r;
  const auto plan = planStep(d.s, 1);
  priceStep(d.s, plan, uniform);
  const ExplainFacts facts(d.s, uniform);
  // Stages are as fast as uniform routing makes them: the slowest is found again.
  std::size_t slowest = 0;
  double most = 0;
  for (std::size_t i = 0; i < facts.stages(); ++i) {
    const double time = uniform.time.forward[i].count() + uniform.time.backward[i].count() + facts.message;
    if (time > most) {
      most = time;
      slowest = i;
    }
  }
  const auto& moe = plan.times.moe;
  const double perLayer = moe.expertGemm + moe.forward.ep + moe.backward.ep + moe.repeated.ep;
  auto times = sym::microBatches(d);
  auto layers = d.symbol("L_moe", "uniform-layers", real(facts.moeLayers(slowest)), count);
  auto each = d.symbol("t_x", "uniform-expert-seconds", perLayer, seconds);
  return std::move(times) * std::move(layers) * std::move(each) /
         d.symbol("T_u", "uniform-step", uniform.time.step.count(), seconds);
}

void stepMultiplier(Draft& d) {
  const double load = d.facts.plan.inputs.expert.load;
  if (load == 1) {
    d.give("x_step", number, num(1));
    return d.convention("even-load");
  }
  auto epsilon = expertShare(d);
  auto kappa = d.symbol("κ", "load-factor", load, number, "moe.load_factor");
  d.give("x_step", number, num(1) + std::move(epsilon) * (std::move(kappa) - num(1)));
  d.convention("step-multiplier");
}

constexpr ExplainRow kMoe[] = {
    {"moe.load_factor", "load-factor", "moe", Better::lower, loadFactor},
    {"moe.dropped_share", "dropped-share", "moe", Better::lower, dropped},
    {"moe.step_multiplier", "step-multiplier", "moe", Better::lower, stepMultiplier},
};

// The band of the published runs most like the scenario.
double bandOf(std::int16_t slice) {
  return slice < 0 ? 0 : publishedBands().slices()[static_cast<std::size_t>(slice)].band;
}
double runsOf(std::int16_t slice) {
  return slice < 0 ? 0 : real(publishedBands().slices()[static_cast<std::size_t>(slice)].runs);
}

// Of all runs of this kind of work: the widest slice that the scenario is in.
double widestBand(const Scenario& scenario) {
  const auto& bands = publishedBands();
  const auto key = bands.keyOf(scenario);
  double band = 0;
  for (std::size_t i = 0; i < bands.slices().size(); ++i)
    if (const auto& pattern = bands.pattern(i);
        bands.slices()[i].quantity == Estimate::time && (key & pattern.mask) == pattern.key)
      band = bands.slices()[i].band;
  return band;
}

void memoryBand(Draft& d) {
  d.give("e_mem", share, d.symbol("e_mem", "published-band", bandOf(d.r.confidence.memorySlice), share));
  d.convention("basis", {{"basis", basisText(d.r.confidence, Estimate::memory, d.language)}});
}

void timeBand(Draft& d) {
  const auto& confidence = d.r.confidence;
  auto band = d.symbol("e_run", "published-band", bandOf(confidence.timeSlice), share);
  if (const auto& own = d.s.cluster.calibration) {
    auto site = d.symbol("e_site", "site-band", own->timeRel, share);
    band = own->runs >= 9 ? std::move(site) : greatest(std::move(site), std::move(band));
  }
  const auto unseen = confidence.unseen & ~bit(Unseen::gpus);
  if (unseen != 0)
    band = greatest(std::move(band), num(2) * d.symbol("e_work", "band-of-work", widestBand(d.s), share));
  if (d.r.batch.gpus > 4096) band = std::move(band) + d.symbol("e_gpus", "band-of-gpus", 0.08, share);
  d.give("e_time", share, std::move(band));
  const auto basis = basisText(confidence, Estimate::time, d.language);
  if (confidence.extrapolated())
    d.convention("basis-extrapolated", {{"basis", basis}, {"unseen", unseenText(confidence, d.language)}});
  else
    d.convention("basis", {{"basis", basis}});
}

void memoryRuns(Draft& d) {
  d.give("n_run", count, d.symbol("n_run", "published-runs", runsOf(d.r.confidence.memorySlice), count));
  d.convention("basis", {{"basis", basisText(d.r.confidence, Estimate::memory, d.language)}});
}

void timeRuns(Draft& d) {
  d.give("n_run", count, d.symbol("n_run", "published-runs", runsOf(d.r.confidence.timeSlice), count));
  d.convention("basis", {{"basis", basisText(d.r.confidence, Estimate::time, d.language)}});
}

void coverage(Draft& d) { d.give("x_90", share, d.symbol("x_90", "coverage", publishedBands().coverage, share)); }

constexpr ExplainRow kConfidence[] = {
    {"confidence.memory_rel", "memory-rel", "bands", Better::neither, memoryBand},
    {"confidence.time_rel", "time-rel", "bands", Better::neither, timeBand},
    {"confidence.memory_runs", "memory-runs", "bands", Better::neither, memoryRuns},
    {"confidence.time_runs", "time-runs", "bands", Better::neither, timeRuns},
    {"confidence.coverage", "coverage", "bands", Better::neither, coverage},
};

}  // namespace

std::span<const ExplainRow> moeRows() { return kMoe; }
std::span<const ExplainRow> confidenceRows() { return kConfidence; }

}  // namespace shardscope
