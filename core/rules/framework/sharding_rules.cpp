// SPDX-License-Identifier: Apache-2.0
// ZeRO, FSDP and distributed optimizers.
#include "core/rules/framework/framework_row.hpp"

namespace shardscope::framework {
namespace {

using enum FrameworkState;
using enum Severity;

FrameworkState z3(const Asked& a, FrameworkFinding& f) {
  const auto optimizer = a.workload().optimizer;
  const bool isKnown = optimizer != Optimizer::adafactor && optimizer != Optimizer::muon;
  return isKnown || !isFullySharded(a.parallel()) ? holds : brokenAs(f, 0, {d(a.parallel().zero)});
}
std::vector<Setting> plainAdam(const FrameworkFinding&, const Scenario&) {
  return {{Key::optimizer, std::string(word(Optimizer::adam))}};
}

// ZeRO stage, TP
FrameworkState z9(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  const bool isRefused = a.workload().optimizer == Optimizer::adam8bit && (p.zero >= 2 || p.tp > 1);
  return isRefused ? brokenAs(f, 0, {d(p.zero), d(p.tp)}) : holds;
}

FrameworkState z10(const Asked& a, FrameworkFinding& f) {
  const auto optimizer = a.workload().optimizer;
  const bool isBf16 = optimizer == Optimizer::adamBf16Moments || optimizer == Optimizer::adamPureBf16;
  return isBf16 && a.parallel().zero == 0 ? brokenAs(f, 0, {}) : holds;
}

// ZeRO stage
FrameworkState z11(const Asked& a, FrameworkFinding& f) {
  return a.parallel().zero >= 2 ? holds : brokenAs(f, 0, {d(a.parallel().zero)});
}
std::vector<Setting> forZ11(const FrameworkFinding&, const Scenario& scenario) {
  return {{Key::zero, std::int64_t{scenario.parallel.pp > 1 ? 3 : 2}}};
}

FrameworkState z12(const Asked& a, FrameworkFinding& f) {
  return a.parallel().zero <= 1 ? holds : brokenAs(f, 0, {d(a.parallel().zero)});
}

FrameworkState z14(const Asked& a, FrameworkFinding& f) {
  const bool isMuon = a.workload().optimizer == Optimizer::muon;
  return isMuon && isFullySharded(a.parallel()) ? brokenAs(f, 0, {d(a.parallel().zero)}) : holds;
}

// clang-format off
constexpr auto kRows = std::to_array<Row>({
    exported("Z-1", error, kMegatron, "Megatron-LM validate_args"),
    exported("Z-2", error, kMegatron, "Megatron-LM validate_args"),
    asked("Z-3", error, kMcore, Key::optimizer, {"zero"}, z3, plainAdam, "Megatron-LM validate_args"),
    exported("Z-4", error, kMcore, "Megatron Core mcore_fsdp_adapter.py; Megatron-Bridge config.py"),
    exported("Z-5", error, kMegatron, "Megatron-LM flag help"),
    exported("Z-6", error, kBridge, "Megatron-Bridge config.py"),
    exported("Z-7", error, kAccelerate, "Accelerate dataclasses.py FullyShardedDataParallelPlugin, utils/launch.py"),
    byOptions("Z-8", error, kAccelerate, "Accelerate accelerator.py"),
    asked("Z-9", error, kAxolotl, Key::optimizer, {"zero", "tp"}, z9, plainAdam, "axolotl schemas/validation.py"),
    asked("Z-10", error, kDeepspeed, Key::zero, {}, z10, remedies::set<Key::zero, 1>, "DeepSpeed runtime/config.py, zero/config.py"),
    asked("Z-11", hint, kTitan, Key::zero, {"zero"}, z11, forZ11, "torchtitan parallel_dims.py, fsdp.py"),
    asked("Z-12", hint, kNanotron, Key::zero, {"zero"}, z12, remedies::set<Key::zero, 1>, "nanotron helpers.py"),
    exported("Z-13", error, kMegatron, "Megatron-LM validate_args"),
    asked("Z-14", error, kMegatron, Key::zero, {"zero"}, z14, remedies::set<Key::zero, 1>, "Megatron-LM validate_args"),
});
// clang-format on

}  // namespace

std::span<const Row> shardingRows() { return kRows; }

}  // namespace shardscope::framework
