// SPDX-License-Identifier: Apache-2.0
#pragma once
// Learned numbers of a model by place and by kind: of a config.json (core/io/hf_config.hpp) or of plain dimensions.

#include <cstdint>
#include <vector>

#include "core/scenario/model.hpp"

namespace shardscope {

// Of all layers by kind; together they are the sum of ParameterBreakdown::perLayer.
struct KindBreakdown {
  std::int64_t attention = 0;  // with its biases, norms of queries and keys, and the indexer of sparse attention
  std::int64_t mlp = 0, experts = 0, sharedExperts = 0;
  std::int64_t router = 0;  // with its biases and the gate of the shared expert
  std::int64_t norms = 0;   // of the layers, attention sinks, learned numbers of activations
  bool operator==(const KindBreakdown&) const = default;
};

struct ParameterBreakdown {
  std::int64_t total = 0;      // without multi-token prediction
  std::int64_t embedding = 0;  // the input table; a tied one counts here
  std::int64_t positions = 0;  // learned positions
  std::int64_t head = 0;       // 0 if tied, apart from a bias
  std::vector<std::int64_t> perLayer;
  KindBreakdown perKind;
  std::int64_t rest = 0;  // final norm, norm after the embedding, projections around the layers
  std::int64_t multiTokenPrediction = 0;
  std::int64_t activeWithBothTables = 0;
  std::int64_t activeWithoutInputTable = 0;  // a tied table stays: it is the head
  std::int64_t activeWithoutTables = 0;
  bool operator==(const ParameterBreakdown&) const = default;
};

// Of dimensions alone. `total` and the active ones are those of totalParameters() and activeParameters(): where an
// import set them, the parts add up to less or more. Precondition: the dimensions are legal together.
ParameterBreakdown parameterBreakdown(const ModelShape& model);

}  // namespace shardscope
