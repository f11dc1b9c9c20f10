// SPDX-License-Identifier: Apache-2.0
#include "core/io/hf_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

namespace shardscope {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::string dataFile(const std::string& name) {
  std::ifstream in(std::string(SHARDSCOPE_SOURCE_DIR "/tests/data/models/") + name + ".json", std::ios::binary);
  EXPECT_TRUE(in.good()) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}
ImportedModel imported(const std::string& text, Language language = Language::en) {
  auto model = importHfConfig(text, "config.json", language);
  if (!model) ADD_FAILURE() << model.error().front().key << ' ' << model.error().front().detail;
  return model.value_or(ImportedModel{});
}
Errors refused(const std::string& text, Language language = Language::en) {
  auto model = importHfConfig(text, "config.json", language);
  EXPECT_FALSE(model.has_value());
  return model ? Errors{Error{}} : model.error();
}
// A small llama with `more` members: h 64, 2 layers, 4 heads, f 128, V 100.
std::string tinyLlama(const std::string& more = "") {
  return R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,)"
         R"( "intermediate_size": 128, "vocab_size": 100)" +
         (more.empty() ? "" : ", " + more) + "}";
}
std::string tinyLlamaWithout(const std::string& key, const std::string& more = "") {
  auto text = tinyLlama(more);
  const auto at = text.find("\"" + key + "\"");
  return text.erase(at, text.find(',', at) + 1 - at);
}

// By hand: 2·100·64 tables, per layer 4·64·64 attention + 3·64·128 MLP + 2·64 norms = 41,088, final norm 64.
TEST(HfConfig, countsByHand) {
  const auto model = imported(tinyLlama());
  EXPECT_EQ(model.family, "llama");
  EXPECT_EQ(model.parameters.embedding, 6400);
  EXPECT_EQ(model.parameters.head, 6400);
  EXPECT_THAT(model.parameters.perLayer, testing::ElementsAre(41088, 41088));
  EXPECT_EQ(model.parameters.rest, 64);
  EXPECT_EQ(model.parameters.total, 95040);
  EXPECT_EQ(model.multipliedWeights, 6400 + 2 * (4 * 64 * 64 + 3 * 64 * 128));
  EXPECT_FALSE(model.shape.parametersExact.has_value());
  EXPECT_TRUE(model.notices.empty());
}

TEST(HfConfig, aTiedTableCountsOnce) {
  const auto model = imported(tinyLlama("\"tie_word_embeddings\": true"));
  EXPECT_EQ(model.parameters.total, 95040 - 6400);
  EXPECT_EQ(model.parameters.head, 0);
  EXPECT_EQ(model.parameters.activeWithoutInputTable, model.parameters.total);
  EXPECT_EQ(model.parameters.activeWithoutTables, model.parameters.total - 6400);
}

// A public profiler run of GPT-2 small at 128 tokens, unmasked, gives 251.78 MFLOP a token; the causal form 249.44.
TEST(HfConfig, flopsOfGpt2Small) {
  const auto flops = flopsPerToken(imported(dataFile("nasty-unknown-keys")), 128);
  EXPECT_NEAR(flops.forwardFull, 251.78e6, 0.005e6);
  EXPECT_NEAR(flops.forwardCausal, 249.44e6, 0.005e6);
  EXPECT_DOUBLE_EQ(flops.trainingFull, 3 * flops.forwardFull);
  EXPECT_DOUBLE_EQ(flops.trainingCausal, 3 * flops.forwardCausal);
}

// Mistral 7B: window 4096 in every layer. At 8192 tokens a query sees 4096 - 4096·4095/16384 = 3072.25 keys on average.
TEST(HfConfig, flopsOfASlidingWindow) {
  const auto model = imported(dataFile("mistral-7b-v0.1"));
  const double weights = 2.0 * static_cast<double>(model.multipliedWeights);
  const double perKey = 32.0 * 4 * 32 * 128;
  EXPECT_DOUBLE_EQ(flopsPerToken(model, 8192).forwardCausal, weights + perKey * 3072.25);
  EXPECT_DOUBLE_EQ(flopsPerToken(model, 4096).forwardCausal, weights + perKey * 2048.5);
  EXPECT_DOUBLE_EQ(flopsPerToken(model, 8192).forwardFull, weights + perKey * 8192);
  EXPECT_EQ(model.shape.window, 4096);
  EXPECT_EQ(model.shape.windowShare, 1.0);
}

