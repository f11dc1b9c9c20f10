// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/derived.hpp"

#include <algorithm>

#include <array>

namespace shardscope {
namespace {

// Order of cost-model §2.1. Adafactor: master weights only, its factored moments are added by the memory model.
constexpr std::array<StateRecipe, EnumWords<Optimizer>::words.size()> kRecipes = {{
    {2, 4, 12},  // adam: Megatron bf16, fp32 main gradients
    {2, 2, 16},  // adam-fp16-grads
    {4, 4, 8},   // adam-fp32
    {4, 4, 8},   // fsdp2-mixed
    {2, 4, 8},   // adam-bf16-moments
    {2, 2, 4},   // adam-pure-bf16
    {2, 4, 6},   // adam-8bit
    {2, 4, 8},   // sgd-momentum
    {2, 4, 4},   // adafactor
    {2, 4, 8},   // muon
}};

}  // namespace

std::int64_t gpusPerNode(const Cluster& cluster) { return cluster.gpusPerNode.value_or(cluster.device.gpusPerNode); }

std::int64_t nvlinkDomain(const Cluster& cluster) {
  if (cluster.nvlinkDomain) return *cluster.nvlinkDomain;
  // A device whose domain is its node follows the node size that the user gave.
  const auto& device = cluster.device;
  return device.linkDomain == device.gpusPerNode ? gpusPerNode(cluster) : device.linkDomain;
}

std::int64_t gpuCount(const Cluster& cluster) {
  if (cluster.gpus) return *cluster.gpus;
  return cluster.nodes.value_or(1) * gpusPerNode(cluster);
}

double nicBytesPerS(const Cluster& cluster) { return cluster.nicBytesPerS.value_or(cluster.device.nic.count()); }

bool sequenceParallel(const Parallel& parallel) { return parallel.tp > 1 && parallel.sp.value_or(true); }

Schedule schedule(const Parallel& parallel) {
  return parallel.schedule.value_or(parallel.vpp > 1 ? Schedule::interleaved : Schedule::oneFOneB);
}

std::int64_t dataParallel(const Scenario& scenario) {
  const auto& p = scenario.parallel;
  if (p.dp) return *p.dp;
  const auto gpus = gpuCount(scenario.cluster);
  // The product of the degrees may leave 64 bits; dividing step by step cannot.
  if (gpus % p.tp != 0 || (gpus / p.tp) % p.pp != 0 || (gpus / p.tp / p.pp) % p.cp != 0) return 0;
  return gpus / p.tp / p.pp / p.cp;
}

std::int64_t microBatches(const Scenario& scenario) {
  const auto dp = dataParallel(scenario);
  if (dp == 0) return 0;
  const auto perStep = scenario.workload.microBatch * dp;
  return scenario.workload.globalBatch % perStep == 0 ? scenario.workload.globalBatch / perStep : 0;
}

std::int64_t effectiveZero(const Parallel& parallel) {
  return parallel.zero == 2 && parallel.pp > 1 ? 1 : parallel.zero;
}

bool usesDropout(const Scenario& scenario) { return scenario.workload.dropout.value_or(scenario.model.shape.dropout); }

bool cachesWeightGradients(const Scenario& scenario) {
  const auto stack = scenario.stack;
  const bool habit =
      stack == Stack::megatron || stack == Stack::bridge || stack == Stack::graphs || stack == Stack::legacy;
  return scenario.workload.weightGradientCache.value_or(habit);
}

StateRecipe stateRecipe(const Workload& workload) {
  StateRecipe recipe = kRecipes[static_cast<std::size_t>(workload.optimizer)];
  if (workload.weightBytes) recipe.weight = *workload.weightBytes;
  if (workload.gradientBytes) recipe.gradient = *workload.gradientBytes;
  if (workload.optimizerBytes) recipe.optimizer = *workload.optimizerBytes;
  return recipe;
}

bool stateFollowsShapes(const Workload& workload) {
  return !workload.optimizerBytes &&
         (workload.optimizer == Optimizer::adafactor || workload.optimizer == Optimizer::muon);
}

Scenario withDefaults(Scenario s) {
  s.cluster.gpusPerNode = gpusPerNode(s.cluster);
  s.cluster.nvlinkDomain = nvlinkDomain(s.cluster);
  s.cluster.nicBytesPerS = nicBytesPerS(s.cluster);
  const auto recipe = stateRecipe(s.workload);
  s.workload.weightBytes = recipe.weight;
  s.workload.gradientBytes = recipe.gradient;
  if (!stateFollowsShapes(s.workload)) s.workload.optimizerBytes = recipe.optimizer;
  s.workload.dropout = usesDropout(s);
  s.workload.weightGradientCache = cachesWeightGradients(s);
  s.parallel.sp = s.parallel.sp.value_or(s.parallel.tp > 1);
  s.parallel.schedule = schedule(s.parallel);
  if (!s.parallel.dp)
    if (const auto dp = dataParallel(s); dp > 0) s.parallel.dp = dp;
  return s;
}

bool isSamePlan(const Scenario& a, const Scenario& b) { return changes(withDefaults(a), withDefaults(b)).empty(); }

Edit completeEdit(const Scenario& from, const Scenario& to) {
  auto edit = changes(withDefaults(from), withDefaults(to));
  for (const auto& written : changes(from, to)) {
    const bool isThere =
        std::any_of(edit.begin(), edit.end(), [&](const auto& other) { return other.key == written.key; });
    if (!isThere) edit.push_back(written);
  }
  std::sort(edit.begin(), edit.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  return edit;
}

int dimensionsInUse(const Scenario& scenario) {
  const auto& p = scenario.parallel;
  int used = dataParallel(scenario) > 1 ? 1 : 0;
  for (const auto degree : {p.tp, p.pp, p.vpp, p.cp, p.ep}) used += degree > 1 ? 1 : 0;
  return used;
}

}  // namespace shardscope
