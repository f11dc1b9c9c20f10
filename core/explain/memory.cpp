// SPDX-License-Identifier: Apache-2.0
// memory.*: capacity, limit and peak; layers, activations and what else a stage keeps.
#include <algorithm>

#include "core/cost/activations.hpp"
#include "core/cost/parameters.hpp"
#include "core/cost/verdict.hpp"
#include "core/explain/explain.hpp"
#include "core/explain/memory_states.hpp"
#include "core/explain/rows.hpp"
#include "core/explain/symbols.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

double real(std::int64_t value) { return static_cast<double>(value); }
double real(Bytes value) { return real(value.count()); }
const StageMemory& stageOf(const Draft& d) { return d.r.memory.stages[d.stage]; }
std::string shown(double value, ExplainUnit unit) { return explainValueText(value, unit); }

void checkOfTotal(Draft& d, Bytes part) { d.checkShare("share-of-stage", real(part), real(stageOf(d).total)); }

Formula capacity(Draft& d) {
  return d.symbol("C", "capacity", real(d.r.memory.capacity), bytes, "memory.capacity_bytes");
}

void capacityBytes(Draft& d) {
  const auto& device = d.s.cluster.device;
  d.give("C", bytes, sym::device(d, "C", "capacity", real(d.r.memory.capacity), bytes));
  d.convention("capacity");
  d.check("nominal-capacity", {{"bytes", explainValueText(device.nominalGb * 1e9, traffic)}});
}

void fitLimitBytes(Draft& d) {
  auto usable = num(0.94) * capacity(d);
  auto context = d.symbol("O", "context", kContextBytes, bytes);
  auto limit = (std::move(usable) - context) / num(kReservedOverAllocated) + context;
  d.give("C_fit", bytes, least(greatest(roundDown(std::move(limit)), num(0)), capacity(d)));
  d.convention("fit-limit");
  d.checkShare("share-of-capacity", real(d.r.memory.fitLimit), real(d.r.memory.capacity));
}

Formula totals(Draft& d, FormulaOp op) {
  std::vector<double> values;
  for (const auto& stage : d.r.memory.stages) values.push_back(real(stage.total));
  return d.series(op, "S", "stage-total", bytes, values, "memory.stages.#.total");
}

void peakBytes(Draft& d) {
  d.give("S_max", bytes, totals(d, FormulaOp::largestOf));
  d.checkShare("share-of-capacity", real(d.r.memory.peak), real(d.r.memory.capacity));
}

void peakStage(Draft& d) {
  d.give("i_max", count, totals(d, FormulaOp::placeOfLargest));
  d.convention("stage-number");
}

void stageNumber(Draft& d) {
  d.give("i", count, d.symbol("i", "stage-number", real(static_cast<std::int64_t>(d.stage)), count));
  d.convention("stage-number");
}

void stageLayers(Draft& d) {
  const auto& p = d.s.parallel;
  const auto name = "L_" + std::to_string(d.stage);
  if (!p.stageLayers.empty()) {
    d.give(name, count, d.setting(name, "stage-layers-stated", real(stageOf(d).layers), count, Key::stageLayers));
    return;
  }
  const auto stage = static_cast<std::int64_t>(d.stage), rest = d.s.model.shape.layers % p.pp;
  const auto interior = std::max<std::int64_t>(0, p.pp - 2);
  const bool isInterior = stage > 0 && stage < p.pp - 1;
  const bool takesOne = isInterior ? stage <= rest : stage == 0 && rest > interior;
  auto layers = sym::layers(d);
  auto share = roundDown(std::move(layers) / sym::pipeline(d));
  d.give(name, count,
         std::move(share) + d.symbol("x",
                                     rest == 0  ? "no-layer-left"
                                     : takesOne ? "layer-left"
                                                : "layer-left-elsewhere",
                                     takesOne ? 1 : 0, count));
  d.convention("stage-layers");
}

void activations(Draft& d) {
  const auto& plan = d.facts.memory;
  const auto& stage = stageOf(d);
  auto sum = sym::overLayers(d, d.stage,
                             {"A", "stored-per-layer", plan.dense.activations.stored, plan.moe.activations.stored,
                              bytes, "cost.layer.@.stored_bytes"});
  if (plan.segment > 0 && stage.layers > 0) {
    const auto inChunk = (stage.layers + plan.chunks - 1) / plan.chunks;
    if (plan.segment > inChunk) {
      auto segment = d.setting("k", "segment", real(plan.segment), count, Key::recomputeLayers);
      sum = std::move(sum) * (std::move(segment) / d.symbol("L_chunk", "layers-in-chunk", real(inChunk), count));
    }
  }
  if (d.stage == 0 && plan.embeddingActivations > 0)
    sum = std::move(sum) + d.symbol("A_emb", "embedding-mask", plan.embeddingActivations, bytes);
  auto inFlight = d.symbol("φ", "in-flight", stage.inFlight, number, keyOf("memory.stages.#.in_flight", d.stage));
  d.giveWhole("A_" + std::to_string(d.stage), bytes, std::move(inFlight) * std::move(sum));
  d.convention("activations");
  checkOfTotal(d, stage.activations);
}

