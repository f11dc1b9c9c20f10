// SPDX-License-Identifier: Apache-2.0
// Families without a file in tests/data/models: made-up or published dimensions, counted by hand or as published.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/hf_config.hpp"
#include "core/io/hf_family.hpp"
#include "core/io/hf_reader.hpp"

namespace shardscope {
namespace {

ImportedModel imported(const std::string& text) {
  auto model = importHfConfig(text, "config.json", Language::en);
  if (!model) ADD_FAILURE() << model.error().front().key << ' ' << model.error().front().detail;
  return model.value_or(ImportedModel{});
}
// {"model_type": type, the usual small sizes (h 64, L 4, a 4, f 128, V 100), more}
std::string small(const std::string& type, const std::string& more = "") {
  return R"({"model_type": ")" + type +
         R"(", "hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4,)"
         R"( "intermediate_size": 128, "vocab_size": 100)" +
         (more.empty() ? "" : ", " + more) + "}";
}
constexpr std::int64_t kTables = 2 * 100 * 64, kAttention = 4 * 64 * 64, kGated = 3 * 64 * 128, kPlain = 2 * 64 * 128;

TEST(HfFamilies, namesAreUnambiguous) {
  for (const auto& family : hfFamilies()) {
    EXPECT_EQ(hfFamilyOfType(family.name), &family) << family.name;
    anyWord(family.types, [&](std::string_view type) {
      EXPECT_EQ(hfFamilyOfType(type), &family) << type;
      return false;
    });
    EXPECT_TRUE(hfRefusalOf(family.name).empty()) << family.name;
    EXPECT_FALSE(family.architectures.empty()) << family.name;
  }
}

TEST(HfFamilies, stemsOfClassNames) {
  EXPECT_EQ(hfArchitectureStem("LlamaForCausalLM"), "llama");
  EXPECT_EQ(hfArchitectureStem("GPT2LMHeadModel"), "gpt2");
  EXPECT_EQ(hfArchitectureStem("ChatGLMModel"), "chatglm");
  EXPECT_EQ(hfArchitectureStem("Ernie4_5_ForCausalLM"), "ernie4_5");
  EXPECT_EQ(hfArchitectureStem("Gemma3ForConditionalGeneration"), "gemma3");
  EXPECT_EQ(hfArchitectureStem("MixFormerSequentialForCausalLM"), "mixformersequential");
  EXPECT_EQ(hfArchitectureStem(""), "");
}

// Published 8,053,338,176.
TEST(HfFamilies, apertus8b) {
  const auto model = imported(R"({"model_type": "apertus", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 21504, "vocab_size": 131072})");
  EXPECT_EQ(model.parameters.total, 8053338176);
}

// Published with the prediction layer and copies of both tables: 110,468,824,832; 13.42 B active.
TEST(HfFamilies, glm45Air) {
  const auto model = imported(R"({"model_type": "glm4_moe", "attention_bias": true, "hidden_size": 4096,
    "num_hidden_layers": 46, "num_attention_heads": 96, "num_key_value_heads": 8, "head_dim": 128,
    "intermediate_size": 10944, "moe_intermediate_size": 1408, "n_routed_experts": 128, "n_shared_experts": 1,
    "num_experts_per_tok": 8, "first_k_dense_replace": 1, "use_qk_norm": false, "num_nextn_predict_layers": 1,
    "vocab_size": 151552, "tie_word_embeddings": false})");
  EXPECT_EQ(model.parameters.total + model.parameters.multiTokenPrediction, 110468824832);
  EXPECT_NEAR(static_cast<double>(model.parameters.activeWithBothTables), 13.42e9, 5e6);
}

