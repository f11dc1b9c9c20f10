// SPDX-License-Identifier: Apache-2.0
#pragma once
// Hugging Face config.json → dimensions and exact parameter counts, or a refusal that names the reason. Formulas and
// the table of families: hf_families.cpp and hf_count.cpp. Nothing outside the table is ever counted.

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/cost/flops_per_token.hpp"
#include "core/cost/parameter_breakdown.hpp"
#include "core/io/error.hpp"
#include "core/scenario/model.hpp"
#include "core/text/language.hpp"

namespace shardscope {

using Errors = std::vector<Error>;

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

// Mean over a sequence of `tokens`.
FlopsPerToken flopsPerToken(const ImportedModel& model, std::int64_t tokens);

}  // namespace shardscope
