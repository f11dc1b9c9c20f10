// SPDX-License-Identifier: Apache-2.0
#pragma once
// The dimensions of a decoder-only transformer that the cost model needs (contract §1.1), and where they came from.

#include <cstdint>
#include <optional>
#include <string>

#include "core/scenario/enums.hpp"

namespace shardscope {

// Counts and widths. A zero means "absent" where the field says so; use the functions below for derived values.
struct ModelShape {
  std::int64_t layers = 0;
  std::int64_t hidden = 0;
  std::int64_t heads = 0;    // query heads
  std::int64_t kvHeads = 0;  // 0 = heads
  std::int64_t headDim = 0;  // 0 = hidden / heads
  std::int64_t ffn = 0;      // width of the dense MLP
  std::int64_t vocab = 0;
  bool gated = true;  // SwiGLU / GeGLU: three matrices instead of two
  Norm norm = Norm::rms;
  bool bias = false;
  bool tied = false;  // head shares the input table
  std::int64_t learnedPositions = 0;
  bool dropout = false;  // the family's habit

  std::int64_t experts = 0;  // 0 = dense
  std::int64_t topK = 0;
  std::int64_t expertFfn = 0;
  std::int64_t sharedFfn = 0;    // total width of the shared experts
  std::int64_t denseLayers = 0;  // leading dense layers
  std::int64_t moeEvery = 1;     // after them, one layer in every moeEvery is MoE
  bool routerBias = false;       // one score correction per expert and MoE layer

  std::int64_t qRank = 0;  // MLA; kvRank > 0 switches it on
  std::int64_t kvRank = 0;
  std::int64_t nopeDim = 0;
  std::int64_t ropeDim = 0;
  std::int64_t vDim = 0;

  std::int64_t window = 0;  // sliding window on a share of the layers
  double windowShare = 0.0;

  // Totals of an import that the dimensions above do not carry to the last digit (q/k norms, odd biases).
  std::optional<std::int64_t> parametersExact;
  std::optional<std::int64_t> parametersActiveExact;

  bool operator==(const ModelShape&) const = default;
};

constexpr bool isMoe(const ModelShape& m) { return m.experts > 0; }
constexpr bool usesMla(const ModelShape& m) { return m.kvRank > 0; }
constexpr std::int64_t kvHeads(const ModelShape& m) { return m.kvHeads > 0 ? m.kvHeads : m.heads; }
constexpr std::int64_t headDim(const ModelShape& m) {
  return m.headDim > 0 ? m.headDim : (m.heads > 0 ? m.hidden / m.heads : 0);
}
// MoE layers of the stack: after the leading dense ones, the last of every group of `moeEvery`.
constexpr bool isMoeLayer(const ModelShape& m, std::int64_t layer) {
  return isMoe(m) && layer >= m.denseLayers && (layer - m.denseLayers + 1) % m.moeEvery == 0;
}
constexpr std::int64_t moeLayers(const ModelShape& m) {
  return isMoe(m) && m.layers > m.denseLayers ? (m.layers - m.denseLayers) / m.moeEvery : 0;
}

enum class ModelSource : std::uint8_t { preset, hfConfig, inlineDimensions };

struct ModelChoice {
  ModelSource source = ModelSource::inlineDimensions;
  std::string reference;  // catalogue id or absolute path of a config.json; inline: of what was edited, if anything
  ModelShape shape;       // always resolved
  bool operator==(const ModelChoice&) const = default;
};

}  // namespace shardscope
