// SPDX-License-Identifier: Apache-2.0
#include "core/io/hf_adjust.hpp"

#include <algorithm>

#include "core/io/hf_plan.hpp"
#include "core/io/hf_reader.hpp"

namespace shardscope {
namespace {

void setWidth(HfPlan& plan, std::int64_t width) {
  for (auto& layer : plan.layers) layer.ffn = width;
}

}  // namespace

void adjustGptBigcode(HfReader& reader, HfPlan& plan) {
  plan.kvHeads = reader.flag({"multi_query", true}) ? 1 : plan.heads;
}

// The table may be narrower than the layers, with a projection on either side. The table of positions has two rows for
// the padding. Only models that norm before each block have a norm at the end.
void adjustOpt(HfReader& reader, HfPlan& plan) {
  const auto width = reader.optionalDimension("hidden", "word_embed_proj_dim").value_or(plan.hidden);
  if (width != plan.hidden) {
    plan.embeddingWidth = width;
    reader.notice("hf-embedding-width", {{"width", std::to_string(width)}, {"hidden", std::to_string(plan.hidden)}});
  }
  if (plan.learnedPositions > 0) plan.learnedPositions += 2;
  if (reader.flag({"_remove_final_layer_norm", false})) plan.finalNorm = false;
  if (!reader.flag({"layer_norm_elementwise_affine", true})) plan.norm = HfNorm::weightless;
}

void adjustBloom(HfReader&, HfPlan& plan) { plan.embeddingNorm = true; }

// The oldest files say n_head_kv and not new_decoder_architecture; that key alone tells the new form.
void adjustFalcon(HfReader& reader, HfPlan& plan) {
  const bool isNew = reader.flag({"new_decoder_architecture", reader.has("n_head_kv")});
  if (isNew) {
    plan.norms = static_cast<int>(reader.number("num_ln_in_parallel_attn", {1, 2}).value_or(2));
    plan.kvHeads = reader.optionalDimension("kv_heads", "num_kv_heads n_head_kv").value_or(plan.heads);
  } else {
    plan.norms = reader.flag({"parallel_attn", true}) ? 1 : 2;
    plan.kvHeads = reader.flag({"multi_query", true}) ? 1 : plan.heads;
  }
}

// no_bias takes the biases of the norms too.
void adjustMpt(HfReader& reader, HfPlan& plan) {
  const bool hasBias = !reader.flag({"no_bias", true});
  plan.qkvBias = plan.outBias = plan.mlpBias = hasBias;
  plan.norm = hasBias ? HfNorm::layer : HfNorm::scaleOnly;
  if (reader.word("attn_config.attn_type") == "multiquery_attention") plan.kvHeads = 1;
  if (reader.flag({"attn_config.qk_ln", false})) plan.qkNorm = HfQkNorm::whole;
  setWidth(plan, plan.hidden * reader.number("expansion_ratio", {1, 64}).value_or(4));
  const bool otherPositions = reader.flag({"attn_config.alibi", false}) || reader.flag({"attn_config.rope", false});
  const bool learned = !otherPositions && reader.flag({"learned_pos_emb", true});
  plan.learnedPositions = learned ? reader.required("max_seq_len", hfRange("learned_positions")) : 0;
  if (const auto* width = reader.find("ffn_config.ffn_hidden_size"))
    setWidth(plan, reader.number("ffn_config.ffn_hidden_size", hfRange("ffn")).value_or(width->integer));
  const auto mlp = reader.word("ffn_config.ffn_type");
  if (!mlp.empty() && mlp != "mptmlp") reader.refuse("hf-refused-part", "ffn_config", "mpt (" + mlp + ")");
}

// intermediate_size counts both halves of the gated MLP.
void adjustQwen1(HfReader& reader, HfPlan& plan) {
  if (const auto* width = reader.find("intermediate_size");
      width && !plan.layers.empty() && plan.layers[0].ffn % 2 != 0)
    reader.fail(ErrorKind::outOfRange, "intermediate_size", width, "2, 4, …");
  for (auto& layer : plan.layers) layer.ffn /= 2;
}

void adjustStablelm(HfReader& reader, HfPlan& plan) {
  if (reader.flag({"use_parallel_residual", false})) plan.norms = 1;
}

void adjustChatglm(HfReader& reader, HfPlan& plan) {
  plan.qkvBias = plan.outBias || reader.flag({"add_qkv_bias", false});
  const bool grouped = reader.flag({"multi_query_attention", false});
  plan.kvHeads = grouped ? reader.required("multi_query_group_num", hfRange("kv_heads")) : plan.heads;
  if (!reader.flag({"rmsnorm", true})) plan.norm = HfNorm::layer;
}

void adjustApertus(HfReader&, HfPlan& plan) { plan.oddPerLayer = 2; }  // two learned numbers of the activation

// Its predecessor mixed in linear attention (0) under the same key.
void adjustMinimaxM2(HfReader& reader, HfPlan& plan) {
  const auto* kinds = reader.find("attn_type_list");
  if (!kinds) return;
  if (!kinds->isList() || kinds->children.size() != plan.layers.size())
    return reader.fail(ErrorKind::outOfRange, "attn_type_list", kinds, std::to_string(plan.layers.size()) + " × 1");
  const bool allSoftmax = std::all_of(kinds->children.begin(), kinds->children.end(), [](const JsonNode& kind) {
    return kind.kind == JsonNode::Kind::integer && kind.integer == 1;
  });
  if (!allSoftmax) reader.refuse("hf-refused-hybrid", "attn_type_list", "minimax_m2 (attn_type_list)");
}

void adjustGptOss(HfReader&, HfPlan& plan) { plan.attentionSinks = true; }

void adjustLlama4(HfReader& reader, HfPlan& plan) {
  reader.flag({"use_qk_norm", true});  // without weights, set or not
  plan.window = reader.number("attention_chunk_size", hfRange("window")).value_or(0);
  plan.windowInBlocks = plan.window > 0;
}

// cla_share_factor n: only every n-th layer has keys and values of its own, the others use those of the layer below.
void adjustHunyuan(HfReader& reader, HfPlan& plan) {
  if (reader.flag({"use_mla", false})) reader.refuse("hf-refused-part", "use_mla", "hunyuan (use_mla)");
  if (!reader.flag({"use_cla", false})) return;
  const auto factor = static_cast<std::size_t>(reader.number("cla_share_factor", hfRange("layers")).value_or(1));
  for (std::size_t i = 0; i < plan.layers.size(); ++i) plan.layers[i].hasKeysAndValues = i % factor == 0;
  if (factor > 1) reader.notice("hf-shared-keys", {{"factor", std::to_string(factor)}});
}

}  // namespace shardscope
