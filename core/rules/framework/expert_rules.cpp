// SPDX-License-Identifier: Apache-2.0
// Mixture of experts.
#include "core/rules/framework/framework_row.hpp"

namespace shardscope::framework {
namespace {

using enum FrameworkState;
using enum Severity;

// ETP
FrameworkState e3(const Asked& a, FrameworkFinding& f) {
  const auto etp = a.parallel().etp;
  return isMoe(a.shape()) && a.shape().bias && etp > 1 ? brokenAs(f, 0, {d(etp)}) : holds;
}

// Grouped GEMM is written for every mixture of experts.
FrameworkState e4(const Asked& a, FrameworkFinding& f) {
  const bool isTooOld = a.scenario().cluster.device.generation == Generation::volta;
  return isMoe(a.shape()) && isTooOld ? brokenAs(f, 0, {}) : holds;
}

FrameworkState e5(const Asked& a, FrameworkFinding&) { return undecidableIf(isMoe(a.shape()) && a.shape().topK == 1); }
FrameworkState e7(const Asked& a, FrameworkFinding&) {
  return undecidableIf(isMoe(a.shape()) && a.scenario().moe.padToCapacity);
}
FrameworkState e11(const Asked& a, FrameworkFinding&) { return undecidableIf(a.shape().experts >= 32); }

// DeepSpeed with EP: 0 pipeline, 1 sequence parallelism, 2 ZeRO 3 beside TP, 3 a shard group. 4: GPT-NeoX, ZeRO stage.
FrameworkState e10(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  if (a.framework == Framework::gptNeox)
    return isMoe(a.shape()) && p.zero >= 2 ? brokenAs(f, 4, {d(p.ep), d(p.zero)}) : holds;
  if (p.ep == 1) return holds;
  f.field = Key::pp;
  if (p.tp > 1 && p.pp > 1) return brokenAs(f, 0, {d(p.ep), d(p.pp), d(p.tp)});
  f.field = Key::cp;
  if (p.cp > 1 && (p.tp > 1 || p.zero == 3)) return brokenAs(f, 1, {d(p.ep), d(p.cp)});
  f.field = Key::zero;
  if (p.tp > 1 && p.zero == 3) return brokenAs(f, 2, {d(p.ep), d(p.tp)});
  f.field = Key::shardGroup;
  return p.zero == 3 && p.shardGroup > 0 ? brokenAs(f, 3, {d(p.ep), d(p.shardGroup)}) : holds;
}
std::vector<Setting> forE10(const FrameworkFinding& finding, const Scenario&) {
  switch (finding.variant) {
    case 0: return {{Key::pp, std::int64_t{1}}};
    case 1: return {{Key::cp, std::int64_t{1}}};
    case 2: return {{Key::zero, std::int64_t{2}}, {Key::zero, std::int64_t{1}}};
    case 3: return {{Key::shardGroup, std::int64_t{0}}};
    default: return {{Key::zero, std::int64_t{1}}};
  }
}

// clang-format off
constexpr auto kRows = std::to_array<Row>({
    ours("E-1", error, kMcore | kTitan | kDeepspeed, RuleId::E1, "Megatron-LM validate_args; torchtitan decoder.py; DeepSpeed auto_ep_config.py, moe/layer.py"),
    ours("E-2", error, kMcore, RuleId::E2, "Megatron Core moe/moe_layer.py, at the first step"),
    asked("E-3", error, kMcore, Key::etp, {"etp"}, e3, remedies::set<Key::etp, 1>, "Megatron Core TransformerConfig"),
    asked("E-4", error, kMcore, Key::gpu, {}, e4, nullptr, "Megatron Core TransformerConfig; Megatron-LM validate_args"),
    byOptions("E-5", error, kMcore, "Megatron Core TransformerConfig", e5),
    exported("E-6", error, kMcore, "Megatron Core TransformerConfig"),
    byOptions("E-7", error, kMcore, "Megatron-LM options; Megatron Core TransformerConfig", e7),
    exported("E-8", error, kMcore, "Megatron-LM validate_args; Megatron Core mcore_fsdp_adapter.py; Megatron-Bridge config.py"),
    exported("E-9", error, kTitan, "torchtitan trainer.py"),
    asked("E-10", error, kDeepspeed | kNeox, Key::zero, {"ep", "degree", "tp"}, e10, forE10, "DeepSpeed auto_ep_folding.py, engine.py; GPT-NeoX arguments.py"),
    byOptions("E-11", warning, kMcore, "Megatron Core TransformerConfig", e11),
    exported("E-12", error, kMcore, "Megatron Core parallel_state.RankGenerator"),
});
// clang-format on

}  // namespace

std::span<const Row> expertRows() { return kRows; }

}  // namespace shardscope::framework
