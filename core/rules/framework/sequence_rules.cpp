// SPDX-License-Identifier: Apache-2.0
// Sequence parallelism, context parallelism and the sequence length.
#include "core/rules/framework/framework_row.hpp"
#include "core/units/checked.hpp"

namespace shardscope::framework {
namespace {

using enum FrameworkState;
using enum Severity;

// TP 1 with SP asked for. Megatron-LM itself drops it first (S-1).
FrameworkState s2(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  return p.tp == 1 && p.sp.value_or(false) ? brokenAs(f, 0, {}) : holds;
}
std::vector<Setting> forS2(const FrameworkFinding&, const Scenario&) { return {{Key::sp, {}}}; }

// Sequence, TP, CP, unit. torchtitan's TP always splits the sequence, in two chunks per context rank.
FrameworkState s3(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  const auto s = a.workload().sequenceLength;
  if (a.framework != Framework::torchtitan) return holds;
  const auto unit = CheckedCount(p.tp) * (p.cp > 1 ? 2 * p.cp : 1);
  if (unit.overflowed()) return notJudged;
  return s % unit.count() == 0 ? holds : brokenAs(f, 1, {d(s), d(p.tp), d(p.cp), d(unit.count())});
}

// DeepSpeed's sequence parallelism trades sequence for heads. 0: heads, 1: KV heads, 2: sequence; by CP.
FrameworkState s8(const Asked& a, FrameworkFinding& f) {
  const auto cp = a.parallel().cp, kv = splitKvHeads(a.shape());
  if (cp == 1 || a.parallel().cpKind != CpKind::allToAll) return holds;
  if (a.shape().heads % cp != 0) return brokenAs(f, 0, {d(a.shape().heads), d(cp)});
  if (kv % cp != 0 && cp % kv != 0) return brokenAs(f, 1, {d(kv), d(cp)});
  const auto s = a.workload().sequenceLength;
  return s % cp == 0 ? holds : brokenAs(f, 2, {d(s), d(cp)});
}

// 0: CP without flash attention, 1: with packed samples and more than one sequence
FrameworkState s9(const Asked& a, FrameworkFinding& f) {
  const auto cp = a.parallel().cp, b = a.workload().microBatch;
  if (cp == 1) return holds;
  f.field = Key::flashAttention;
  if (!a.workload().flashAttention) return brokenAs(f, 0, {d(cp)});
  f.field = Key::microBatch;
  return b == 1 ? holds : brokenAs(f, 1, {d(cp), d(b)});
}
std::vector<Setting> forS9(const FrameworkFinding& finding, const Scenario&) {
  if (finding.variant == 0) return {{Key::flashAttention, true}};
  return {{Key::microBatch, std::int64_t{1}}};
}

// sequence, learned positions; with rotary positions the exported file writes the sequence length
FrameworkState s12(const Asked& a, FrameworkFinding& f) {
  const auto positions = a.shape().learnedPositions, s = a.workload().sequenceLength;
  return positions == 0 || s <= positions ? holds : brokenAs(f, 0, {d(s), d(positions)});
}
std::vector<Setting> forS12(const FrameworkFinding&, const Scenario& scenario) {
  return {{Key::sequenceLength, scenario.model.shape.learnedPositions}};
}

FrameworkState s14(const Asked& a, FrameworkFinding&) {
  return undecidableIf(a.workload().fineTune && a.parallel().cp > 1);
}

// TP
FrameworkState s16(const Asked& a, FrameworkFinding& f) {
  const bool overlaps = a.parallel().tp > 1 && a.scenario().overlap.tp > 0;
  return overlaps && !a.context.sp ? brokenAs(f, 0, {d(a.parallel().tp)}) : holds;
}
std::vector<Setting> forS16(const FrameworkFinding&, const Scenario&) {
  return {{Key::sp, true}, {Key::overlapTp, 0.0}};
}

// TP, CP: one variable that tensor and context parallelism want at 1 and sharded weights do not
FrameworkState s17(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  const auto generation = a.scenario().cluster.device.generation;
  const bool wantsOne = (p.tp > 1 || p.cp > 1) && generation != Generation::blackwell;
  if (a.framework == Framework::nanotron || !wantsOne || !isFullySharded(p)) return holds;
  f.severity = warning;  // both wishes at once are only warned of
  return brokenAs(f, 0, {d(p.tp), d(p.cp)});
}

// clang-format off
constexpr auto kRows = std::to_array<Row>({
    ours("S-1", warning, kMegatron, RuleId::S1, "Megatron-LM validate_args"),
    asked("S-2", error, kBridge | kFactory, Key::sp, {}, s2, forS2, "Megatron Core ModelParallelConfig; LLaMA-Factory megatron_bridge_args.py"),
    ours("S-3", error, kMcore | kTitan | kNanotron, RuleId::S3, "Megatron Core tensor_parallel mappings, when it splits; torchtitan trainer.py, parallelize.py; nanotron", Key::tp, {"tokens", "tp", "cp", "unit"}, s3, remedies::nearest),
    ours("S-4", error, kMcore | kTitan | kNanotron, RuleId::S4, "Megatron-LM validate_args; Transformer Engine context_parallel.py; nanotron models/qwen.py"),
    ours("S-5", error, kMcore, RuleId::S5, "Transformer Engine dot_product_attention/context_parallel.py, at the first step"),
    exported("S-6", error, kMcore, "Megatron-LM validate_args; Megatron-Bridge _validate_cp_comm_type"),
    exported("S-7", error, kMcore, "Megatron Core TransformerConfig"),
    asked("S-8", error, kDeepspeed, Key::cp, {"width", "cp"}, s8, remedies::nearest, "DeepSpeed runtime/sequence_parallel/ulysses_sp.py, sequence/layer.py"),
    asked("S-9", error, kAxolotl, Key::cp, {"cp", "b"}, s9, forS9, "axolotl schemas/validation.py"),
    exported("S-10", error, kTitan, "torchtitan common/decoder.py, distributed/context_parallel/api.py"),
    exported("S-11", error, kAccelerate, "Accelerate dataclasses.py, commands/launch.py"),
    asked("S-12", error, kMegatron | kNeox | kTitan, Key::sequenceLength, {"s", "positions"}, s12, forS12, "Megatron-LM validate_args; GPT-NeoX validate_values; torchtitan decoder.py"),
    exported("S-13", error, kMegatron, "Megatron-LM validate_args"),
    byOptions("S-14", error, kBridge, "Megatron-Bridge config.py", s14),
    exported("S-15", error, kBridge, "Megatron-Bridge config.py"),
    asked("S-16", error, kMcore, Key::sp, {"tp"}, s16, forS16, "Megatron-LM validate_args"),
    asked("S-17", error, kMcore | kNanotron, Key::zero, {"tp", "cp"}, s17, nullptr, "Megatron-LM validate_args; Megatron-Bridge config.py; nanotron nn.py"),
});
// clang-format on

}  // namespace

std::span<const Row> sequenceRows() { return kRows; }

}  // namespace shardscope::framework
