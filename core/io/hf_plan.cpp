// SPDX-License-Identifier: Apache-2.0
#include "core/io/hf_plan.hpp"

#include <fmt/format.h>

#include "core/io/hf_reader.hpp"

namespace shardscope {
namespace {

void planUsualHeadDim(HfReader& reader, const HfFamily& family, HfPlan& plan) {
  plan.headDim = plan.hidden / plan.heads;
  const bool differs = family.usualHeadDim > 0 && family.usualHeadDim != plan.headDim;
  if (differs && !reader.saysNull(hfSpellings("head_dim")))
    reader.notice("hf-head-dim", {{"counted", std::to_string(plan.headDim)},
                                  {"family", std::string(family.name)},
                                  {"usual", std::to_string(family.usualHeadDim)}});
  if (plan.hidden % plan.heads != 0)
    reader.notice("hf-head-dim-floor", {{"hidden", std::to_string(plan.hidden)},
                                        {"heads", std::to_string(plan.heads)},
                                        {"counted", std::to_string(plan.headDim)}});
}

// Rule 1 of counting: the head size is head_dim where given, else hidden/heads rounded down; never assume that heads
// times head size is hidden.
void planHeads(HfReader& reader, const HfFamily& family, HfPlan& plan) {
  plan.heads = reader.dimension("heads", family);
  plan.kvHeads = plan.heads;
  if (family.mla) return;
  const auto kvKeys = hfSpellings("kv_heads");
  if (reader.has(kvKeys))
    plan.kvHeads = reader.uniform(kvKeys, plan.layers.size(), hfRange("kv_heads")).value_or(0);
  else if (const auto usual = reader.nestedDefault("kv_heads", family, kvKeys))
    plan.kvHeads = *usual;
  else if (family.usualKvHeads > 0 && family.usualKvHeads != plan.heads && !reader.saysNull(kvKeys))
    reader.notice("hf-kv-heads", {{"heads", std::to_string(plan.heads)},
                                  {"family", std::string(family.name)},
                                  {"usual", std::to_string(family.usualKvHeads)}});
  const auto dimKeys = hfSpellings("head_dim");
  if (reader.has(dimKeys))
    plan.headDim = reader.optionalDimension("head_dim").value_or(0);
  else if (const auto usual = reader.nestedDefault("head_dim", family, dimKeys))
    plan.headDim = *usual;
  else if (plan.heads > 0)
    planUsualHeadDim(reader, family, plan);
}

void planLatentAttention(HfReader& reader, const HfFamily& family, HfPlan& plan) {
  plan.mla = true;
  plan.kvRank = reader.required("kv_lora_rank", hfRange("kv_rank"));
  plan.qRank = reader.numberOrNull("q_lora_rank", hfRange("q_rank"));  // null: one query projection
  plan.nopeDim = reader.required("qk_nope_head_dim", hfRange("nope_dim"));
  plan.ropeDim = reader.required("qk_rope_head_dim", hfRange("rope_dim"));
  plan.vDim = !family.valuesFollowHeads || reader.has("v_head_dim") ? reader.required("v_head_dim", hfRange("v_dim"))
              : plan.heads > 0                                      ? plan.hidden / plan.heads
                                                                    : 0;
  if (!family.indexer) return;
  plan.indexHeads = reader.required("index_n_heads", hfRange("heads"));
  plan.indexDim = reader.required("index_head_dim", hfRange("head_dim"));
  reader.notice("hf-sparse-attention", {});
}

void planFlags(HfReader& reader, const HfFamily& family, HfPlan& plan) {
  plan.gated = family.mlp == HfMlp::gated;
  plan.qkvBias = reader.flag(family.qkvBias);
  plan.outBias = reader.flag(family.outBias);
  plan.mlpBias = reader.flag(family.mlpBias);
  plan.headBias = reader.flag(family.headBias);
  plan.norm = family.norm;
  plan.norms = family.norms;
  plan.finalNorm = reader.flag(family.finalNorm);
  if (reader.flag(family.hasQkNorm)) plan.qkNorm = family.qkNorm;
  plan.tied = reader.flag({"tie_word_embeddings", family.tied}, true);
  plan.tiedIsSaid = reader.findAnywhere("tie_word_embeddings") != nullptr;
  const auto* dropout = reader.find("resid_pdrop hidden_dropout resid_dropout residual_dropout dropout");
  plan.dropout = dropout ? dropout->number > 0 : family.dropout;
}

void planPositions(HfReader& reader, const HfFamily& family, HfPlan& plan) {
  const auto keys = hfSpellings("learned_positions");
  plan.contextLength = reader.peek(keys, hfRange("learned_positions")).value_or(0);
  if (family.positions == HfPositions::learned)
    plan.learnedPositions = reader.required(reader.has(keys) || reader.has("n_embd") ? keys : "max_position_embeddings",
                                            hfRange("learned_positions"));
}

// Widths of the dense layers. Four times hidden only where the class says so: always, or where the file says null or
// uses the spelling of the oldest classes, which left it out.
void planDenseWidths(HfReader& reader, const HfFamily& family, HfPlan& plan) {
  const auto keys = family.ffnKeys.empty() ? hfSpellings("ffn") : family.ffnKeys;
  bool anyDense = false;
  for (const auto& layer : plan.layers) anyDense = anyDense || !layer.isMoe;
  if (!anyDense) {
    plan.unusedFfn = reader.peek(keys, hfRange("ffn")).value_or(0);
    return;
  }
  std::vector<std::int64_t> widths;
  if (reader.has(keys)) {
    widths = reader.perLayer(keys, plan.layers.size(), hfRange("ffn"));
  } else {
    const bool oldSpelling = hasWord(keys, "-") || reader.saysNull(keys) || reader.has("n_embd n_head n_layer");
    const auto width = family.ffnIsFourHidden && oldSpelling ? 4 * plan.hidden : reader.dimension("ffn", family, keys);
    widths.assign(plan.layers.size(), width);
  }
  for (std::size_t i = 0; i < widths.size(); ++i)
    if (!plan.layers[i].isMoe) plan.layers[i].ffn = widths[i];
}

// A dense formula on a file that names experts would come out several times too small.
void refuseHiddenExperts(HfReader& reader, const HfFamily& family) {
  for (const auto* key : {"num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"})
    if (reader.isSet(key, 1)) return reader.refuse("hf-refused-experts", key, fmt::format("{} ({})", family.name, key));
}

void checkHeads(HfReader& reader, const HfPlan& plan) {
  if (reader.failed() || plan.mla) return;
  const auto* heads = reader.find(hfSpellings("heads"));
  if (plan.headDim < 1)
    return reader.fail(ErrorKind::outOfRange, heads ? heads->key : "num_attention_heads", heads,
                       fmt::format("1 … {}", plan.hidden));
  if (plan.heads % plan.kvHeads == 0) return;
  const auto* node = reader.find(hfSpellings("kv_heads"));
  if (!node) node = reader.find("multi_query_group_num");
  reader.fail(ErrorKind::outOfRange, node ? node->key : "num_key_value_heads", node ? node : &reader.part(),
              fmt::format("{}", plan.heads), "kv-heads");
}

// Groups of keys that are something else would read as absent, and absent keys have defaults.
void checkGroups(HfReader& reader) {
  for (const auto* key : {"attn_config", "ffn_config"})
    if (const auto* node = reader.find(key); node && !node->isObject())
      reader.fail(ErrorKind::wrongType, key, node, "{…}");
}

}  // namespace

HfPlan makeHfPlan(HfReader& reader, const HfFamily& family) {
  HfPlan plan;
  checkGroups(reader);
  plan.layers.resize(static_cast<std::size_t>(reader.dimension("layers", family)));
  plan.hidden = reader.dimension("hidden", family);
  plan.vocab = reader.dimension("vocab", family, family.vocabKeys);
  plan.embeddingWidth = plan.hidden;
  planHeads(reader, family, plan);
  if (family.mla) planLatentAttention(reader, family, plan);
  planFlags(reader, family, plan);
  planPositions(reader, family, plan);
  if (reader.failed()) return plan;
  if (family.moe.experts.empty())
    refuseHiddenExperts(reader, family);
  else
    planExperts(reader, family, plan);
  planDenseWidths(reader, family, plan);
  planWindows(reader, family, plan);
  if (!reader.failed() && family.adjust) family.adjust(reader, plan);
  checkHeads(reader, plan);
  return plan;
}

}  // namespace shardscope