void logits(Draft& d) {
  if (d.stage + 1 != d.facts.stages()) {
    d.give("A_loss", bytes, num(0));
    return d.convention("only-last-stage");
  }
  const auto& p = d.s.parallel;
  const auto& w = d.s.workload;
  auto element = sym::elementBytes(d), tokens = sym::tokens(d), hidden = sym::hidden(d);
  auto norm = num(2) * element * tokens * hidden / sym::split(d);
  const auto columns = real(paddedVocabulary(d.s.model.shape.vocab, p.tp) / p.tp);
  auto perLogit = d.setting("β_CE", "bytes-per-logit", bytesPerLogit(w.crossEntropy), bytes, Key::crossEntropy);
  if (w.crossEntropyChunks > 1)
    tokens = std::move(tokens) /
             d.setting("k_CE", "loss-chunks", real(w.crossEntropyChunks), count, Key::crossEntropyChunks);
  auto width = d.symbol("V_t", "vocabulary-rank", columns, count, "cost.vocabulary_per_gpu");
  auto sum = std::move(norm) + std::move(perLogit) * std::move(tokens) * width;
  if (cachesWeightGradients(d.s)) sum = std::move(sum) + num(2) * width * hidden;
  d.giveWhole("A_loss", bytes, std::move(sum));
  d.convention(cachesWeightGradients(d.s) ? "logits-cache" : "logits");
  checkOfTotal(d, stageOf(d).logits);
}

// The larger of a property of the kinds of layer that the stage has.
template <class Property>
double largest(const Draft& d, Property property) {
  const auto& plan = d.facts.memory;
  const double dense = d.facts.denseLayers(d.stage) > 0 ? property(plan.dense) : 0.0;
  const double moe = d.facts.moeLayers(d.stage) > 0 ? property(plan.moe) : 0.0;
  return std::max(dense, moe);
}

void transient(Draft& d) {
  const auto& plan = d.facts.memory;
  const auto& stage = stageOf(d);
  if (stage.layers == 0) {
    d.give("A_tmp", bytes, num(0));
    return d.convention("no-layers");
  }
  auto element = sym::elementBytes(d), tokens = sym::tokens(d), hidden = sym::hidden(d);
  auto gates = sym::dimension(d, "u", "gate-factor", plan.gateFactor);
  const double width = largest(d, [](const LayerOnRank& l) { return l.activations.mlpWidth; });
  auto columns = std::move(hidden) + std::move(gates) * d.symbol("f_t", "mlp-width", width, number);
  auto sum = std::move(element) * std::move(tokens) * std::move(columns);
  const double dummy = largest(d, [](const LayerOnRank& l) { return l.weightGradients; });
  if (dummy > 0) sum = std::move(sum) + d.symbol("G_tmp", "dummy-gradients", dummy, bytes);
  const double repeated = largest(d, [](const LayerOnRank& l) { return l.activations.repeated; });
  if (repeated > 0) {
    const auto inChunk = (stage.layers + plan.chunks - 1) / plan.chunks;
    auto segment = d.symbol("k", "segment-cut", real(plan.segment > 0 ? std::min(plan.segment, inChunk) : 1), count);
    sum = std::move(sum) + std::move(segment) * d.symbol("A_re", "repeated-activations", repeated, bytes);
  }
  if (plan.zero >= 3) {
    const double gathered = largest(d, [](const LayerOnRank& l) { return l.parameters.total(); });
    auto weight = weightBytes(d);
    auto perParameter = num(2) * std::move(weight) + gradientBytes(d);
    sum = std::move(sum) + std::move(perParameter) * d.symbol("ψ_layer", "largest-layer", gathered, count);
  }
  d.giveWhole("A_tmp", bytes, std::move(sum));
  d.convention(plan.zero >= 3 ? "transient-zero3" : "transient");
  checkOfTotal(d, stage.transient);
}