TEST(HfConfig, whichLayersSeeAWindow) {
  const auto share = [](const char* name) { return imported(dataFile(name)).shape.windowShare; };
  EXPECT_DOUBLE_EQ(share("gemma-2-9b"), 0.5);        // every other one
  EXPECT_DOUBLE_EQ(share("gemma-3-1b"), 22.0 / 26);  // five of six
  EXPECT_DOUBLE_EQ(share("gpt-oss-120b"), 0.5);      // by layer_types
  EXPECT_DOUBLE_EQ(share("exaone-4.0-32b"), 0.75);   // LLLG
  EXPECT_DOUBLE_EQ(share("gpt-neo-1.3b"), 0.5);      // "local" layers
  EXPECT_DOUBLE_EQ(share("qwen2.5-72b"), 0);         // use_sliding_window is false
  EXPECT_DOUBLE_EQ(share("mixtral-8x22b"), 0);       // null
  EXPECT_DOUBLE_EQ(share("starcoder2-3b"), 1);
  const auto scout = imported(dataFile("llama-4-scout"));
  EXPECT_DOUBLE_EQ(scout.shape.windowShare, 0.75);  // blocks of 8192
  EXPECT_EQ(scout.shape.window, 4096);              // on average as a window of half the block
  ASSERT_EQ(scout.attention.size(), 2u);
  EXPECT_TRUE(scout.attention[1].inBlocks);
  EXPECT_EQ(scout.attention[1].window, 8192);
}

TEST(HfConfig, threeFiguresOfActiveParameters) {
  const auto billions = [](std::int64_t n) { return std::round(static_cast<double>(n) / 1e7) / 100; };
  const auto v3 = imported(dataFile("deepseek-v3")).parameters;
  EXPECT_EQ(billions(v3.activeWithBothTables), 37.55);
  EXPECT_EQ(billions(v3.activeWithoutInputTable), 36.63);
  EXPECT_EQ(billions(v3.activeWithoutTables), 35.70);
  const auto oss = imported(dataFile("gpt-oss-120b")).parameters;
  EXPECT_EQ(billions(oss.activeWithBothTables), 5.71);
  EXPECT_EQ(billions(oss.activeWithoutInputTable), 5.13);
  EXPECT_EQ(billions(oss.activeWithoutTables), 4.55);
}

// Published totals of files that hold the prediction layer, with copies of both tables.
TEST(HfConfig, multiTokenPredictionStandsApart) {
  const auto v3 = imported(dataFile("deepseek-v3")), glm = imported(dataFile("glm-4.5"));
  EXPECT_EQ(v3.parameters.total + v3.parameters.multiTokenPrediction, 684489845504);
  EXPECT_EQ(glm.parameters.total + glm.parameters.multiTokenPrediction, 358337791296);
  EXPECT_THAT(v3.notices, Contains(HasSubstr("13,463,426,304")));
  EXPECT_EQ(imported(dataFile("kimi-k2")).parameters.multiTokenPrediction, 0);
}

TEST(HfConfig, deepseekShape) {
  const auto& s = imported(dataFile("deepseek-v3")).shape;
  EXPECT_EQ(s.layers, 61);
  EXPECT_EQ(s.denseLayers, 3);
  EXPECT_EQ(s.experts, 256);
  EXPECT_EQ(s.topK, 8);
  EXPECT_EQ(s.expertFfn, 2048);
  EXPECT_EQ(s.sharedFfn, 2048);
  EXPECT_EQ(s.ffn, 18432);
  EXPECT_TRUE(s.routerBias);
  EXPECT_EQ(s.qRank, 1536);
  EXPECT_EQ(s.kvRank, 512);
  EXPECT_EQ(s.vDim, 128);
  EXPECT_FALSE(s.parametersExact.has_value());  // the dimensions carry it to the last digit
}

