// SPDX-License-Identifier: Apache-2.0
#pragma once
// Hugging Face config.json → dimensions and exact parameter counts, or a refusal that names the reason. Formulas and
// the table of families: hf_families.cpp and hf_count.cpp. Nothing outside the table is ever counted.

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/io/error.hpp"
#include "core/scenario/model.hpp"
#include "core/text/language.hpp"

namespace shardscope {

using Errors = std::vector<Error>;

// Learned numbers of all layers by kind; together they are the sum of ParameterBreakdown::perLayer.
struct KindBreakdown {
  std::int64_t attention = 0;  // with its biases, norms of queries and keys, and the indexer of sparse attention
  std::int64_t mlp = 0, experts = 0, sharedExperts = 0;
  std::int64_t router = 0;  // with its biases and the gate of the shared expert
  std::int64_t norms = 0;   // of the layers, attention sinks, learned numbers of activations
  bool operator==(const KindBreakdown&) const = default;
};

struct ParameterBreakdown {    // learned numbers
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

struct AttentionWork {  // layers that attend alike
  std::int64_t layers = 0;
  double flopsPerKey = 0;   // forward, per token, layer and key looked at: 2·heads·(dq + dv)
  std::int64_t window = 0;  // 0 = every earlier token
  bool inBlocks = false;    // blocks of `window` tokens instead of a sliding window
  bool operator==(const AttentionWork&) const = default;
};

struct ImportedModel {
  std::string family;  // canonical model_type
  ModelShape shape;
  ParameterBreakdown parameters;
  std::int64_t contextLength = 0;  // max_position_embeddings and its spellings; 0 = not said
  std::int64_t multipliedWeights =
      0;  // weights a token multiplies with: visited experts and the head, not the input table
  std::vector<AttentionWork> attention;
  bool tiedIsSaid = false;           // by tie_word_embeddings; else shape.tied is what the class does
  std::vector<std::string> notices;  // sentences in the language asked for
};

// `file` is named in errors. Errors are complete: every size that makes no sense is listed.
tl::expected<ImportedModel, Errors> importHfConfig(std::string_view text, const std::string& file, Language language);

// An object with `model_type`, `architectures`, a text part or sizes in their spelling and without `shardscope`, as far
// as it can be read.
bool looksLikeHfConfig(std::string_view text);

struct FlopsPerToken {
  double forwardCausal = 0, forwardFull = 0;    // only the keys a query may see; every score computed
  double trainingCausal = 0, trainingFull = 0;  // forward and backward, no recomputation
};
// Mean over a sequence of `tokens`.
FlopsPerToken flopsPerToken(const ImportedModel& model, std::int64_t tokens);

}  // namespace shardscope