void buffers(Draft& d) {
  const auto& p = d.s.parallel;
  if (p.pp <= 1 && !sequenceParallel(p)) {
    d.give("A_buf", bytes, num(0));
    return d.convention("no-buffers");
  }
  auto element = sym::elementBytes(d), tokens = sym::tokens(d);
  const auto tensor = std::move(element) * std::move(tokens) * sym::hidden(d);
  std::optional<Formula> sum;
  if (p.pp > 1) sum = num(4) * Formula(tensor) / sym::split(d);
  if (sequenceParallel(p)) sum = sum ? std::move(*sum) + tensor : tensor;
  d.giveWhole("A_buf", bytes, std::move(*sum));
  d.convention("buffers");
  checkOfTotal(d, stageOf(d).buffers);
}

void overhead(Draft& d) {
  d.give("O", bytes, num(1.5) * num(kGib, "2^30"));
  d.convention("overhead");
  checkOfTotal(d, stageOf(d).overhead);
}

void total(Draft& d) {
  const auto& stage = stageOf(d);
  const struct {
    const char *name, *part;
    Bytes bytes;
  } parts[] = {{"W", "parameters", stage.parameters}, {"G", "gradients", stage.gradients},
               {"O_s", "optimizer", stage.optimizer}, {"A", "activations", stage.activations},
               {"A_loss", "logits", stage.logits},    {"A_tmp", "transient", stage.transient},
               {"A_buf", "buffers", stage.buffers},   {"O", "overhead", stage.overhead}};
  std::optional<Formula> sum;
  for (const auto& part : parts) {
    if (part.bytes.count() == 0) continue;
    const auto key = keyOf("memory.stages.#.", d.stage) + part.part;
    auto term = d.symbol(part.name, std::string("part-") + part.part, real(part.bytes), bytes, key);
    sum = sum ? std::move(*sum) + std::move(term) : std::move(term);
  }
  d.give("S_" + std::to_string(d.stage), bytes, std::move(*sum));
  d.convention("left-out-zero");
  d.checkShare("share-of-capacity", real(stage.total), real(d.r.memory.capacity));
}

void inFlight(Draft& d) {
  const auto stage = static_cast<double>(d.stage);
  if (d.s.parallel.pp <= 1) {
    d.give("φ", number, num(1));
    return d.convention("no-pipeline");
  }
  auto p = sym::pipeline(d), times = sym::microBatches(d);
  auto i = [&] { return d.symbol("i", "stage-number", stage, count); };
  auto bound = [&]() -> Formula {
    switch (d.facts.order) {
      case Schedule::gpipe: return times;
      case Schedule::oneFOneB: return least(p - i(), times);
      case Schedule::interleaved: {
        auto v = sym::chunks(d);
        return least(num(2) * (p - i() - num(1)) + (v - num(1)) * p + num(1), times * v) / v;
      }
      case Schedule::zbH1:
      case Schedule::zbV: return least(p, times);
      case Schedule::zbH2: return least(num(2) * p - num(1), times);
      case Schedule::dualPipe: return least(p + num(1), times);
    }
    return times;
  };
  d.give("φ", number, bound());
  d.convention("schedule", {{"schedule", std::string(word(d.facts.order))}});
  d.check("in-flight-bound", {{"m", shown(d.facts.microBatches, count)}});
}

constexpr ExplainRow kRows[] = {
    {"memory.capacity_bytes", "capacity", "device", Better::neither, capacityBytes},
    {"memory.fit_limit_bytes", "fit-limit", "fit-limit", Better::neither, fitLimitBytes},
    {"memory.peak_bytes", "peak", "memory-total", Better::lower, peakBytes},
    {"memory.peak_stage", "peak-stage", "memory-total", Better::neither, peakStage},
    {"memory.stages.#.stage", "stage-number", "layout", Better::neither, stageNumber},
    {"memory.stages.#.layers", "stage-layers", "stage-layers", Better::neither, stageLayers},
    {"memory.stages.#.parameters", "stage-parameters", "states", Better::lower, explainParameters},
    {"memory.stages.#.gradients", "stage-gradients", "states", Better::lower, explainGradients},
    {"memory.stages.#.optimizer", "stage-optimizer", "states", Better::lower, explainOptimizer},
    {"memory.stages.#.activations", "stage-activations", "activations", Better::lower, activations},
    {"memory.stages.#.logits", "stage-logits", "logits", Better::lower, logits},
    {"memory.stages.#.transient", "stage-transient", "transient", Better::lower, transient},
    {"memory.stages.#.buffers", "stage-buffers", "buffers", Better::lower, buffers},
    {"memory.stages.#.overhead", "stage-overhead", "overhead", Better::neither, overhead},
    {"memory.stages.#.total", "stage-total", "memory-total", Better::lower, total},
    {"memory.stages.#.in_flight", "in-flight", "in-flight", Better::lower, inFlight},
};

}  // namespace

std::span<const ExplainRow> memoryRows() { return kRows; }

}  // namespace shardscope