TEST(HfConfig, anIrregularLayoutKeepsItsTotals) {
  const auto model = imported(dataFile("nasty-moe-sparse-step"));
  EXPECT_EQ(moeLayers(model.shape), 22);
  EXPECT_THAT(model.notices, Contains(HasSubstr("22 of 48 layers")));
}

TEST(HfConfig, listsBecomeMeansAndSaySo) {
  const auto model = imported(dataFile("nasty-ff-list"));
  EXPECT_EQ(model.shape.ffn, 4224);  // half of 5632 and 2816
  EXPECT_EQ(model.parameters.perLayer.front() - model.parameters.perLayer.back(), 3 * 2048 * 2816);
  EXPECT_THAT(model.notices, Contains(HasSubstr("2816 … 5632")));
}

TEST(HfConfig, noticesSayWhatWasAssumed) {
  const auto gemma = imported(dataFile("gemma-3-4b"));
  EXPECT_THAT(gemma.notices, Contains(HasSubstr("text_config")));
  EXPECT_THAT(gemma.notices,
              Contains(HasSubstr("vocab_size 262208, num_attention_heads 8, num_key_value_heads 4, head_dim 256")));
  EXPECT_THAT(imported(dataFile("nasty-duplicate-key")).notices,
              Contains(HasSubstr("`hidden_size` stands more than once; the last value, in line 13")));
  EXPECT_THAT(imported(dataFile("nasty-awq-4bit")).notices, Contains(HasSubstr("quantized (awq)")));
  EXPECT_THAT(imported(dataFile("nasty-awq-4bit"), Language::zhCn).notices, Contains(HasSubstr("量化（awq）")));
  EXPECT_THAT(imported(tinyLlama(R"("architectures": ["OtherForCausalLM"])")).notices,
              Contains(HasSubstr("OtherForCausalLM")));
}

TEST(HfConfig, noticesSayWhatWasPassedOver) {
  const auto mistral = [](const std::string& more) {
    return imported(R"({"model_type": "mistral", "hidden_size": 4096, "num_hidden_layers": 2, "vocab_size": 100,)"
                    R"( "num_attention_heads": 32, "intermediate_size": 128)" +
                    more + "}");
  };
  const auto silent = mistral("");
  EXPECT_EQ(silent.shape.kvHeads, 32);  // as many as heads where the file does not say
  EXPECT_THAT(silent.notices, Contains(HasSubstr("`num_key_value_heads` is missing: counted as 32")));
  EXPECT_THAT(silent.notices, Contains(HasSubstr("would take 8")));
  EXPECT_TRUE(mistral(R"(, "num_key_value_heads": null)").notices.empty());
  EXPECT_TRUE(mistral(R"(, "num_key_value_heads": 8)").notices.empty());
  const auto biased = mistral(R"(, "num_key_value_heads": 8, "attention_bias": true, "mlp_bias": false)");
  EXPECT_THAT(biased.notices,
              testing::ElementsAre(HasSubstr("`attention_bias` is true, which models of family mistral do not read")));
  EXPECT_EQ(biased.parameters, mistral(R"(, "num_key_value_heads": 8)").parameters);
}

TEST(HfConfig, missingSizesAreNamedAsTheFileSpells) {
  const auto missing = [](const std::string& text) { return refused(text).front().key; };
  EXPECT_EQ(missing(R"({"model_type": "gpt2", "n_embd": 64, "n_head": 4, "vocab_size": 9, "n_positions": 8})"),
            "n_layer");
  EXPECT_EQ(missing(R"({"model_type": "mpt", "n_layers": 2, "n_heads": 4, "vocab_size": 9, "max_seq_len": 8})"),
            "d_model");
  EXPECT_EQ(missing(R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "vocab_size": 9})"),
            "num_attention_heads");
}

TEST(HfConfig, groupsOfKeysMustBeGroups) {
  const auto errors = refused(R"({"model_type": "mpt", "d_model": 64, "n_layers": 2, "n_heads": 4, "vocab_size": 9,
    "max_seq_len": 8, "attn_config": "alibi"})");
  EXPECT_EQ(errors.front().key, "attn_config");
  EXPECT_EQ(errors.front().kind, ErrorKind::wrongType);
  EXPECT_EQ(errors.front().line, 2);
}

