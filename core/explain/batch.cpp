// SPDX-License-Identifier: Apache-2.0
// batch.* and parameters.*
#include "core/cost/parameters.hpp"
#include "core/explain/explain.hpp"
#include "core/explain/rows.hpp"
#include "core/explain/symbols.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

double real(std::int64_t value) { return static_cast<double>(value); }
std::string shown(std::int64_t value) { return explainValueText(real(value), count); }

void microBatchCount(Draft& d) {
  auto batch = sym::globalBatch(d);
  auto own = sym::microBatch(d);
  d.give("M", count, std::move(batch) / (std::move(own) * sym::dataParallel(d)));
  const auto p = d.s.parallel.pp;
  if (p == 1) return d.check("no-pipeline");
  const bool holds = d.r.batch.microBatches >= 4 * p;
  d.check(holds ? "m-rule-holds" : "m-rule-broken", {{"m", shown(d.r.batch.microBatches)}, {"bound", shown(4 * p)}});
}

void globalSequences(Draft& d) {
  auto own = sym::microBatch(d);
  auto times = sym::microBatches(d);
  d.give("B", count, std::move(own) * std::move(times) * sym::dataParallel(d));
  d.convention("global-batch");
}

void globalTokens(Draft& d) {
  auto batch = sym::globalBatch(d);
  d.give("T", tokens, std::move(batch) * sym::sequence(d));
  d.check("tokens-per-gpu", {{"tokens", explainValueText(real(d.r.batch.globalTokens / d.r.batch.gpus), tokens)}});
}

void gpuTotal(Draft& d) {
  const auto& p = d.s.parallel;
  if (!d.s.cluster.gpus) {
    auto nodes = d.setting("N_nodes", "nodes", real(d.s.cluster.nodes.value_or(1)), count, Key::nodes);
    d.give("N", count,
           std::move(nodes) * d.setting("G", "gpus-per-node", real(gpusPerNode(d.s.cluster)), count, Key::gpusPerNode));
  } else {
    auto t = sym::tensorParallel(d), c = sym::contextParallel(d), stages = sym::pipeline(d);
    d.give("N", count, std::move(t) * std::move(c) * std::move(stages) * sym::dataParallel(d));
    d.convention("gpus");
  }
  d.check("layout", {{"tp", shown(p.tp)},
                     {"cp", shown(p.cp)},
                     {"pp", shown(p.pp)},
                     {"dp", shown(dataParallel(d.s))},
                     {"gpus", shown(d.r.batch.gpus)}});
}

// What the model's dimensions give, before the corrections of an import.
std::int64_t totalByShape(ModelShape m) {
  m.parametersExact.reset();
  return totalParameters(m);
}
std::int64_t activeByShape(ModelShape m) {
  m.parametersActiveExact.reset();
  return activeParameters(m);
}

// What an import states beyond its dimensions.
void addCorrection(Draft& d, Formula& sum, std::int64_t stated, std::int64_t counted) {
  if (stated == counted) return;
  sum = std::move(sum) + d.symbol("δ", "import-difference", real(stated - counted), count);
}

void total(Draft& d) {
  const auto& m = d.s.model.shape;
  const auto moe = moeLayers(m), dense = m.layers - moe;
  std::optional<Formula> sum;
  const auto add = [&](Formula term) { sum = sum ? std::move(*sum) + std::move(term) : std::move(term); };
  const auto addLayers = [&](bool isMoeKind, std::int64_t layers, std::int64_t parameters) {
    if (layers == 0) return;
    const bool both = moe > 0 && dense > 0;
    const std::string kind = !both ? "" : isMoeKind ? "_moe" : "_dense";
    const Draft::Args args{{"kind", d.sentence(isMoeKind ? "explain-kind-moe" : "explain-kind-dense")}};
    auto number = d.setting("L" + kind, both ? "layers-kind" : "layers", real(layers), count, Key::model, args);
    add(std::move(number) * d.symbol("ψ" + kind, "layer-parameters", real(parameters), count,
                                     isMoeKind ? "cost.layer.moe.parameters" : "cost.layer.dense.parameters", args));
  };
  if (dense > 0) addLayers(false, dense, denseLayerParameters(m).total());
  if (moe > 0) addLayers(true, moe, moeLayerParameters(m).total());
  auto tables = sym::dimension(d, "k_V", m.tied ? "tables-tied" : "tables", m.tied ? 1 : 2);
  auto rows = sym::vocabulary(d);
  add(std::move(tables) * std::move(rows) * sym::hidden(d));
  if (m.learnedPositions > 0) add(sym::dimension(d, "s_max", "positions", real(m.learnedPositions)) * sym::hidden(d));
  add(sym::dimension(d, "ψ_norm", "final-norm", real(finalNormParameters(m))));
  addCorrection(d, *sum, totalParameters(m), totalByShape(m));
  d.give("Ψ", count, std::move(*sum));
  d.convention("parameters");
  d.check("billions", {{"billions", explainValueText(real(d.r.parametersTotal) / 1e9, number)}});
}