// Active as published: every second layer a mixture of 128.
TEST(HfFamilies, llama4Maverick) {
  const auto model = imported(R"({"model_type": "llama4", "text_config": {"model_type": "llama4_text",
    "num_local_experts": 128, "interleave_moe_layer_step": 2, "intermediate_size": 8192, "num_experts_per_tok": 1}})");
  EXPECT_EQ(model.parameters.activeWithBothTables, 17184691200);
  EXPECT_EQ(model.shape.moeEvery, 2);
  EXPECT_EQ(model.shape.denseLayers, 0);
  EXPECT_EQ(model.shape.ffn, 16384);
  EXPECT_EQ(model.shape.expertFfn, 8192);
}

// Card: 4.19 B with both tables, 3.61 B without the input table, 3.03 B without either.
TEST(HfFamilies, gptOss20b) {
  const auto model = imported(R"({"model_type": "gpt_oss", "hidden_size": 2880, "num_hidden_layers": 24,
    "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 64, "intermediate_size": 2880,
    "num_local_experts": 32, "num_experts_per_tok": 4, "vocab_size": 201088, "sliding_window": 128})");
  EXPECT_NEAR(static_cast<double>(model.parameters.activeWithBothTables), 4.19e9, 5e6);
  EXPECT_NEAR(static_cast<double>(model.parameters.activeWithoutInputTable), 3.61e9, 5e6);
  EXPECT_NEAR(static_cast<double>(model.parameters.activeWithoutTables), 3.03e9, 5e6);
  EXPECT_EQ(model.shape.window, 128);
  EXPECT_EQ(model.shape.windowShare, 0.5);
}

TEST(HfFamilies, smallDenseOnesByHand) {
  const auto perLayer = [](const std::string& text) { return imported(text).parameters.perLayer.front(); };
  EXPECT_EQ(perLayer(small("cohere2")), kAttention + kGated + 64);  // one norm, scale only
  EXPECT_EQ(perLayer(small("glm")), kAttention + kGated + 2 * 64);
  EXPECT_EQ(perLayer(small("glm4", R"("attention_bias": true)")), kAttention + kGated + 3 * 64 + 4 * 64);
  EXPECT_EQ(perLayer(small("olmo3")), kAttention + kGated + 2 * 64 + 2 * 64);  // q/k norm over all heads
  EXPECT_EQ(perLayer(small("olmo")), kAttention + kGated);
  EXPECT_EQ(perLayer(small("nemotron")), kAttention + kPlain + 4 * 64);
  EXPECT_EQ(perLayer(small("internlm2", R"("bias": true)")), kAttention + 4 * 64 + kGated + 2 * 64);
  EXPECT_EQ(perLayer(small("llama", R"("mlp_bias": true)")), kAttention + kGated + 2 * 128 + 64 + 2 * 64);
  EXPECT_EQ(perLayer(small("phi", R"("qk_layernorm": true)")),
            kAttention + 4 * 64 + kPlain + 128 + 64 + 2 * 64 + 4 * 16);
  EXPECT_EQ(perLayer(small("qwen3", R"("head_dim": 32)")), 2 * kAttention + kGated + 2 * 64 + 2 * 32);
}

TEST(HfFamilies, tiedByClassDefault) {
  for (const auto& family : hfFamilies()) {
    const bool expected = hasWord(
        "gpt2 gpt_bigcode opt gpt_neo bloom falcon mpt gemma gemma2 gemma3_text cohere cohere2 "
        "starcoder2 smollm3 minicpm minicpm3 ernie4_5 granitemoe grok-1 ernie4_5_moe",
        family.name);
    EXPECT_EQ(family.tied, expected) << family.name;
  }
}

TEST(HfFamilies, aVocabularyHeadWithBias) {
  EXPECT_EQ(imported(small("phi")).parameters.head, 6400 + 100);
  EXPECT_EQ(imported(small("gptj")).parameters.head, 6400 + 100);
  EXPECT_EQ(imported(small("llama")).parameters.head, 6400);
}