TEST(HfConfig, refusalsNameTheArchitectureAndTheReason) {
  const auto reason = [](const char* name) {
    const auto error = refused(dataFile(name)).front();
    EXPECT_EQ(error.kind, ErrorKind::unsupportedModel);
    return error.found + ": " + error.detail;
  };
  EXPECT_THAT(reason("mamba-2.8b"), HasSubstr("mamba: It is a state-space"));
  EXPECT_THAT(reason("jamba-v0.1"), HasSubstr("jamba: It mixes attention"));
  EXPECT_THAT(reason("nemotron-nas-blocks"), HasSubstr("nemotron-nas: Its layers differ by a list"));
  EXPECT_THAT(reason("bert-base"), HasSubstr("bert: It has an encoder"));
  EXPECT_THAT(reason("nasty-unknown-arch"), HasSubstr("quux: This name is not known"));
  EXPECT_THAT(reason("nasty-lora-adapter"), HasSubstr("LORA (peft_type): This is the file of an adapter"));
  EXPECT_THAT(refused(dataFile("nasty-unknown-arch"), Language::zhCn).front().detail, HasSubstr("这个名称未知"));
}

TEST(HfConfig, neverABelievableWrongNumber) {
  const auto isRefused = [](const std::string& more) {
    const auto errors = refused(tinyLlama(more));
    return errors.front().kind == ErrorKind::unsupportedModel;
  };
  EXPECT_TRUE(isRefused(R"("num_experts": 8)"));  // a mixture under a dense name
  EXPECT_TRUE(isRefused(R"("num_local_experts": [8, 8])"));
  EXPECT_TRUE(isRefused(R"("architectures": ["DeciLMForCausalLM"])"));
  EXPECT_TRUE(isRefused(R"("block_configs": [])"));
  EXPECT_TRUE(isRefused(R"("layer_types": ["linear_attention", "full_attention"])"));
  EXPECT_TRUE(isRefused(R"("is_encoder_decoder": true)"));
  EXPECT_TRUE(isRefused(R"("num_key_value_heads": [4, 2])"));  // layers that differ
  EXPECT_FALSE(
      importHfConfig(R"({"architectures": ["QuuxForCausalLM"], "hidden_size": 8})", "", Language::en).has_value());
  EXPECT_TRUE(importHfConfig(tinyLlama(R"("num_experts": 1)"), "", Language::en).has_value());
}

TEST(HfConfig, theArchitectureAloneIsEnough) {
  const auto text = tinyLlamaWithout("model_type", R"("architectures": ["LlamaForCausalLM"])");
  EXPECT_EQ(imported("{" + text.substr(1)).family, "llama");
}

struct BadSize {
  const char* more;
  const char* key;
  const char* found;
};
class HfBadSizes : public testing::TestWithParam<BadSize> {};
TEST_P(HfBadSizes, areErrorsThatNameTheKey) {
  const auto& [value, key, found] = GetParam();
  const auto text = tinyLlamaWithout(key, std::string("\"") + key + "\":\n" + value);
  const auto errors = refused(text);
  EXPECT_EQ(errors.front().key, key);
  EXPECT_EQ(errors.front().found, found);
  EXPECT_EQ(errors.front().line, 2);
  EXPECT_FALSE(errors.front().allowed.empty());
}
INSTANTIATE_TEST_SUITE_P(
    Sizes, HfBadSizes,
    testing::Values(BadSize{"0", "hidden_size", "0"}, BadSize{"-1", "num_hidden_layers", "-1"},
                    BadSize{"64.5", "hidden_size", "64.5"}, BadSize{"true", "vocab_size", "true"},
                    BadSize{"\"many\"", "vocab_size", "many"}, BadSize{"NaN", "hidden_size", "NaN"},
                    BadSize{"\"0x40\"", "hidden_size", "0x40"}, BadSize{"\"\"", "hidden_size", "\"\""},
                    BadSize{"1e400", "hidden_size", "1e400"},
                    BadSize{"99999999999999999999", "intermediate_size", "99999999999999999999"},
                    BadSize{"[128]", "intermediate_size", "[128, …]"}, BadSize{"[128, 0]", "intermediate_size", "0"},
                    BadSize{"{}", "num_attention_heads", "{…}"}, BadSize{"3000000", "num_hidden_layers", "3000000"}));

