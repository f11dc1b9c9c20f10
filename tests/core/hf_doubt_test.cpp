// SPDX-License-Identifier: Apache-2.0
// What a file leaves open, or writes in a way that would pass unseen, is said or refused.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/io/hf_config.hpp"
#include "core/io/hf_family.hpp"
#include "core/io/hf_reader.hpp"
#include "tests/support/core_hf_configs.hpp"

namespace shardscope {
namespace {

using Json = nlohmann::ordered_json;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

tl::expected<ImportedModel, Errors> read(const std::string& text) {
  return importHfConfig(text, "c.json", Language::en);
}
tl::expected<ImportedModel, Errors> read(const Json& json) { return read(json.dump()); }

// Those that nest nothing.
std::vector<test::HfConfig> configs() {
  auto found = test::hfConfigs();
  std::erase_if(found, [](const test::HfConfig& config) { return config.json.contains("text_config"); });
  return found;
}

Json llama() {
  return {{"model_type", "llama"},     {"hidden_size", 2048},        {"num_hidden_layers", 16},
          {"num_attention_heads", 32}, {"num_key_value_heads", 8},   {"intermediate_size", 8192},
          {"vocab_size", 128256},      {"tie_word_embeddings", true}};
}

TEST(HfDoubt, ExpertsInADenseFamilyAreRefusedHoweverTheyAreWritten) {
  const Json ways[] = {8, 8.0, "8", "8.0", "1e1", " 8 ", "1e400", "abc", true, Json::array({8}), Json{{"a", 8}}};
  const Json harmless[] = {nullptr, 0, 1, "1", false, "", Json::array()};
  for (const auto& config : configs()) {
    const auto* family = hfFamilyOfType(config.model.family);
    ASSERT_NE(family, nullptr) << config.name;
    if (!family->moe.experts.empty()) continue;
    for (const auto* key : {"num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"}) {
      for (const auto& way : ways) {
        auto damaged = config.json;
        damaged[key] = way;
        const auto result = read(damaged);
        ASSERT_FALSE(result) << config.name << ' ' << key << " = " << way;
        EXPECT_EQ(result.error().front().kind, ErrorKind::unsupportedModel) << config.name;
        EXPECT_EQ(result.error().front().key, key) << config.name;
      }
      for (const auto& way : harmless) {
        auto same = config.json;
        same[key] = way;
        const auto result = read(same);
        ASSERT_TRUE(result) << config.name << ' ' << key << " = " << way;
        EXPECT_EQ(result->parameters, config.model.parameters);
      }
    }
  }
}

// Wherever the usual class of the family would count otherwise, a notice says so.
TEST(HfDoubt, AGuessedHeadSizeOrNumberOfKvHeadsIsSaid) {
  int guesses = 0;
  for (const auto& config : configs()) {
    const auto* family = hfFamilyOfType(config.model.family);
    ASSERT_NE(family, nullptr);
    const auto without = [&](std::string_view keys, std::int64_t usual, const char* said) {
      auto json = config.json;
      const bool had = anyWord(keys, [&](std::string_view key) { return json.erase(std::string(key)) > 0; });
      if (!had || usual == 0) return;
      const auto model = read(json);
      ASSERT_TRUE(model) << config.name;
      const bool isUsual =
          std::string_view(said) == "head_dim" ? model->shape.headDim == usual : model->shape.kvHeads == usual;
      if (isUsual || model->parameters == config.model.parameters) return;
      ++guesses;
      EXPECT_THAT(model->notices, Contains(testing::AllOf(HasSubstr(said), HasSubstr(std::to_string(usual)))))
          << config.name;
    };
    without("head_dim", family->usualHeadDim, "head_dim");
    without("num_key_value_heads", family->usualKvHeads, "num_key_value_heads");
  }
  EXPECT_GT(guesses, 10);
}

// A family that is added must say what its class takes for KV heads, or be one that takes the number of heads.
TEST(HfDoubt, EveryFamilySaysWhatItsClassTakesForKvHeads) {
  constexpr std::string_view kAsManyAsHeads =
      "gpt2 gpt_bigcode opt gpt_neo gptj gpt_neox bloom falcon mpt llama qwen phi phi3 olmo olmo2 olmo3 stablelm "
      "internlm2 baichuan chatglm cohere cohere2 nemotron granite apertus deepseek minicpm olmoe granitemoe grok-1 "
      "hunyuan";
  for (const auto& family : hfFamilies())
    EXPECT_EQ(family.usualKvHeads > 0, !family.mla && !hasWord(kAsManyAsHeads, family.name)) << family.name;
}

TEST(HfDoubt, ANestedPartMayLeaveTheHeadSizeToItsClass) {
  const auto model = read(std::string(R"({"model_type": "paligemma", "text_config": {"model_type": "gemma2",
    "hidden_size": 2304, "num_hidden_layers": 26, "num_attention_heads": 8, "num_key_value_heads": 4,
    "intermediate_size": 9216, "vocab_size": 257216}, "vision_config": {}})"));
  ASSERT_TRUE(model);
  EXPECT_EQ(model->parameters.total, 2617143552);
  EXPECT_THAT(model->notices, Contains(HasSubstr("head_dim 256")));
}

// StableLM 2 12B: one scale for each head dimension, no bias, though its other norms have one.
TEST(HfDoubt, NormsOfQueriesAndKeysWithoutBias) {
  const auto model = read(std::string(R"({"model_type": "stablelm", "vocab_size": 100352, "hidden_size": 5120,
    "num_hidden_layers": 40, "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 13824,
    "qk_layernorm": true, "use_parallel_residual": true, "use_qkv_bias": false, "tie_word_embeddings": false})"));
  ASSERT_TRUE(model);
  EXPECT_EQ(model->parameters.total, 12143185920);
}

TEST(HfDoubt, AWrapperWithoutItsTextPartIsToldThat) {
  for (const auto* part :
       {"", R"(, "text_config": null)", R"(, "text_config": 3)", R"(, "text_config": [1])", R"(, "text_config": "x")"})
    for (const auto* type : {"gemma3", "llama4", "llava", "mistral3"}) {
      const auto result = read(fmt::format(R"({{"model_type": "{}"{}}})", type, part));
      ASSERT_FALSE(result) << type << part;
      EXPECT_EQ(result.error().front().key, "text_config") << type << part;
      EXPECT_NE(result.error().front().kind, ErrorKind::unsupportedModel) << type << part;
    }
}

TEST(HfDoubt, ATextPartWithoutANameIsOfTheOuterFamily) {
  auto part = llama();
  part.erase("model_type");
  const auto nested = read(Json{{"model_type", "llama"}, {"text_config", part}});
  ASSERT_TRUE(nested);
  EXPECT_EQ(nested->parameters, read(llama())->parameters);
  const auto byClass = read(Json{{"architectures", {"LlamaForConditionalGeneration"}}, {"text_config", part}});
  ASSERT_TRUE(byClass);
  EXPECT_EQ(byClass->parameters, nested->parameters);
}

// Errors name the keys that stand in the file.
TEST(HfDoubt, ErrorsNameTheKeyOfTheFile) {
  const auto keyOf = [](const std::string& text) {
    const auto result = read(text);
    return result ? "none" : result.error().front().key;
  };
  EXPECT_EQ(keyOf(R"({"model_type": "gpt2", "n_embd": 1, "n_head": 2, "n_layer": 2, "vocab_size": 10,
    "n_positions": 8})"),
            "n_head");
  EXPECT_EQ(keyOf(R"({"model_type": "chatglm", "hidden_size": 4096, "num_layers": 28, "num_attention_heads": 32,
    "ffn_hidden_size": 13696, "padded_vocab_size": 65024, "kv_channels": 128, "multi_query_attention": true,
    "multi_query_group_num": 5})"),
            "multi_query_group_num");
  EXPECT_EQ(keyOf(R"({"model_type": "chatglm", "hidden_size": 4096, "num_layers": null, "num_attention_heads": 32,
    "ffn_hidden_size": 13696, "padded_vocab_size": 65024, "kv_channels": 128})"),
            "num_layers");
}

