// SPDX-License-Identifier: Apache-2.0
// The keys of config files that the importer asks for. Everything else is skipped while reading, however large.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/io/hf_reader.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {
namespace {

// A dimension of ModelShape and its spellings, the one that wins first.
constexpr std::array kSpellings = {
    std::pair<std::string_view, std::string_view>{"layers", "num_hidden_layers n_layer n_layers num_layers"},
    std::pair<std::string_view, std::string_view>{"hidden", "hidden_size n_embd d_model n_embed"},
    std::pair<std::string_view, std::string_view>{"heads", "num_attention_heads n_head n_heads num_heads"},
    std::pair<std::string_view, std::string_view>{"kv_heads",
                                                  "num_key_value_heads num_kv_heads n_head_kv attn_config.kv_n_heads"},
    std::pair<std::string_view, std::string_view>{"head_dim", "head_dim kv_channels attention_head_dim"},
    std::pair<std::string_view, std::string_view>{"ffn", "intermediate_size n_inner ffn_dim ffn_hidden_size"},
    std::pair<std::string_view, std::string_view>{"vocab", "vocab_size"},
    std::pair<std::string_view, std::string_view>{
        "learned_positions", "n_positions max_position_embeddings max_seq_len seq_length model_max_length n_ctx"},
};

// Asked for by the formulas, the odd families and the guards.
constexpr std::string_view kOtherKeys =
    "model_type architectures peft_type shardscope text_config llm_config language_config is_encoder_decoder "
    "add_cross_attention tie_word_embeddings quantization_config quant_method dropout resid_pdrop hidden_dropout "
    "resid_dropout residual_dropout "
    "block_configs hybrid_override_pattern layers_block_type attn_layer_period ssm_cfg linear_attn_config "
    "num_experts num_local_experts n_routed_experts moe_num_experts ffn_config ffn_type attn_config attn_type qk_ln "
    "alibi "
    "rope multi_query word_embed_proj_dim _remove_final_layer_norm layer_norm_elementwise_affine "
    "new_decoder_architecture num_ln_in_parallel_attn parallel_attn no_bias expansion_ratio learned_pos_emb "
    "use_parallel_residual add_qkv_bias multi_query_attention multi_query_group_num rmsnorm attn_type_list "
    "attention_chunk_size use_mla use_cla cla_share_factor q_lora_rank kv_lora_rank qk_nope_head_dim qk_rope_head_dim "
    "v_head_dim index_n_heads index_head_dim layer_types sliding_window window_size use_sliding_window "
    "max_window_layers sliding_window_pattern attention_layers attention_types mlp_only_layers decoder_sparse_step "
    "first_k_dense_replace moe_layer_freq interleave_moe_layer_step moe_layers moe_layer_start_index "
    "moe_layer_end_index moe_layer_interval num_nextn_predict_layers";

HfKeySet collectKeys() {
  HfKeySet keys;
  const auto add = [&](std::string_view words) {
    anyWord(words, [&](std::string_view word) {
      while (!word.empty()) {  // every part of a dotted key
        const auto dot = word.find('.');
        keys.emplace(word.substr(0, dot));
        word = dot == word.npos ? std::string_view{} : word.substr(dot + 1);
      }
      return false;
    });
  };
  for (const auto& [dimension, spellings] : kSpellings) add(spellings);
  for (const auto& f : hfFamilies()) {
    for (const auto& flag :
         {f.qkvBias, f.outBias, f.mlpBias, f.headBias, f.finalNorm, f.hasQkNorm, f.moe.correction, f.moe.hasShared})
      add(flag.key);
    for (const auto words :
         {f.vocabKeys, f.ffnKeys, f.moe.experts, f.moe.topK, f.moe.width, f.moe.widthOr, f.moe.sharedKey})
      add(words);
  }
  add(kOtherKeys);
  return keys;
}

// Lengths of the keys that start with each letter, as bits: turns most others away at once.
std::array<std::uint64_t, 256> collectLengths() {
  std::array<std::uint64_t, 256> lengths{};
  for (const auto& key : hfKeys()) lengths[static_cast<unsigned char>(key.front())] |= std::uint64_t{1} << key.size();
  return lengths;
}

}  // namespace

HfRange hfRange(std::string_view dimension) {
  for (const auto& field : modelFields())
    if (field.name == dimension)
      return {std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(field.min))),
              static_cast<std::int64_t>(field.max)};
  return {};
}

std::string_view hfSpellings(std::string_view dimension) {
  for (const auto& [name, spellings] : kSpellings)
    if (name == dimension) return spellings;
  return {};
}

const HfKeySet& hfKeys() {
  static const auto keys = collectKeys();
  return keys;
}

bool hfKeyIsKept(std::string_view key) {
  if (hfKeyIsWanted(key)) return true;
  const bool isOdd = std::any_of(key.begin(), key.end(), [](char c) { return (c >= 'A' && c <= 'Z') || c == ' '; });
  return isOdd && key.size() < 64 && hfKeyIsWanted(hfNormalised(key));
}

bool hfKeyIsWanted(std::string_view key) {
  static const auto lengths = collectLengths();
  if (key.empty() || key.size() >= 64) return false;
  const bool mayBe = (lengths[static_cast<unsigned char>(key.front())] >> key.size() & 1U) != 0;
  return mayBe && hfKeys().contains(key);
}

}  // namespace shardscope
