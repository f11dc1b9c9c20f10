// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes of weights, gradients and optimizer state on one rank (cost-model §2).

#include "core/cost/parameters.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {

// Ranks over which ZeRO spreads a state: those of replicaGroups(), to reckon with.
struct ShardDegrees {
  double dense = 1, experts = 1;
};
ShardDegrees shardDegrees(const Scenario& scenario);

struct StateBytes {
  double parameters = 0, gradients = 0, optimizer = 0;
  double total() const { return parameters + gradients + optimizer; }
};
// `zero` 0…3: optimizer, then gradients, then parameters are spread. 1910.02054 §5, Megatron-LM docs dist_optimizer.
StateBytes stateBytes(const StateRecipe& recipe, std::int64_t zero, const RankParameters& held,
                      const ShardDegrees& degrees);

// Optimizer bytes that depend on the shape of the matrices and come on top of recipe.optimizer, before sharding:
// Adafactor's factored second moments (4 bytes per row and column; vectors are not factored), and the second moment
// that Muon keeps for everything that is no hidden matrix. Zero for other optimizers and explicit `optimizer_bytes`.
RankParameters layerOptimizerExtra(const Scenario& scenario, bool moe);
double embeddingOptimizerExtra(const Scenario& scenario);
double headOptimizerExtra(const Scenario& scenario);

}  // namespace shardscope