void active(Draft& d) {
  const auto& m = d.s.model.shape;
  auto all = d.symbol("Ψ", "total-parameters", real(d.r.parametersTotal), count, "parameters.total");
  if (moeLayers(m) == 0) {
    addCorrection(d, all, activeParameters(m), d.r.parametersTotal);
    d.give("Ψ_act", count, std::move(all));
    return d.check("all-active");
  }
  auto layers = d.setting("L_moe", "layers-kind", real(moeLayers(m)), count, Key::model,
                          {{"kind", d.sentence("explain-kind-moe")}});
  auto experts = sym::experts(d);
  auto idle = std::move(experts) - sym::topK(d);
  auto sum = std::move(all) - std::move(layers) * std::move(idle) *
                                  sym::dimension(d, "ψ_x", "expert-parameters", real(expertParameters(m)));
  addCorrection(d, sum, activeParameters(m), activeByShape(m));
  d.give("Ψ_act", count, std::move(sum));
  d.checkShare("share-of-parameters", real(d.r.parametersActive), real(d.r.parametersTotal));
}

void perGpu(Draft& d) {
  const auto& plan = d.facts.memory;
  const auto i = d.stage;
  const auto name = std::to_string(i);
  auto sum = sym::overLayers(d, i,
                             {"ψ", "layer-parameters-rank", plan.dense.parameters.dense, plan.moe.parameters.dense,
                              count, "cost.layer.@.parameters_per_gpu"});
  if (i == 0)
    sum = std::move(sum) + d.symbol("ψ_emb", "embedding-rank", plan.embedding, count, "cost.embedding_per_gpu");
  if (i + 1 == d.facts.stages())
    sum = std::move(sum) + d.symbol("ψ_head", "head-rank", plan.head, count, "cost.head_per_gpu");
  if (plan.copies != 1) sum = d.symbol("k", "copies", plan.copies, count) * std::move(sum);
  if (d.facts.held(i).experts > 0) {
    auto experts = sym::layersOf(d, i, true) * d.symbol("ψ_x", "experts-rank", plan.moe.parameters.experts, count,
                                                        "cost.layer.moe.experts_per_gpu");
    if (plan.copies != 1) experts = d.symbol("k", "copies", plan.copies, count) * std::move(experts);
    sum = std::move(sum) + std::move(experts);
  }
  d.giveWhole("ψ_" + name, count, std::move(sum));
  d.convention("per-gpu");
  d.checkShare("share-of-parameters", real(d.r.memory.stages[i].parameterCount), real(d.r.parametersTotal));
}

constexpr ExplainRow kRows[] = {
    {"batch.micro_batches", "micro-batches", "batch", Better::higher, microBatchCount},
    {"batch.global_sequences", "global-sequences", "batch", Better::neither, globalSequences},
    {"batch.global_tokens", "global-tokens", "batch", Better::neither, globalTokens},
    {"batch.gpus", "gpus", "layout", Better::neither, gpuTotal},
    {"parameters.total", "parameters-total", "parameters", Better::neither, total},
    {"parameters.active", "parameters-active", "parameters", Better::neither, active},
    {"parameters.per_gpu.#", "parameters-per-gpu", "parameters-rank", Better::lower, perGpu},
};

}  // namespace

std::span<const ExplainRow> batchRows() { return kRows; }

}  // namespace shardscope
