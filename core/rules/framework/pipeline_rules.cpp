// SPDX-License-Identifier: Apache-2.0
// Pipelines: how layers are spread over stages, what interleaving asks, what goes with a pipeline.
#include "core/cost/parameters.hpp"
#include "core/rules/framework/framework_row.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope::framework {
namespace {

using enum FrameworkState;
using enum Severity;

// Model chunks of a rank: zb-v and dualpipe imply two.
std::int64_t chunksPerRank(const Parallel& p) {
  const auto order = schedule(p);
  return order == Schedule::zbV || order == Schedule::dualPipe ? 2 : p.vpp;
}
std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// Layers, PP. Embedding and head may each be counted as a layer, which is how a balanced split of one or two layers
// fewer looks; explicit stages are written as a layout.
FrameworkState p1(const Asked& a, FrameworkFinding& f) {
  const auto pp = a.parallel().pp, layers = a.shape().layers;
  if (!a.parallel().stageLayers.empty() || layers < pp) return holds;
  for (const auto counted : {0, 1, 2})
    if ((layers + counted) % pp == 0) return holds;
  return brokenAs(f, 1, {d(layers), d(pp)});
}
// The split as it is reckoned with, spelled out.
std::vector<Setting> forP1(const FrameworkFinding&, const Scenario& scenario) {
  const auto pp = scenario.parallel.pp;
  constexpr std::int64_t kMostSpelledOut = 1024;
  if (pp > kMostSpelledOut) return {};
  std::vector<std::int64_t> stages;
  for (std::int64_t stage = 0; stage < pp; ++stage) stages.push_back(layersOfStage(scenario, stage));
  return {{Key::stageLayers, stages}};
}

// Whether first and last stage are written as counts of their own is up to the form of the export.
FrameworkState unevenEnds(const Asked& a, FrameworkFinding&) {
  return undecidableIf(!a.parallel().stageLayers.empty());
}

// VPP, PP
FrameworkState p8(const Asked& a, FrameworkFinding& f) {
  f.field = Key::overlapPp;
  const bool alone = a.context.interleaved && a.parallel().pp == 2 && !a.scenario().overlap.pp;
  return alone ? brokenAs(f, 1, {d(a.parallel().vpp), 2}) : holds;
}
std::vector<Setting> forP8(const FrameworkFinding&, const Scenario&) { return {{Key::overlapPp, true}}; }

// M, stages. torchtitan counts virtual stages.
FrameworkState p10(const Asked& a, FrameworkFinding& f) {
  if (a.framework != Framework::torchtitan || a.parallel().pp == 1) return holds;
  if (!a.batchWhole) return notJudged;
  const auto stages = a.parallel().pp * chunksPerRank(a.parallel());
  return a.context.microBatches >= stages ? holds : brokenAs(f, 1, {d(a.context.microBatches), d(stages)});
}

// layers, PP, chunks of a rank, layers of a chunk, stages that gives
FrameworkState p12(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  const auto chunks = chunksPerRank(p), layers = a.shape().layers;
  if (p.pp == 1 || !p.stageLayers.empty() || layers < p.pp * chunks) return holds;  // L-1, P-13
  const auto perChunk = ceilDiv(layers, p.pp * chunks), stages = ceilDiv(layers, perChunk);
  return stages == p.pp * chunks ? holds : brokenAs(f, 0, {d(layers), d(p.pp), d(chunks), d(perChunk), d(stages)});
}

// layers, stages. L-1 says it of virtual stages; a V schedule has two chunks of its own.
FrameworkState p13(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  const auto stages = p.pp * chunksPerRank(p);
  return a.shape().layers >= stages ? holds : brokenAs(f, 1, {d(a.shape().layers), d(stages)});
}

// PP
FrameworkState p15(const Asked& a, FrameworkFinding& f) {
  return a.parallel().pp > 1 && a.shape().tied ? brokenAs(f, 0, {d(a.parallel().pp)}) : holds;
}

// ZeRO stage, PP
FrameworkState p16(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  return p.pp > 1 && p.zero >= 2 ? brokenAs(f, 0, {d(p.zero), d(p.pp)}) : holds;
}

// PP
FrameworkState p18(const Asked& a, FrameworkFinding& f) {
  const auto order = schedule(a.parallel());
  f.field = order == Schedule::interleaved ? Key::vpp : Key::schedule;
  const bool isKnown = order == Schedule::oneFOneB || order == Schedule::gpipe;
  return a.parallel().pp == 1 || isKnown ? holds : brokenAs(f, 0, {d(a.parallel().pp)});
}
std::vector<Setting> forP18(const FrameworkFinding&, const Scenario&) {
  return {{Key::vpp, std::int64_t{1}}, {Key::schedule, {}}};
}

// Hiding the all-to-all of experts behind compute. 0: PP, 1: recompute, 2: precision.
FrameworkState p19(const Asked& a, FrameworkFinding& f) {
  const auto& p = a.parallel();
  if (p.ep == 1 || a.scenario().overlap.ep <= 0) return holds;
  if (p.pp > 1 && !a.context.interleaved) return brokenAs(f, 0, {d(p.pp)});
  if (a.workload().recompute == Recompute::full) return brokenAs(f, 1, {});
  return a.workload().precision == Precision::fp32 ? brokenAs(f, 2, {}) : holds;
}
std::vector<Setting> forP19(const FrameworkFinding& finding, const Scenario&) {
  if (finding.variant == 2) return {{Key::precision, std::string(word(Precision::bf16))}};
  return {{Key::overlapEp, 0.0}};
}

// clang-format off
constexpr auto kRows = std::to_array<Row>({
    milder(ours("P-1", error, kMcore, RuleId::P1, "Megatron-LM validate_args; Megatron Core TransformerConfig, transformer_block.py", Key::pp, {"layers", "pp"}, p1, forP1)),
    ours("P-2", error, kMegatron, RuleId::P3, "Megatron-LM validate_args"),
    ours("P-3", error, kMcore, RuleId::P3, "Megatron Core transformer_block.py, when the model is built"),
    exported("P-4", error, kMegatron, "Megatron-LM validate_args"),
    byOptions("P-5", error, kMcore, "Megatron Core TransformerConfig; Megatron-LM validate_args", unevenEnds),
    exported("P-6", error, kMcore, "Megatron Core TransformerConfig"),
    exported("P-7", error, kMcore, "Megatron Core pipeline_parallel_layer_layout.py"),
    ours("P-8", error, kMegatron, RuleId::P8, "Megatron-LM validate_args", Key::overlapPp, {"vpp", "pp"}, p8, forP8),
    ours("P-9", error, kMcore, RuleId::P9, "Megatron Core pipeline_parallel/schedules.py, at the first step"),
    ours("P-10", warning, kMcore | kTitan, RuleId::P10, "Megatron Core schedules.py; torchtitan pipeline_parallel.py", Key::globalBatch, {"m", "stages"}, p10),
    exported("P-11", error, kMcore, "Megatron Core ModelParallelConfig"),
    asked("P-12", error, kTitan, Key::pp, {"layers", "pp", "chunks", "per_chunk", "stages"}, p12, remedies::nearest, "torchtitan distributed/pipeline_parallel.py"),
    ours("P-13", error, kTitan, RuleId::L1, "torchtitan pipeline_parallel.py", Key::pp, {"layers", "stages"}, p13, remedies::nearest),
    exported("P-14", error, kTitan, "torchtitan pipeline_parallel.py, trainer.py"),
    asked("P-15", error, kTitan, Key::pp, {"pp"}, p15, remedies::set<Key::pp, 1>, "torchtitan trainer.py, decoder.py"),
    asked("P-16", error, kDeepspeed | kNeox, Key::zero, {"zero", "pp"}, p16, remedies::set<Key::zero, 1>, "DeepSpeed runtime/pipe/engine.py, pipe/module.py; GPT-NeoX training.py"),
    exported("P-17", error, kMcore, "Megatron Core TransformerConfig"),
    asked("P-18", hint, kNanotron, Key::schedule, {"pp"}, p18, forP18, "nanotron models/base.py"),
    asked("P-19", error, kMcore, Key::overlapEp, {"pp"}, p19, forP19, "Megatron Core TransformerConfig"),
    exported("P-20", error, kMegatron, "Megatron-LM validate_args"),
});
// clang-format on

}  // namespace

std::span<const Row> pipelineRows() { return kRows; }

}  // namespace shardscope::framework