TEST(HfConfig, everyBadSizeIsListed) {
  const auto errors =
      refused(R"({"model_type": "llama", "hidden_size": -1, "num_attention_heads": 0, "vocab_size": "x"})");
  ASSERT_EQ(errors.size(), 4u);
  EXPECT_EQ(errors[0].kind, ErrorKind::missingKey);
  EXPECT_EQ(errors[0].key, "num_hidden_layers");
}

TEST(HfConfig, sizesThatOverflowTogether) {
  const auto errors = refused(R"({"model_type": "mixtral", "hidden_size": 1048576, "num_hidden_layers": 100000,
    "num_attention_heads": 1048576, "head_dim": 65536, "intermediate_size": 16777216, "vocab_size": 268435456,
    "num_local_experts": 1048576, "num_experts_per_tok": 2})");
  EXPECT_EQ(errors.front().kind, ErrorKind::outOfRange);
  EXPECT_THAT(errors.front().allowed, HasSubstr("1000000000000000"));
}

TEST(HfConfig, moreHeadsThanHidden) {
  const auto errors = refused(tinyLlamaWithout("num_attention_heads", R"("num_attention_heads": 128)"));
  EXPECT_EQ(errors.front().key, "num_attention_heads");
}

TEST(HfConfig, topKBeyondTheExperts) {
  const auto errors = refused(R"({"model_type": "mixtral", "hidden_size": 64, "num_hidden_layers": 2, "vocab_size": 100,
    "num_attention_heads": 4, "intermediate_size": 128, "num_local_experts": 4, "num_experts_per_tok": 5})");
  EXPECT_EQ(errors.front().key, "num_experts_per_tok");
  EXPECT_EQ(errors.front().allowed, "1 … 4");
}

TEST(HfConfig, numbersAsRealFilesWriteThem) {
  for (const auto* spelling : {"64", "\"64\"", "64.0", "6.4e1", "\"6.4E+1\"", "\" 64 \""})
    EXPECT_EQ(imported(tinyLlamaWithout("hidden_size", std::string("\"hidden_size\": ") + spelling)).shape.hidden, 64)
        << spelling;
}

TEST(HfConfig, deepNestingInUnknownKeysIsSkipped) {
  std::string deep;
  for (int i = 0; i < 400'000; ++i) deep += "{\"a\":[";
  for (int i = 0; i < 400'000; ++i) deep += "]}";
  EXPECT_EQ(imported(tinyLlama("\"unknown\": " + deep)).parameters.total, 95040);
}

TEST(HfConfig, looksLikeAConfig) {
  EXPECT_TRUE(looksLikeHfConfig(tinyLlama()));
  EXPECT_TRUE(looksLikeHfConfig(dataFile("nasty-bom-crlf")));
  EXPECT_TRUE(looksLikeHfConfig(dataFile("nasty-truncated")));
  EXPECT_TRUE(looksLikeHfConfig(dataFile("nasty-lora-adapter")));
  EXPECT_TRUE(looksLikeHfConfig(dataFile("nasty-nan-infinity")));
  EXPECT_FALSE(looksLikeHfConfig(R"({"shardscope": 1, "model": {"model_type": "x"}, "architectures": []})"));
  EXPECT_FALSE(looksLikeHfConfig(R"({"model": {"model_type": "x"}})"));
  EXPECT_FALSE(looksLikeHfConfig("model_type: llama"));
  EXPECT_FALSE(looksLikeHfConfig("[{\"model_type\": 1}]"));
  EXPECT_FALSE(looksLikeHfConfig(""));
  const std::string large = "{\"unknown\": \"" + std::string(1 << 20, 'x') + "\", ";
  EXPECT_TRUE(looksLikeHfConfig(large + "\"model_type\": \"llama\"}"));
  EXPECT_FALSE(looksLikeHfConfig(large + "\"shardscope\": 1}"));
}

}  // namespace
}  // namespace shardscope
