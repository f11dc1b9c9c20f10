// SPDX-License-Identifier: Apache-2.0
#pragma once
// Symbols that many formulas share (cost-model §0).

#include "core/explain/draft.hpp"

namespace shardscope::sym {

Formula microBatches(Draft& d);     // M
Formula globalBatch(Draft& d);      // B
Formula microBatch(Draft& d);       // b
Formula sequence(Draft& d);         // s
Formula dataParallel(Draft& d);     // d
Formula tensorParallel(Draft& d);   // t
Formula pipeline(Draft& d);         // p
Formula chunks(Draft& d);           // v
Formula contextParallel(Draft& d);  // c
Formula expertParallel(Draft& d);   // e
Formula expertTensor(Draft& d);     // τ
Formula gpus(Draft& d);             // N
Formula tokens(Draft& d);           // n
Formula hidden(Draft& d);           // h
Formula split(Draft& d);            // r
Formula elementBytes(Draft& d);     // β
Formula layers(Draft& d);           // L
Formula heads(Draft& d);            // a
Formula kvHeads(Draft& d);          // g
Formula vocabulary(Draft& d);       // V
Formula experts(Draft& d);          // E
Formula topK(Draft& d);             // K
Formula memoryRate(Draft& d);       // BW
Formula launch(Draft& d);           // t_k

// A dimension of the model; a value of the device.
Formula dimension(Draft& d, std::string_view name, std::string_view meaning, double value);
Formula device(Draft& d, std::string_view name, std::string_view meaning, double value, ExplainUnit unit);

// Layers of a stage × one value per layer of each kind: L_0 · A, or L_dense · A_dense + L_moe · A_moe; 0 without
// layers. `key`: of the values, with @ for the kind.
struct PerLayer {
  std::string_view name, meaning;
  double dense = 0, moe = 0;
  ExplainUnit unit = ExplainUnit::seconds;
  std::string_view key;
};
Formula overLayers(Draft& d, std::size_t stage, const PerLayer& value);
// The number of layers alone, and one value per layer.
Formula layersOf(Draft& d, std::size_t stage, bool moe);
Formula perLayer(Draft& d, const PerLayer& value, bool moe);

// Forward + backward + message of the slowest stage: X_max. All stages: Σ X_i.
Formula slowestSeconds(Draft& d);
Formula sumOfStages(Draft& d);

}  // namespace shardscope::sym
