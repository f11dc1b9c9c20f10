// SPDX-License-Identifier: Apache-2.0
#include "core/advice/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

bool runs(const Report& report) { return report.verdict <= Verdict::tight; }

SweepSpace fsdpSpace(const Scenario& scenario) {
  Scenario base = scenario;
  base.parallel = {};
  auto space = fixedSpace(base);
  space.of(Dim::zero) = {3};
  freeDim(space, Dim::shardGroup);
  freeDim(space, Dim::recompute);
  freeDim(space, Dim::microBatch);
  return space;
}

std::optional<Plan> fastest(const SweepSpace& space, std::stop_token stop) {
  SweepOptions options;
  options.metric = Metric::step;
  options.top = 1;
  const auto result = runSweep(space, options, std::move(stop));
  if (result.top.empty()) return std::nullopt;
  return planOf(scenarioOf(space, result.top.front()));
}

}  // namespace

Plan planOf(const Scenario& scenario) {
  Plan plan{scenario, evaluate(scenario), dataParallel(scenario) > 1 ? 1 : 0};
  const auto& p = scenario.parallel;
  for (const auto degree : {p.tp, p.pp, p.vpp, p.cp, p.ep}) plan.dimensions += degree > 1 ? 1 : 0;
  return plan;
}

SweepSpace adviceSpace(const Scenario& scenario) {
  Scenario base = scenario;
  // What is enumerated starts from the same place, so that the space is equal for all scenarios that differ in it only.
  auto& p = base.parallel;
  p.schedule.reset();
  p.tp = p.pp = p.vpp = p.cp = p.ep = p.etp = p.zero = 1;
  p.shardGroup = 0;
  p.dp.reset();
  p.stageLayers.clear();
  if (base.workload.recompute != Recompute::ops) base.workload.recompute = Recompute::none;
  auto space = fixedSpace(base);
  for (const auto dim :
       {Dim::tp, Dim::cp, Dim::ep, Dim::microBatch, Dim::recompute, Dim::pp, Dim::vpp, Dim::zero, Dim::shardGroup})
    freeDim(space, dim);
  space.dp.reset();
  return space;
}

Comparison comparePlans(const Scenario& scenario, const Plan& recommended, double threshold, std::stop_token stop) {
  Comparison comparison{fastest(adviceSpace(scenario), stop), fastest(fsdpSpace(scenario), stop), false};
  if (comparison.best) {
    const double gain = runs(recommended.report) ? gainOfSweep(comparison, recommended).value_or(1) : 1;
    comparison.bestIsWorthIt = gain > threshold || (gain > 0 && comparison.best->dimensions <= recommended.dimensions);
  }
  return comparison;
}

std::optional<double> gainOfSweep(const Comparison& comparison, const Plan& recommended) {
  if (!comparison.best || recommended.report.verdict == Verdict::invalid) return std::nullopt;
  return 1 - comparison.best->report.time.step.count() / recommended.report.time.step.count();
}

std::string comparisonText(const Comparison& comparison, const Plan& recommended, Language language) {
  const auto gain = gainOfSweep(comparison, recommended);
  if (!gain) return {};
  if (!runs(recommended.report)) return text("advice-rescue", language);
  return text(comparison.bestIsWorthIt ? "advice-worth" : "advice-not-worth", language,
              {{"gain", fmt::format("{:.1f}\u00a0%", 100 * std::max(0.0, *gain))},
               {"more", std::to_string(comparison.best->dimensions)},
               {"fewer", std::to_string(recommended.dimensions)}});
}

}  // namespace shardscope
