// SPDX-License-Identifier: Apache-2.0
// Activation recompute.
#include "core/rules/framework/framework_row.hpp"

namespace shardscope::framework {
namespace {

using enum FrameworkState;
using enum Severity;

FrameworkState r3(const Asked& a, FrameworkFinding& f) {
  const auto& w = a.workload();
  return w.recompute == Recompute::selective && w.flashAttention ? brokenAs(f, 0, {}) : holds;
}
std::vector<Setting> forR3(const FrameworkFinding&, const Scenario&) {
  return {{Key::recompute, std::string(word(Recompute::none))}};
}

FrameworkState r5(const Asked& a, FrameworkFinding&) {
  return undecidableIf(a.workload().precision == Precision::fp8 && a.workload().recompute == Recompute::ops);
}

FrameworkState r6(const Asked& a, FrameworkFinding&) {
  return undecidableIf(a.scenario().stack == Stack::graphs && a.workload().recompute == Recompute::full);
}

FrameworkState r8(const Asked& a, FrameworkFinding& f) {
  const auto& w = a.workload();
  const bool isSlow = w.precision == Precision::fp8 && w.recompute == Recompute::full && a.parallel().zero >= 2;
  return isSlow ? brokenAs(f, 0, {}) : holds;
}

// clang-format off
constexpr auto kRows = std::to_array<Row>({
    exported("R-1", error, kMcore, "Megatron-LM validate_args; Megatron Core TransformerConfig"),
    exported("R-2", error, kMcore, "Megatron Core TransformerConfig"),
    asked("R-3", warning, kMcore, Key::recompute, {}, r3, forR3, "Megatron Core TransformerConfig"),
    exported("R-4", error, kMcore, "Megatron-LM validate_args; Megatron Core TransformerConfig"),
    byOptions("R-5", error, kMcore, "Megatron Core TransformerConfig", r5),
    byOptions("R-6", error, kMcore, "Megatron Core TransformerConfig", r6),
    exported("R-7", error, kTitan, "torchtitan trainer.py"),
    asked("R-8", warning, kAxolotl, Key::precision, {}, r8, nullptr, "axolotl schemas/validation.py"),
});
// clang-format on

}  // namespace

std::span<const Row> recomputeRows() { return kRows; }

}  // namespace shardscope::framework
