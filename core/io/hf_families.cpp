// SPDX-License-Identifier: Apache-2.0
// The table of model families. Adding one is one entry here and one line in tests/data/models.csv. What the words of
// HfFamily cannot say is a function of hf_adjust.cpp. Structure read from public modelling code, proven by exact
// totals.
#include "core/io/hf_adjust.hpp"
#include "core/io/hf_family.hpp"

namespace shardscope {
namespace {

constexpr HfFlag by(std::string_view key, bool otherwise = false) { return {key, otherwise}; }
constexpr auto kAttentionBias = by("attention_bias");
constexpr auto kMlpBias = by("mlp_bias");

// n_routed_experts behind some dense layers, shared experts of the same width.
constexpr HfMoe deepseekMoe(HfFlag correction, bool predictionRepeatsTables = false) {
  return {.experts = "n_routed_experts",
          .width = "moe_intermediate_size",
          .layers = HfMoeLayers::deepseek,
          .shared = HfShared::countTimesWidth,
          .sharedKey = "n_shared_experts",
          .correction = correction,
          .predictionRepeatsTables = predictionRepeatsTables};
}
// Experts in every layer, as wide as intermediate_size says.
constexpr HfMoe orNoneShared(HfMoe moe) {
  moe.mayLackShared = true;
  return moe;
}
constexpr HfMoe plainMoe(std::string_view experts) { return {.experts = experts}; }
constexpr HfMoe withCorrection(HfMoe moe, HfFlag correction) {
  moe.correction = correction;
  return moe;
}

// clang-format off
constexpr HfFamily kFamilies[] = {
  {.name = "gpt2", .architectures = "gpt2", .qkvBias = kYes, .outBias = kYes, .mlpBias = kYes, .mlp = HfMlp::plain,
   .ffnIsFourHidden = true, .norm = HfNorm::layer, .tied = true, .positions = HfPositions::learned, .dropout = true},
  {.name = "gpt_bigcode", .architectures = "gptbigcode", .qkvBias = kYes, .outBias = kYes, .mlpBias = kYes,
   .mlp = HfMlp::plain, .ffnIsFourHidden = true, .norm = HfNorm::layer, .tied = true,
   .positions = HfPositions::learned, .dropout = true, .adjust = adjustGptBigcode},
  {.name = "opt", .architectures = "opt", .qkvBias = by("enable_bias", true), .outBias = by("enable_bias", true),
   .mlpBias = by("enable_bias", true), .mlp = HfMlp::plain, .ffnKeys = "ffn_dim", .norm = HfNorm::layer,
   .finalNorm = by("do_layer_norm_before", true), .tied = true, .positions = HfPositions::learned, .dropout = true,
   .adjust = adjustOpt},
  {.name = "gpt_neo", .architectures = "gptneo", .outBias = kYes, .mlpBias = kYes, .mlp = HfMlp::plain,
   .ffnIsFourHidden = true, .norm = HfNorm::layer, .tied = true, .positions = HfPositions::learned,
   .windows = HfWindows::gptNeo, .window = 256},
  {.name = "gptj", .architectures = "gptj", .mlpBias = kYes, .headBias = kYes, .mlp = HfMlp::plain,
   .ffnIsFourHidden = true, .norm = HfNorm::layer, .norms = 1},
  {.name = "gpt_neox", .architectures = "gptneox", .qkvBias = by("attention_bias", true),
   .outBias = by("attention_bias", true), .mlpBias = kYes, .mlp = HfMlp::plain, .norm = HfNorm::layer},
  {.name = "bloom", .architectures = "bloom", .qkvBias = kYes, .outBias = kYes, .mlpBias = kYes, .mlp = HfMlp::plain,
   .ffnKeys = "-", .ffnIsFourHidden = true, .norm = HfNorm::layer, .tied = true, .adjust = adjustBloom},
  {.name = "falcon", .types = "refinedweb refinedwebmodel", .architectures = "falcon rw", .qkvBias = by("bias"),
   .outBias = by("bias"), .mlpBias = by("bias"), .mlp = HfMlp::plain, .ffnKeys = "ffn_hidden_size -",
   .ffnIsFourHidden = true, .norm = HfNorm::layer, .tied = true, .adjust = adjustFalcon},
  {.name = "mpt", .architectures = "mpt", .mlp = HfMlp::plain, .ffnKeys = "-", .ffnIsFourHidden = true,
   .norm = HfNorm::scaleOnly, .tied = true, .adjust = adjustMpt},
  {.name = "llama", .types = "yi smollm2", .architectures = "llama yi", .wrappers = "llava llava_next",
   .qkvBias = kAttentionBias, .outBias = kAttentionBias, .mlpBias = kMlpBias,
   .nestedDefaults = "vocab=32000 hidden=4096 ffn=11008 layers=32 heads=32"},
  {.name = "mistral", .architectures = "mistral", .wrappers = "mistral3", .windows = HfWindows::all,
   .usualKvHeads = 8,
   .nestedDefaults = "vocab=32000 hidden=4096 ffn=14336 layers=32 heads=32 kv_heads=8"},
  {.name = "qwen", .architectures = "qwen", .qkvBias = kYes, .adjust = adjustQwen1},
  {.name = "qwen2", .types = "qwen2.5", .architectures = "qwen2", .qkvBias = kYes, .windows = HfWindows::ifSwitchedOn,
   .usualKvHeads = 32},
  {.name = "qwen3", .architectures = "qwen3", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .qkNorm = HfQkNorm::perHead, .windows = HfWindows::ifSwitchedOn, .usualKvHeads = 32, .usualHeadDim = 128,
   .nestedDefaults = "head_dim=128"},
  {.name = "gemma", .architectures = "gemma", .qkvBias = kAttentionBias, .outBias = kAttentionBias, .tied = true,
   .usualKvHeads = 16, .usualHeadDim = 256, .nestedDefaults = "head_dim=256"},
  {.name = "gemma2", .architectures = "gemma2", .qkvBias = kAttentionBias, .outBias = kAttentionBias, .norms = 4,
   .tied = true, .windows = HfWindows::alternating, .window = 4096, .usualKvHeads = 4, .usualHeadDim = 256,
   .nestedDefaults = "head_dim=256"},
  {.name = "gemma3_text", .architectures = "gemma3", .wrappers = "gemma3", .qkvBias = kAttentionBias,
   .outBias = kAttentionBias, .norms = 4, .qkNorm = HfQkNorm::perHead, .tied = true,
   .windows = HfWindows::allButEveryNth, .windowEvery = 6, .window = 4096, .usualKvHeads = 4, .usualHeadDim = 256,
   .nestedDefaults = "vocab=262208 hidden=2304 ffn=9216 layers=26 heads=8 kv_heads=4 head_dim=256"},
  {.name = "phi", .types = "phi-msft mixformer-sequential", .architectures = "phi mixformersequential",
   .qkvBias = kYes, .outBias = kYes, .mlpBias = kYes, .headBias = kYes, .mlp = HfMlp::plain,
   .ffnIsFourHidden = true, .norm = HfNorm::layer, .norms = 1, .qkNorm = HfQkNorm::perHeadWithBias,
   .hasQkNorm = by("qk_layernorm")},
  {.name = "phi3", .types = "phi4", .architectures = "phi3", .windows = HfWindows::all},
  {.name = "olmo", .architectures = "olmo", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .norm = HfNorm::weightless},
  {.name = "olmo2", .architectures = "olmo2", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .qkNorm = HfQkNorm::whole},
  {.name = "olmo3", .architectures = "olmo3", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .qkNorm = HfQkNorm::whole, .windows = HfWindows::allButEveryNth, .windowEvery = 4, .window = 4096},
  {.name = "starcoder2", .architectures = "starcoder2", .qkvBias = by("use_bias", true),
   .outBias = by("use_bias", true), .mlpBias = by("use_bias", true), .mlp = HfMlp::plain, .norm = HfNorm::layer,
   .tied = true, .windows = HfWindows::all, .usualKvHeads = 2},
  {.name = "stablelm", .types = "stablelm_epoch", .architectures = "stablelm stablelmepoch",
   .qkvBias = by("use_qkv_bias"), .norm = HfNorm::layer, .qkNorm = HfQkNorm::wholeScaleOnly,
   .hasQkNorm = by("qk_layernorm"), .adjust = adjustStablelm},
  {.name = "internlm2", .architectures = "internlm2", .qkvBias = by("bias"), .outBias = by("bias")},
  {.name = "baichuan", .types = "baichuan2", .architectures = "baichuan baichuan2"},
  {.name = "chatglm", .architectures = "chatglm", .outBias = by("add_bias_linear"), .mlpBias = by("add_bias_linear"),
   .vocabKeys = "padded_vocab_size vocab_size", .ffnKeys = "ffn_hidden_size", .finalNorm = by("post_layer_norm", true),
   .adjust = adjustChatglm},
  {.name = "glm", .architectures = "glm", .qkvBias = kAttentionBias, .usualKvHeads = 2, .usualHeadDim = 128},
  {.name = "glm4", .architectures = "glm4", .qkvBias = kAttentionBias, .norms = 4, .usualKvHeads = 2, .usualHeadDim = 128},
  {.name = "cohere", .architectures = "cohere", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .norm = HfNorm::scaleOnly, .norms = 1, .qkNorm = HfQkNorm::whole, .hasQkNorm = by("use_qk_norm"), .tied = true},
  {.name = "cohere2", .architectures = "cohere2", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .norm = HfNorm::scaleOnly, .norms = 1, .tied = true, .windows = HfWindows::allButEveryNth, .windowEvery = 4,
   .window = 4096},
  {.name = "nemotron", .architectures = "nemotron", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .mlpBias = kMlpBias, .mlp = HfMlp::plain, .norm = HfNorm::layer},
  {.name = "granite", .architectures = "granite", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .mlpBias = kMlpBias},
  {.name = "smollm3", .architectures = "smollm3", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .mlpBias = kMlpBias, .tied = true, .windows = HfWindows::ifSwitchedOn, .usualKvHeads = 4},
  {.name = "minicpm3", .architectures = "minicpm3", .tied = true, .mla = true, .valuesFollowHeads = true},
  {.name = "seed_oss", .architectures = "seedoss", .qkvBias = by("attention_bias", true),
   .outBias = by("attention_out_bias"), .mlpBias = kMlpBias, .usualKvHeads = 8, .usualHeadDim = 128},
  {.name = "exaone4", .architectures = "exaone4", .qkNorm = HfQkNorm::perHead,
   .windows = HfWindows::allButEveryNth, .windowEvery = 4, .usualKvHeads = 32},
  {.name = "ernie4_5", .architectures = "ernie4_5", .qkvBias = by("use_bias"), .outBias = by("use_bias"),
   .mlpBias = by("use_bias"), .tied = true, .usualKvHeads = 2, .usualHeadDim = 128,
   .nestedDefaults = "head_dim=128"},
  {.name = "apertus", .architectures = "apertus", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .mlpBias = kMlpBias, .mlp = HfMlp::plain, .qkNorm = HfQkNorm::perHead, .adjust = adjustApertus},
  // Mixtures of experts.
  {.name = "mixtral", .architectures = "mixtral", .windows = HfWindows::all, .usualKvHeads = 8, .moe = plainMoe("num_local_experts")},
  {.name = "qwen2_moe", .architectures = "qwen2moe", .qkvBias = by("qkv_bias", true),
   .windows = HfWindows::ifSwitchedOn, .usualKvHeads = 16,
   .moe = {.experts = "num_experts", .width = "moe_intermediate_size", .layers = HfMoeLayers::qwen,
           .shared = HfShared::ownWidth, .sharedKey = "shared_expert_intermediate_size", .sharedGate = true}},
  {.name = "qwen3_moe", .architectures = "qwen3moe", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .qkNorm = HfQkNorm::perHead, .windows = HfWindows::ifSwitchedOn, .usualKvHeads = 4,
   .moe = {.experts = "num_experts", .width = "moe_intermediate_size", .layers = HfMoeLayers::qwen}},
  {.name = "deepseek", .architectures = "deepseek", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .moe = orNoneShared(deepseekMoe(kNo))},
  {.name = "deepseek_v2", .architectures = "deepseekv2", .outBias = kAttentionBias, .mla = true,
   .moe = orNoneShared(deepseekMoe(kNo))},
  {.name = "deepseek_v3", .architectures = "deepseekv3", .outBias = kAttentionBias, .mla = true,
   .moe = deepseekMoe(kYes, true)},
  {.name = "kimi_k2", .architectures = "deepseekv3 kimik2", .outBias = kAttentionBias, .mla = true,
   .moe = deepseekMoe(kYes, true)},
  {.name = "deepseek_v32", .architectures = "deepseekv32", .outBias = kAttentionBias, .mla = true, .indexer = true,
   .moe = deepseekMoe(kYes, true)},
  {.name = "glm_moe_dsa", .architectures = "glmmoedsa", .outBias = kAttentionBias, .mla = true, .indexer = true,
   .moe = deepseekMoe(kYes)},
  {.name = "minicpm", .architectures = "minicpm", .tied = true,
   .moe = {.experts = "num_experts", .mayBeDense = true}},
  {.name = "glm4_moe", .architectures = "glm4moe", .qkvBias = kAttentionBias, .qkNorm = HfQkNorm::perHead,
   .hasQkNorm = by("use_qk_norm"), .usualKvHeads = 8, .moe = deepseekMoe(kYes, true)},
  {.name = "dots1", .architectures = "dots1", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .qkNorm = HfQkNorm::perHead, .windows = HfWindows::ifSwitchedOn, .usualKvHeads = 32,
   .moe = orNoneShared(deepseekMoe(kYes))},
  {.name = "minimax_m2", .architectures = "minimaxm2", .qkNorm = HfQkNorm::whole,
   .hasQkNorm = by("use_qk_norm", true), .usualKvHeads = 8, .usualHeadDim = 128,
   .moe = withCorrection(plainMoe("num_local_experts"), by("use_routing_bias", true)), .adjust = adjustMinimaxM2},
  {.name = "olmoe", .architectures = "olmoe", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .qkNorm = HfQkNorm::whole, .moe = plainMoe("num_experts")},
  {.name = "phimoe", .architectures = "phimoe", .qkvBias = by("attention_bias", true),
   .outBias = by("attention_bias", true), .headBias = by("lm_head_bias", true), .norm = HfNorm::layer,
   .windows = HfWindows::all, .usualKvHeads = 8, .moe = plainMoe("num_local_experts")},
  {.name = "granitemoe", .architectures = "granitemoe", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .tied = true, .moe = plainMoe("num_local_experts")},
  {.name = "gpt_oss", .architectures = "gptoss", .qkvBias = by("attention_bias", true),
   .outBias = by("attention_bias", true), .windows = HfWindows::alternating, .window = 128,
   .usualKvHeads = 8, .usualHeadDim = 64,
   .moe = {.experts = "num_local_experts", .topK = "num_experts_per_tok experts_per_token", .routerBias = true,
           .expertBias = true},
   .nestedDefaults = "head_dim=64", .adjust = adjustGptOss},
  {.name = "grok-1", .types = "grok grok_1 grok1", .architectures = "grok grok1 grok1model", .norms = 4, .tied = true,
   .moe = plainMoe("num_experts")},
  {.name = "dbrx", .architectures = "dbrx", .norm = HfNorm::scaleOnly, .usualKvHeads = 1,
   .moe = {.experts = "ffn_config.moe_num_experts", .topK = "ffn_config.moe_top_k",
           .width = "ffn_config.ffn_hidden_size"}},
  {.name = "llama4_text", .architectures = "llama4", .wrappers = "llama4", .qkvBias = kAttentionBias,
   .outBias = kAttentionBias, .ffnKeys = "intermediate_size_mlp", .windows = HfWindows::allButEveryNth,
   .windowEvery = 4, .usualKvHeads = 8, .usualHeadDim = 128,
   .moe = {.experts = "num_local_experts", .layers = HfMoeLayers::llama4, .shared = HfShared::oneExpert},
   .nestedDefaults = "vocab=202048 hidden=5120 ffn=16384 layers=48 heads=40 kv_heads=8 head_dim=128",
   .adjust = adjustLlama4},
  {.name = "hunyuan", .types = "hunyuan_moe hunyuan_v1_moe hunyuan_v1_dense",
   .architectures = "hunyuan hunyuanmoev1 hunyuandensev1", .qkvBias = kAttentionBias, .outBias = kAttentionBias,
   .mlpBias = kMlpBias, .qkNorm = HfQkNorm::perHead, .hasQkNorm = by("use_qk_norm", true),
   .moe = {.experts = "num_experts", .topK = "moe_topk", .width = "moe_intermediate_size",
           .widthOr = "intermediate_size", .mayBeDense = true, .shared = HfShared::countTimesWidth,
           .sharedKey = "num_shared_expert", .hasShared = by("use_mixed_mlp_moe")},
   .adjust = adjustHunyuan},
  {.name = "ernie4_5_moe", .architectures = "ernie4_5_moe", .qkvBias = by("use_bias"), .outBias = by("use_bias"),
   .mlpBias = by("use_bias"), .tied = true, .usualKvHeads = 4,
   .moe = {.experts = "moe_num_experts", .topK = "moe_k", .width = "moe_intermediate_size",
           .layers = HfMoeLayers::ernie, .shared = HfShared::countTimesWidth,
           .sharedKey = "moe_num_shared_experts", .correction = kYes}},
};
// clang-format on

}  // namespace

std::span<const HfFamily> hfFamilies() { return kFamilies; }

}  // namespace shardscope
