// SPDX-License-Identifier: Apache-2.0
// Number formats, and the shapes that their kernels take.
#include "core/rules/framework/framework_row.hpp"
#include "core/scenario/derived.hpp"
#include "core/units/checked.hpp"

namespace shardscope::framework {
namespace {

using enum FrameworkState;
using enum Severity;

// Rows of the fused query, key and value projection; latent attention has projections of its own.
std::int64_t qkvRows(const ModelShape& m) { return (m.heads + 2 * kvHeads(m)) * headDim(m); }

// Local shapes of FP8 linears. 0: tokens, 1: hidden, 2: MLP, 3: expert, 4: attention, 5: shared experts. Args: size,
// degree, multiple.
FrameworkState f2(const Asked& a, FrameworkFinding& f) {
  if (a.workload().precision != Precision::fp8) return holds;
  const auto& m = a.shape();
  const auto& p = a.parallel();
  const auto tokens = CheckedCount(a.workload().microBatch) * a.workload().sequenceLength;
  if (tokens.overflowed()) return notJudged;
  const auto isUneven = [](std::int64_t size, std::int64_t degree, std::int64_t multiple) {
    return size % degree == 0 && size / degree % multiple != 0;  // not divisible at all: T-1, T-7, S-4
  };
  f.field = Key::sequenceLength;
  if (isUneven(tokens.count(), p.cp, 8)) return brokenAs(f, 0, {d(tokens.count()), d(p.cp), 8});
  f.field = Key::model;
  if (m.hidden % 16 != 0) return brokenAs(f, 1, {d(m.hidden), 1, 16});
  f.field = Key::tp;
  if (hasDenseLayers(m) && isUneven(m.ffn, p.tp, 16)) return brokenAs(f, 2, {d(m.ffn), d(p.tp), 16});
  if (!usesMla(m) && isUneven(qkvRows(m), p.tp, 16)) return brokenAs(f, 4, {d(qkvRows(m)), d(p.tp), 16});
  if (m.sharedFfn > 0 && isUneven(m.sharedFfn, p.tp, 16)) return brokenAs(f, 5, {d(m.sharedFfn), d(p.tp), 16});
  f.field = Key::etp;
  return isMoe(m) && isUneven(m.expertFfn, p.etp, 16) ? brokenAs(f, 3, {d(m.expertFfn), d(p.etp), 16}) : holds;
}
std::vector<Setting> forF2(const FrameworkFinding& finding, const Scenario& scenario) {
  auto settings = finding.field == Key::model ? std::vector<Setting>{} : remedies::nearest(finding, scenario);
  settings.push_back({Key::precision, std::string(word(Precision::bf16))});
  return settings;
}

FrameworkState f3(const Asked& a, FrameworkFinding&) {
  const bool isBlackwell = a.scenario().cluster.device.generation == Generation::blackwell;
  return undecidableIf(a.workload().precision == Precision::fp8 && isBlackwell);
}

// 0: the device; 1: hidden, 2: MLP, 3: expert, 4: queries, 5: keys, 6: shared experts; torchtitan asks for whole blocks
// of 128
FrameworkState f4(const Asked& a, FrameworkFinding& f) {
  if (a.workload().precision != Precision::nvfp4) return holds;
  if (a.scenario().cluster.device.generation != Generation::blackwell) return brokenAs(f, 0, {});
  if (a.framework != Framework::torchtitan) return holds;
  const auto& m = a.shape();
  if (m.hidden % 128 != 0) return brokenAs(f, 1, {d(m.hidden)});
  if (hasDenseLayers(m) && m.ffn % 128 != 0) return brokenAs(f, 2, {d(m.ffn)});
  if (isMoe(m) && m.expertFfn % 128 != 0) return brokenAs(f, 3, {d(m.expertFfn)});
  if (m.sharedFfn % 128 != 0) return brokenAs(f, 6, {d(m.sharedFfn)});
  if (usesMla(m)) return holds;
  const auto queries = m.heads * headDim(m), keys = kvHeads(m) * headDim(m);
  if (queries % 128 != 0) return brokenAs(f, 4, {d(queries)});
  return keys % 128 == 0 ? holds : brokenAs(f, 5, {d(keys)});
}
std::vector<Setting> toBf16(const FrameworkFinding&, const Scenario&) {
  return {{Key::precision, std::string(word(Precision::bf16))}};
}

FrameworkState f7(const Asked& a, FrameworkFinding&) {
  return undecidableIf(a.workload().precision == Precision::fp8 && !usesMegatronPlugin(a.parallel()));
}

// bytes per parameter of the gradients
FrameworkState f9(const Asked& a, FrameworkFinding& f) {
  const auto& w = a.workload();
  const bool isHalf = w.precision == Precision::fp16 || w.precision == Precision::fp32;
  const double bytes = stateRecipe(w).gradient;
  return isHalf || w.adapter != Adapter::none || bytes == 4 ? holds : brokenAs(f, 0, {bytes});
}
std::vector<Setting> forF9(const FrameworkFinding&, const Scenario&) { return {{Key::gradientBytes, 4.0}}; }

// clang-format off
constexpr auto kRows = std::to_array<Row>({
    exported("F-1", error, kMcore | kDeepspeed, "Megatron-LM validate_args; Megatron Core TransformerConfig; DeepSpeed runtime/config.py"),
    asked("F-2", error, kMcore | kNeox, Key::tp, {"size", "degree", "multiple"}, f2, forF2, "Transformer Engine pytorch/utils.py, at the first step; Megatron Core fp8_utils.py"),
    byOptions("F-3", error, kMcore | kTitan, "Transformer Engine mxfp8_tensor.py; Megatron Core fp8_utils.py; torchtitan quantization/mx.py", f3),
    asked("F-4", error, kMcore | kTitan, Key::precision, {"size"}, f4, toBf16, "torchtitan quantization/nvfp4.py; Megatron-LM validate_args"),
    exported("F-5", error, kMcore, "Megatron Core TransformerConfig"),
    exported("F-6", error, kMcore, "Megatron-LM validate_args; Megatron-Bridge"),
    byOptions("F-7", error, kAccelerate, "Accelerate accelerator.py", f7),
    exported("F-8", error, kNeox, "GPT-NeoX arguments.py"),
    asked("F-9", hint, kMegatron, Key::gradientBytes, {"bytes"}, f9, forF9, "Megatron-LM validate_args"),
    exported("F-10", error, kMcore, "Megatron-LM validate_args; Megatron-Bridge recipes"),
});
// clang-format on

}  // namespace

std::span<const Row> precisionRows() { return kRows; }

}  // namespace shardscope::framework
