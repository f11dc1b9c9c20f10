// SPDX-License-Identifier: Apache-2.0
#include "core/explain/symbols.hpp"

#include "core/cost/activations.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope::sym {
namespace {

using enum ExplainUnit;

double real(std::int64_t value) { return static_cast<double>(value); }

bool hasBothKinds(const Draft& d) {
  const auto moe = moeLayers(d.s.model.shape);
  return moe > 0 && moe < d.s.model.shape.layers;
}

std::string kindName(const Draft& d, std::string_view name, bool moe) {
  if (!hasBothKinds(d)) return std::string(name);
  const char* separator = name.find('_') == name.npos ? "_" : ",";
  return std::string(name) + separator + (moe ? "moe" : "dense");
}

std::string kindText(const Draft& d, bool moe) { return d.sentence(moe ? "explain-kind-moe" : "explain-kind-dense"); }

}  // namespace

Formula microBatches(Draft& d) {
  return d.symbol("M", "micro-batches", d.facts.microBatches, count, "batch.micro_batches");
}
Formula globalBatch(Draft& d) {
  return d.setting("B", "global-batch", real(d.s.workload.globalBatch), count, Key::globalBatch);
}
Formula microBatch(Draft& d) {
  return d.setting("b", "micro-batch", real(d.s.workload.microBatch), count, Key::microBatch);
}
Formula sequence(Draft& d) {
  return d.setting("s", "sequence", real(d.s.workload.sequenceLength), ExplainUnit::tokens, Key::sequenceLength);
}
Formula dataParallel(Draft& d) {
  return d.setting("d", "data-parallel", real(shardscope::dataParallel(d.s)), count, Key::dp);
}
Formula tensorParallel(Draft& d) { return d.setting("t", "tensor-parallel", real(d.s.parallel.tp), count, Key::tp); }
Formula pipeline(Draft& d) { return d.setting("p", "pipeline", real(d.s.parallel.pp), count, Key::pp); }
Formula chunks(Draft& d) { return d.setting("v", "chunks", real(d.s.parallel.vpp), count, Key::vpp); }
Formula contextParallel(Draft& d) { return d.setting("c", "context-parallel", real(d.s.parallel.cp), count, Key::cp); }
Formula expertParallel(Draft& d) { return d.setting("e", "expert-parallel", real(d.s.parallel.ep), count, Key::ep); }
Formula expertTensor(Draft& d) { return d.setting("τ", "expert-tensor", real(d.s.parallel.etp), count, Key::etp); }
Formula gpus(Draft& d) { return d.symbol("N", "gpus", real(d.r.batch.gpus), count, "batch.gpus"); }
Formula tokens(Draft& d) {
  return d.symbol("n", "tokens-per-rank", tokensPerRank(d.s), ExplainUnit::tokens, "cost.tokens_per_rank");
}
Formula hidden(Draft& d) { return dimension(d, "h", "hidden", real(d.s.model.shape.hidden)); }
Formula split(Draft& d) { return d.setting("r", "split", sequenceDivisor(d.s.parallel), count, Key::sp); }
Formula elementBytes(Draft& d) {
  return d.setting("β", "element-bytes", activationBytes(d.s.workload.precision), ExplainUnit::bytes, Key::precision);
}
Formula layers(Draft& d) { return dimension(d, "L", "layers", real(d.s.model.shape.layers)); }
Formula heads(Draft& d) { return dimension(d, "a", "heads", real(d.s.model.shape.heads)); }
Formula kvHeads(Draft& d) { return dimension(d, "g", "kv-heads", real(shardscope::kvHeads(d.s.model.shape))); }
Formula vocabulary(Draft& d) { return dimension(d, "V", "vocabulary", real(d.s.model.shape.vocab)); }
Formula experts(Draft& d) { return dimension(d, "E", "experts", real(d.s.model.shape.experts)); }
Formula topK(Draft& d) { return dimension(d, "K", "top-k", real(d.s.model.shape.topK)); }
Formula memoryRate(Draft& d) { return device(d, "BW", "memory-rate", d.facts.plan.inputs.memoryRate, bytesPerSecond); }
Formula launch(Draft& d) { return device(d, "t_k", "launch", d.facts.plan.inputs.launch, seconds); }

Formula dimension(Draft& d, std::string_view name, std::string_view meaning, double value) {
  return d.setting(name, meaning, value, count, Key::model);
}
Formula device(Draft& d, std::string_view name, std::string_view meaning, double value, ExplainUnit unit) {
  return d.setting(name, meaning, value, unit, Key::gpu);
}

Formula layersOf(Draft& d, std::size_t stage, bool moe) {
  const auto layers = moe ? d.facts.moeLayers(stage) : d.facts.denseLayers(stage);
  const auto index = std::to_string(stage);
  if (hasBothKinds(d))
    return d.symbol(kindName(d, "L", moe), "stage-layers-kind", real(layers), count, {},
                    {{"stage", index}, {"kind", kindText(d, moe)}});
  return d.symbol("L_" + index, "stage-layers", real(layers), count, keyOf("memory.stages.#.layers", stage),
                  {{"stage", index}});
}

Formula perLayer(Draft& d, const PerLayer& value, bool moe) {
  const std::string key = value.key.empty() ? "" : keyOf(value.key, moe ? "moe" : "dense");
  return d.symbol(kindName(d, value.name, moe), value.meaning, moe ? value.moe : value.dense, value.unit, key,
                  {{"kind", kindText(d, moe)}});
}

Formula overLayers(Draft& d, std::size_t stage, const PerLayer& value) {
  const bool dense = d.facts.denseLayers(stage) > 0, moe = d.facts.moeLayers(stage) > 0;
  const auto product = [&](bool ofMoe) {
    auto count = layersOf(d, stage, ofMoe);
    return std::move(count) * perLayer(d, value, ofMoe);
  };
  if (!dense && !moe) return num(0);
  if (!dense || !moe) return product(moe);
  auto ofDense = product(false);
  return std::move(ofDense) + product(true);
}

Formula slowestSeconds(Draft& d) {
  const auto stage = d.facts.slowest;
  return d.symbol("X_max", "slowest-stage", d.facts.slowestSeconds, seconds, keyOf("cost.stages.#.seconds", stage),
                  {{"stage", std::to_string(stage)}});
}

Formula sumOfStages(Draft& d) {
  std::vector<double> values;
  for (std::size_t i = 0; i < d.facts.stages(); ++i) values.push_back(d.facts.stageSeconds(i));
  return d.series(FormulaOp::sumOf, "X", "stage-seconds", seconds, values, "cost.stages.#.seconds");
}

}  // namespace shardscope::sym
