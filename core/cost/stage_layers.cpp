// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stage_layers.hpp"

#include "core/cost/parameters.hpp"

namespace shardscope {

void fillStageLayers(const Scenario& scenario, std::vector<StageMemory>& stages) {
  const auto& model = scenario.model.shape;
  const auto moe = moeLayers(model);
  stages.resize(static_cast<std::size_t>(scenario.parallel.pp));
  for (std::size_t i = 0; i < stages.size(); ++i) {
    stages[i].layers = layersOfStage(scenario, static_cast<std::int64_t>(i));
    stages[i].moeLayers = moe == model.layers ? stages[i].layers : 0;
  }
  if (moe == 0 || moe == model.layers) return;  // one kind of layer: their order does not matter

  const auto chunks = scenario.parallel.vpp;
  std::int64_t position = 0;
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
    for (auto& stage : stages) {
      const auto count = stage.layers * (chunk + 1) / chunks - stage.layers * chunk / chunks;
      stage.moeLayers += moeLayersBefore(model, position + count) - moeLayersBefore(model, position);
      position += count;
    }
}

}  // namespace shardscope
