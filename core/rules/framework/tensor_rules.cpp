// SPDX-License-Identifier: Apache-2.0
// Shapes under tensor parallelism. The frameworks differ where TP is above the number of KV heads.
#include "core/rules/framework/framework_row.hpp"

namespace shardscope::framework {
namespace {

using enum FrameworkState;
using enum Severity;

// TP, KV heads, heads. Several ask also that KV heads divide the heads.
FrameworkState kvHeadsSplit(const Asked& a, FrameworkFinding& f) {
  const auto tp = a.parallel().tp, kv = splitKvHeads(a.shape());
  return kv % tp == 0 ? holds : brokenAs(f, 0, {d(tp), d(kv)});
}
FrameworkState groupedKvHeadsSplit(const Asked& a, FrameworkFinding& f) {
  const auto heads = a.shape().heads, kv = splitKvHeads(a.shape());
  f.field = heads % kv != 0 ? Key::model : Key::tp;
  return heads % kv != 0 ? brokenAs(f, 1, {d(heads), d(kv)}) : kvHeadsSplit(a, f);
}
std::vector<Setting> forKvHeads(const FrameworkFinding& finding, const Scenario& scenario) {
  return finding.variant == 1 ? std::vector<Setting>{} : remedies::nearest(finding, scenario);
}

// TP, KV heads
FrameworkState t6(const Asked& a, FrameworkFinding& f) {
  const auto tp = a.parallel().tp, kv = splitKvHeads(a.shape());
  return tp <= kv ? holds : brokenAs(f, 0, {d(tp), d(kv)});
}

// hidden, heads: nanotron has no head dimension of its own
FrameworkState t9(const Asked& a, FrameworkFinding& f) {
  const auto& m = a.shape();
  if (a.framework != Framework::nanotron || m.hidden % m.heads == 0) return holds;
  return brokenAs(f, 1, {d(m.hidden), d(m.heads)});
}

// clang-format off
constexpr auto kRows = std::to_array<Row>({
    ours("T-1", error, kMcore | kTitan | kNanotron | kNeox, RuleId::T1, "Megatron Core TransformerConfig; torchtitan common/decoder.py; nanotron config.py; GPT-NeoX transformer.py"),
    ours("T-2", error, kMcore, RuleId::T2, "Megatron Core TransformerConfig, attention.py"),
    asked("T-3", error, kTitan, Key::tp, {"tp", "kv"}, kvHeadsSplit, remedies::nearest, "torchtitan common/decoder.py"),
    asked("T-4", error, kNanotron, Key::tp, {"tp", "kv"}, groupedKvHeadsSplit, forKvHeads, "nanotron config.py, models/llama.py"),
    asked("T-5", error, kNeox, Key::tp, {"tp", "kv"}, groupedKvHeadsSplit, forKvHeads, "GPT-NeoX arguments.py calculate_derived"),
    asked("T-6", warning, kDeepspeed, Key::tp, {"tp", "kv"}, t6, remedies::nearest, "DeepSpeed runtime/engine.py"),
    ours("T-7", error, kMcore | kNanotron | kNeox, RuleId::T7, "Megatron Core tensor_parallel/layers.py; nanotron tensor_parallel/nn.py; GPT-NeoX mpu/layers.py, when the model is built"),
    exported("T-8", error, kMcore | kNanotron | kNeox, "Megatron-LM training/vocab_utils.py; GPT-NeoX tokenizer.py; nanotron tensor_parallel/nn.py"),
    ours("T-9", error, kMcore | kNanotron | kNeox, RuleId::T9, "Megatron-LM validate_args; GPT-NeoX validate_values; nanotron models/llama.py", Key::model, {"hidden", "heads"}, t9),
    exported("T-10", error, kMcore, "Megatron Core TransformerConfig"),
});
// clang-format on

}  // namespace

std::span<const Row> tensorRows() { return kRows; }

}  // namespace shardscope::framework
