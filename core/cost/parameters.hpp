// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parameter counts (cost-model §1): exact integers, checked against overflow by rule R-1 before they are asked for.

#include <cstdint>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace shardscope {

// Parameters of one layer by the way they are spread. Sharded ones divide by tp, experts by ep·etp, the rest is
// replicated.
struct LayerParameters {
  std::int64_t sharded = 0;     // attention and MLP matrices (and their column biases)
  std::int64_t replicated = 0;  // norms, router, row biases, MLA down projections
  std::int64_t experts = 0;
  constexpr std::int64_t total() const { return sharded + replicated + experts; }
};
LayerParameters denseLayerParameters(const ModelShape& model);
LayerParameters moeLayerParameters(const ModelShape& model);
std::int64_t expertParameters(const ModelShape& model);  // one routed expert
std::int64_t finalNormParameters(const ModelShape& model);

// Unpadded vocabulary; parametersExact wins where an import set it.
std::int64_t totalParameters(const ModelShape& model);
std::int64_t activeParameters(const ModelShape& model);
// Double, without overflow, for rule R-1: may be asked of any shape within its field ranges.
double approximateParameters(const ModelShape& model);
double approximateUnvisitedParameters(const ModelShape& model);  // experts that a token does not visit, of all layers

std::int64_t paddedVocabulary(std::int64_t vocab, std::int64_t tp, std::int64_t divisor = 128);

// Layers per stage (§1.3): explicit list, or balanced with the remainder going to interior stages first, then stage 0,
// the last stage last.
std::int64_t layersOfStage(const Scenario& scenario, std::int64_t stage);

// MoE layers among the first `layer` layers of the stack.
std::int64_t moeLayersBefore(const ModelShape& model, std::int64_t layer);

// Parameters that one GPU holds before ZeRO (§1.3). Exact while the products stay below 2^53 (rule R-1).
struct RankParameters {
  double dense = 0;    // sharded/tp + replicated, spread over the data ranks by ZeRO
  double experts = 0;  // experts/(ep·etp), spread over the expert data ranks
  constexpr double total() const { return dense + experts; }
};
RankParameters layerOnRank(const LayerParameters& layer, const Parallel& parallel);
// Input table and learned positions of stage 0; final norm and head (or its tied copy when pp > 1) of the last stage.
double embeddingOnRank(const ModelShape& model, const Parallel& parallel);
double headOnRank(const ModelShape& model, const Parallel& parallel);

}  // namespace shardscope