TEST(HfFamilies, falconInItsThreeForms) {
  const auto kv = [](const std::string& more) { return imported(small("falcon", more)).shape.kvHeads; };
  const auto layer = [](const std::string& more) {
    return imported(small("falcon", more)).parameters.perLayer.front();
  };
  EXPECT_EQ(kv(""), 1);  // multi-query by default
  EXPECT_EQ(kv(R"("multi_query": false)"), 4);
  EXPECT_EQ(kv(R"("new_decoder_architecture": true, "num_kv_heads": 2)"), 2);
  EXPECT_EQ(kv(R"("n_head_kv": 2)"), 2);  // the oldest file of the new form
  EXPECT_EQ(kv(R"("new_decoder_architecture": false, "num_kv_heads": 2)"), 1);
  const std::int64_t mlp = 2 * 64 * 256, query = 2 * 64 * 64;  // four times hidden, whatever a key says
  EXPECT_EQ(layer(""), query + 2 * 64 * 16 + mlp + 128);
  EXPECT_EQ(layer(R"("parallel_attn": false)"), query + 2 * 64 * 16 + mlp + 256);
  EXPECT_EQ(layer(R"("n_head_kv": 4)"), 2 * query + mlp + 256);
  EXPECT_EQ(layer(R"("n_head_kv": 4, "num_ln_in_parallel_attn": 1)"), 2 * query + mlp + 128);
}

TEST(HfFamilies, optWithAndWithoutNormInFront) {
  const auto text = [](const char* more) {
    return std::string(R"({"model_type": "opt", "hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4,)"
                       R"( "ffn_dim": 256, "vocab_size": 100, "max_position_embeddings": 32)") +
           more + "}";
  };
  EXPECT_EQ(imported(text("")).parameters.rest, 128);
  EXPECT_EQ(imported(text(R"(, "do_layer_norm_before": false)")).parameters.rest, 0);
  EXPECT_EQ(imported(text("")).parameters.positions, 34 * 64);
  const auto narrow = imported(text(R"(, "word_embed_proj_dim": 32)"));
  EXPECT_EQ(narrow.parameters.embedding, 3200);
  EXPECT_EQ(narrow.parameters.rest, 128 + 2 * 32 * 64);
}

TEST(HfFamilies, mptPositionsAndBiases) {
  const auto text = [](const std::string& more) {
    return R"({"model_type": "mpt", "d_model": 64, "n_heads": 4, "n_layers": 2, "vocab_size": 100, "max_seq_len": 32, )" +
           more + "}";
  };
  EXPECT_EQ(imported(text(R"("attn_config": {"alibi": true}, "no_bias": true)")).parameters.positions, 0);
  const auto learned = imported(text(R"("attn_config": {"alibi": false}, "no_bias": false)"));
  EXPECT_EQ(learned.parameters.positions, 32 * 64);
  EXPECT_EQ(learned.parameters.perLayer.front(), kAttention + 4 * 64 + 2 * 64 * 256 + 256 + 64 + 4 * 64);
  EXPECT_EQ(imported(text(R"("attn_config": {"kv_n_heads": 2})")).shape.kvHeads, 2);
}

TEST(HfFamilies, latentAttentionByHand) {
  const auto text = [](const std::string& more) {
    return small("minicpm3", R"("kv_lora_rank": 8, "qk_nope_head_dim": 6, "qk_rope_head_dim": 2, )" + more);
  };
  const std::int64_t keysAndValues = 64 * 10 + 8 + 8 * 4 * (6 + 16), out = 4 * 16 * 64, other = kGated + 128;
  EXPECT_EQ(imported(text(R"("q_lora_rank": 12)")).parameters.perLayer.front(),
            64 * 12 + 12 + 12 * 4 * 8 + keysAndValues + out + other);
  EXPECT_EQ(imported(text(R"("q_lora_rank": null)")).parameters.perLayer.front(),
            64 * 4 * 8 + keysAndValues + out + other);
}

