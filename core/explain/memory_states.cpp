// SPDX-License-Identifier: Apache-2.0
#include "core/explain/memory_states.hpp"

#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

double real(Bytes value) { return static_cast<double>(value.count()); }
const StageMemory& stageOf(const Draft& d) { return d.r.memory.stages[d.stage]; }

// ψ of the stage, or its share under ZeRO.
Formula heldParameters(Draft& d, bool isSharded) {
  const auto held = d.facts.held(d.stage);
  const auto key = keyOf("parameters.per_gpu.#", d.stage);
  const auto& shards = d.facts.memory.shards;
  if (!isSharded) return d.symbol("ψ", "stage-parameters", held.total(), count, key);
  auto ranks = d.setting("S", "shard-ranks", shards.dense, count, Key::shardGroup);
  if (held.experts <= 0) return d.symbol("ψ", "stage-parameters", held.dense, count, key) / std::move(ranks);
  auto dense = d.symbol("ψ_d", "stage-parameters-dense", held.dense, count, key) / std::move(ranks);
  auto experts = d.symbol("ψ_x", "stage-parameters-experts", held.experts, count, key);
  return std::move(dense) +
         std::move(experts) / d.setting("S_x", "shard-ranks-experts", shards.experts, count, Key::shardGroup);
}

void giveStates(Draft& d, const char* subject, Formula perParameter, std::int64_t shardedFrom, Bytes part) {
  const bool isSharded = d.facts.memory.zero >= shardedFrom;
  d.giveWhole(subject, bytes, std::move(perParameter) * heldParameters(d, isSharded));
  d.convention(isSharded ? "zero-sharded" : "zero-whole", {{"zero", std::to_string(d.facts.memory.zero)}});
  d.checkShare("share-of-stage", real(part), real(stageOf(d).total));
}

void giveFrozen(Draft& d, const char* subject) {
  d.give(subject, bytes, num(0));
  d.convention("frozen");
}

StateRecipe recipeOf(const Draft& d) { return stateRecipe(d.s.workload); }

}  // namespace

Formula weightBytes(Draft& d) {
  return d.setting("w", "weight-bytes", recipeOf(d).weight, perParameter, Key::weightBytes);
}
Formula gradientBytes(Draft& d) {
  return d.setting("γ", "gradient-bytes", recipeOf(d).gradient, perParameter, Key::gradientBytes);
}
Formula optimizerBytes(Draft& d) {
  return d.setting("o", "optimizer-bytes", recipeOf(d).optimizer, perParameter, Key::optimizerBytes);
}

void explainParameters(Draft& d) { giveStates(d, "W", weightBytes(d), 3, stageOf(d).parameters); }

void explainGradients(Draft& d) {
  if (d.facts.memory.frozen) return giveFrozen(d, "G");
  giveStates(d, "G", gradientBytes(d), 2, stageOf(d).gradients);
}

void explainOptimizer(Draft& d) {
  if (d.facts.memory.frozen) return giveFrozen(d, "O_s");
  if (!stateFollowsShapes(d.s.workload)) return giveStates(d, "O_s", optimizerBytes(d), 1, stageOf(d).optimizer);
  const auto& shards = d.facts.memory.shards;
  const auto extra = d.facts.optimizerExtra(d.stage);
  const bool isSharded = d.facts.memory.zero >= 1;
  auto own = optimizerBytes(d);
  auto sum = std::move(own) * heldParameters(d, isSharded);
  auto dense = d.symbol("x_d", "shape-bytes-dense", isSharded ? extra.dense : extra.total(), bytes);
  if (!isSharded) return d.giveWhole("O_s", bytes, std::move(sum) + std::move(dense));
  auto shape = std::move(dense) / d.setting("S", "shard-ranks", shards.dense, count, Key::shardGroup);
  if (extra.experts > 0)
    shape = std::move(shape) + d.symbol("x_x", "shape-bytes-experts", extra.experts, bytes) /
                                   d.setting("S_x", "shard-ranks-experts", shards.experts, count, Key::shardGroup);
  d.giveWhole("O_s", bytes, std::move(sum) + std::move(shape));
  d.convention("shape-bytes");
}

}  // namespace shardscope
