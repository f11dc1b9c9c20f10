// SPDX-License-Identifier: Apache-2.0
// World size and group sizes. `W`: TP, PP, CP and DP against the number of GPUs, experts and shard groups inside them.
#include "core/rules/framework/framework_row.hpp"

namespace shardscope::framework {
namespace {

using enum FrameworkState;
using enum Severity;

// Shard group, CP, DP.
FrameworkState meshIsWhole(const Asked& a, FrameworkFinding& f) {
  if (!a.gridWhole) return notJudged;
  if (dataMesh(a).isWhole) return holds;
  return brokenAs(f, 1, {d(a.parallel().shardGroup), d(a.parallel().cp), d(a.context.dp)});
}

FrameworkState w6(const Asked& a, FrameworkFinding& f) {
  return usesMegatronPlugin(a.parallel()) ? holds : meshIsWhole(a, f);
}

// 0: EP and the ranks it borrows from; 1: ETP, TP
FrameworkState w5(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  if (p.ep == 1) return holds;
  if (!a.gridWhole) return notJudged;
  if (const auto mesh = dataMesh(a); mesh.isWhole && mesh.shard * p.cp * p.tp % p.ep != 0)
    return brokenAs(f, 0, {d(p.ep), d(mesh.shard * p.cp * p.tp)});
  if (p.etp == p.tp || p.etp == 1) return holds;
  f.field = Key::etp;
  return brokenAs(f, 1, {d(p.etp), d(p.tp)});
}
std::vector<Setting> forW5(const FrameworkFinding& finding, const Scenario& scenario) {
  if (finding.variant == 1) return {{Key::etp, std::int64_t{1}}, {Key::etp, scenario.parallel.tp}};
  return remedies::nearest(finding, scenario);
}

// TP, CP, DP: replicas without shards beside tensor or context parallelism
FrameworkState w7(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  if (usesMegatronPlugin(p)) return holds;
  if (!a.gridWhole) return notJudged;
  const auto mesh = dataMesh(a);
  if ((p.tp == 1 && p.cp == 1) || !mesh.isWhole || mesh.replicate == 1 || mesh.shard > 1) return holds;
  return brokenAs(f, 0, {d(p.tp), d(p.cp), d(a.context.dp)});
}

// EP
FrameworkState w9(const Asked& a, FrameworkFinding& f) {
  f.field = Key::ep;
  return a.parallel().ep == 1 ? holds : brokenAs(f, 1, {d(a.parallel().ep)});
}

// 1: shard group, CP, DP; 2: EP, GPUs; 3: PP, GPUs. TP, CP, shards and replicas have to cover all ranks: no pipeline.
FrameworkState w10(const Asked& a, FrameworkFinding& f) {
  if (a.context.gpus % a.parallel().ep != 0) {
    f.field = Key::ep;
    return brokenAs(f, 2, {d(a.parallel().ep), d(a.context.gpus)});
  }
  if (a.parallel().pp > 1) {
    f.field = Key::pp;
    return brokenAs(f, 3, {d(a.parallel().pp), d(a.context.gpus)});
  }
  return meshIsWhole(a, f);
}

// 1: TP, GPUs; 2: ETP
FrameworkState w11(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  if (a.context.gpus % p.tp != 0) {
    f.field = Key::tp;
    return brokenAs(f, 1, {d(p.tp), d(a.context.gpus)});
  }
  if (p.ep == 1 || p.etp == 1) return holds;
  f.field = Key::etp;
  return brokenAs(f, 2, {d(p.etp)});
}

// TP, PP, CP, EP, GPUs
FrameworkState w12(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  if (!a.gridWhole) return notJudged;
  if (a.context.dp % p.ep == 0) return holds;  // GPUs / (TP·PP·CP) is DP
  return brokenAs(f, 0, {d(p.tp), d(p.pp), d(p.cp), d(p.ep), d(a.context.gpus)});
}

// Shard group, GPUs
FrameworkState w13(const Asked& a, FrameworkFinding& f) {
  const auto group = a.parallel().shardGroup;
  if (group == 0 || a.context.gpus % group == 0) return holds;
  return brokenAs(f, 0, {d(group), d(a.context.gpus)});
}

// Shard group, DP·CP
FrameworkState w14(const Asked& a, FrameworkFinding& f) {
  if (!a.gridWhole) return notJudged;
  const auto group = a.parallel().shardGroup, ranks = a.context.dp * a.parallel().cp;
  if (group == 0 || ranks % group == 0) return holds;
  return brokenAs(f, 0, {d(group), d(ranks)});
}

constexpr Names kMesh = {"group", "cp", "dp"};
constexpr auto kWholeGroup = remedies::set<Key::shardGroup, 0>;

// clang-format off
constexpr auto kRows = std::to_array<Row>({
    ours("W-1", error, kMcore | kNeox | kAccelerate, RuleId::W1, "Megatron-LM arguments.py validate_args; parallel_state.initialize_model_parallel"),
    ours("W-2", error, kMcore, RuleId::W2, "Megatron-LM parallel_state.initialize_model_parallel, at run time"),
    exported("W-3", error, kMcore, "Megatron-LM parallel_state"),
    ours("W-4", error, kTitan, RuleId::W1, "torchtitan distributed/parallel_dims.py", Key::shardGroup, kMesh, meshIsWhole, remedies::nearest),
    asked("W-5", error, kTitan, Key::ep, {"degree", "ranks"}, w5, forW5, "torchtitan parallel_dims.py"),
    ours("W-6", error, kAccelerate, RuleId::W1, "Accelerate parallelism_config.py", Key::shardGroup, kMesh, w6, remedies::nearest),
    asked("W-7", error, kAccelerate, Key::shardGroup, {"tp", "cp", "dp"}, w7, kWholeGroup, "Accelerate parallelism_config.py"),
    exported("W-8", error, kAccelerate, "Accelerate parallelism_config.py"),
    ours("W-9", error, kNanotron, RuleId::W1, "nanotron parallel/context.py", Key::ep, {"ep"}, w9, remedies::set<Key::ep, 1>),
    ours("W-10", error, kAxolotl, RuleId::W1, "axolotl utils/distributed.py", Key::shardGroup, {"first", "second", "dp"}, w10, remedies::nearest),
    ours("W-11", error, kDeepspeed, RuleId::W2, "DeepSpeed utils/groups.py, module_inject/auto_ep_folding.py", Key::etp, {"degree", "gpus"}, w11, remedies::nearest),
    asked("W-12", error, kFactory, Key::ep, {"tp", "pp", "cp", "ep", "gpus"}, w12, remedies::nearest, "LLaMA-Factory hparams/parser.py"),
    asked("W-13", error, kDeepspeed, Key::shardGroup, {"group", "gpus"}, w13, kWholeGroup, "DeepSpeed runtime/zero/mics_utils.py, utils/groups.py"),
    asked("W-14", error, kMegatron, Key::shardGroup, {"group", "ranks"}, w14, kWholeGroup, "Megatron-LM parallel_state"),
    exported("W-15", error, kMcore, "Megatron Core model_parallel_config.py"),
});
// clang-format on

}  // namespace

std::span<const Row> worldRows() { return kRows; }

DataMesh dataMesh(const Asked& asked) {
  const auto& p = asked.parallel();
  const auto dp = asked.context.dp;
  if (p.zero == 0) return {true, 1, dp};
  if (p.shardGroup == 0) return {true, dp, 1};
  const auto shard = p.shardGroup / p.cp;
  if (shard < 1 || p.shardGroup % p.cp != 0 || dp % shard != 0) return {};
  return {true, shard, dp / shard};
}

bool isFullySharded(const Parallel& parallel) { return parallel.zero == 3 || (parallel.zero == 2 && parallel.pp == 1); }

bool usesMegatronPlugin(const Parallel& parallel) { return parallel.pp > 1 || parallel.zero < 2; }

}  // namespace shardscope::framework
