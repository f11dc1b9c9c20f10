// SPDX-License-Identifier: Apache-2.0
#include "core/cost/optimizer_time.hpp"

#include "core/scenario/derived.hpp"

namespace shardscope {

double optimizerSeconds(const Scenario& scenario, const LayerInputs& in, const ReplicaGroups& groups,
                        const RankParameters& held) {
  if (in.frozen) return 0;
  const auto recipe = stateRecipe(scenario.workload);
  double updated = held.total();  // parameters that this rank updates
  if (scenario.parallel.zero >= 1)
    updated =
        held.dense / static_cast<double>(groups.dense.shard) + held.experts / static_cast<double>(groups.experts.shard);
  // States read and written, gradients in, weights out; the gradient norm reads the gradients and scales them.
  const double bytes = 2 * recipe.optimizer + recipe.gradient + recipe.weight + 2 * recipe.gradient;
  return bytes * updated / in.memoryRate + 2 * in.launch;
}

}  // namespace shardscope