TEST(HfDoubt, AClassWithoutTheHeadOverTheVocabularyIsSaid) {
  for (const auto* name : {"LlamaModel", "LlamaForSequenceClassification", "LlamaForTokenClassification",
                           "LlamaForQuestionAnswering", "LlamaForCausalLMEagle3"}) {
    auto json = llama();
    json["architectures"] = {name};
    const auto model = read(json);
    ASSERT_TRUE(model) << name;
    EXPECT_THAT(model->notices, Contains(HasSubstr("head over the vocabulary"))) << name;
  }
  for (const auto& config : configs())
    EXPECT_THAT(config.model.notices, Each(Not(HasSubstr("head over the vocabulary")))) << config.name;
}

TEST(HfDoubt, AKeyInOtherLettersIsSaid) {
  for (const auto* key : {"NUM_KEY_VALUE_HEADS", "Num_Key_Value_Heads", " num_key_value_heads "}) {
    auto json = llama();
    json.erase("num_key_value_heads");
    json[key] = 8;
    const auto model = read(json);
    ASSERT_TRUE(model) << key;
    EXPECT_THAT(model->notices, Contains(HasSubstr("is `num_key_value_heads` meant?"))) << key;
  }
}

TEST(HfDoubt, NamesOfModelsMayHaveBlanksAroundThem) {
  for (const auto* name : {" LLAMA\t", "\nLlama\r\n", "llama "}) {
    auto json = llama();
    json["model_type"] = name;
    EXPECT_TRUE(read(json)) << name;
  }
}

TEST(HfDoubt, ListsOfLayersMustBeWhole) {
  const auto without = [](const std::string& name) {
    std::ifstream in(SHARDSCOPE_SOURCE_DIR "/tests/data/models/" + name + ".json");
    return Json::parse(in);
  };
  auto neo = without("gpt-neo-1.3b");
  neo.erase("attention_layers");
  neo["attention_types"] = Json::parse(R"([[["global", "local"], 4]])");
  ASSERT_FALSE(read(neo));
  EXPECT_EQ(read(neo).error().front().key, "attention_types");
  for (const auto& types : {Json::object({{"a", 1}}), Json("full_attention"), Json::array({"full_attention"})}) {
    auto json = llama();
    json["layer_types"] = types;
    ASSERT_FALSE(read(json)) << types;
    EXPECT_EQ(read(json).error().front().key, "layer_types");
  }
}

// Numbers in lists are written as loosely as others.
TEST(HfDoubt, ListsTakeNumbersAsTextsToo) {
  for (const auto& config : configs()) {
    if (!config.json.contains("mlp_only_layers") || config.model.shape.layers < 2) continue;
    auto plain = config.json, text = config.json, real = config.json;
    plain["mlp_only_layers"] = {1};
    text["mlp_only_layers"] = {"1"};
    real["mlp_only_layers"] = {1.0};
    ASSERT_TRUE(read(plain)) << config.name;
    ASSERT_TRUE(read(text) && read(real)) << config.name;
    EXPECT_EQ(read(text)->parameters, read(plain)->parameters);
    EXPECT_EQ(read(real)->parameters, read(plain)->parameters);
  }
}

}  // namespace
}  // namespace shardscope