TEST(HfFamilies, mixturesByHand) {
  const auto moe = [](const std::string& type, const std::string& more) {
    return imported(small(type, R"("num_experts_per_tok": 2, )" + more));
  };
  const auto dots =
      moe("dots1",
          R"("n_routed_experts": 8, "n_shared_experts": 2, "moe_intermediate_size": 32, "first_k_dense_replace": 1)");
  EXPECT_EQ(dots.parameters.perLayer[0], kAttention + 2 * 16 + kGated + 128);
  EXPECT_EQ(dots.parameters.perLayer[1], kAttention + 2 * 16 + 8 * 3 * 64 * 32 + 64 * 8 + 8 + 3 * 64 * 64 + 128);
  EXPECT_EQ(dots.shape.denseLayers, 1);
  EXPECT_EQ(dots.shape.sharedFfn, 64);
  const auto phi = moe("phimoe", R"("num_local_experts": 4)");
  EXPECT_EQ(phi.parameters.perLayer[0], kAttention + 4 * 64 + 4 * kGated + 64 * 4 + 256);
  EXPECT_EQ(phi.parameters.head, 6400 + 100);
  const auto grok = moe("grok-1", R"("num_experts": 4)");
  EXPECT_EQ(grok.parameters.perLayer[0], kAttention + 4 * kGated + 64 * 4 + 256);
  EXPECT_EQ(grok.parameters.total - grok.parameters.activeWithBothTables, 4 * 2 * kGated);
  EXPECT_EQ(moe("minicpm", R"("num_experts": 0)").shape.experts, 0);
}

// MLA with the indexer; one more layer for prediction, without copies of the tables.
TEST(HfFamilies, glmMoeDsaByHand) {
  const auto model =
      imported(small("glm_moe_dsa", R"("n_routed_experts": 4, "n_shared_experts": 1, "num_experts_per_tok": 2,
    "moe_intermediate_size": 32, "first_k_dense_replace": 3, "q_lora_rank": 12, "kv_lora_rank": 8, "qk_nope_head_dim": 6,
    "qk_rope_head_dim": 2, "v_head_dim": 16, "head_dim": 999, "index_n_heads": 2, "index_head_dim": 4,
    "num_nextn_predict_layers": 1)"));
  const std::int64_t latent = 64 * 12 + 12 + 12 * 4 * 8 + 64 * 10 + 8 + 8 * 4 * 22 + 4 * 16 * 64;
  const std::int64_t indexer = 12 * 2 * 4 + 64 * 4 + 8 + 64 * 2;
  const std::int64_t moe = 4 * 3 * 64 * 32 + 64 * 4 + 4 + 3 * 64 * 32 + 128;
  EXPECT_EQ(model.parameters.perLayer[3], latent + indexer + moe);
  EXPECT_EQ(model.parameters.multiTokenPrediction, latent + indexer + moe + 2 * 64 * 64 + 3 * 64);
  EXPECT_EQ(model.parameters.total, kTables + 64 + 3 * (latent + indexer + kGated + 128) + latent + indexer + moe);
}

// Published with the prediction layer, without copies of the tables: 753,864,139,008.
TEST(HfFamilies, glm5) {
  const auto model = imported(R"({"model_type": "glm_moe_dsa", "hidden_size": 6144, "num_hidden_layers": 78,
    "num_attention_heads": 64, "intermediate_size": 12288, "moe_intermediate_size": 2048, "n_routed_experts": 256,
    "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 3, "q_lora_rank": 2048,
    "kv_lora_rank": 512, "qk_nope_head_dim": 192, "qk_rope_head_dim": 64, "v_head_dim": 256, "index_n_heads": 32,
    "index_head_dim": 128, "num_nextn_predict_layers": 1, "vocab_size": 154880})");
  EXPECT_EQ(model.parameters.total, 743911218432);
  EXPECT_EQ(model.parameters.total + model.parameters.multiTokenPrediction, 753864139008);
}

}  // namespace
}  // namespace shardscope
