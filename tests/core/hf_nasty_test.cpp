// SPDX-License-Identifier: Apache-2.0
// What odd files say is told or named, never passed over.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/hf_config.hpp"

namespace shardscope {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// A small model of a family with `more` keys.
std::string config(const std::string& more, const std::string& type = "mistral") {
  return fmt::format(R"({{"model_type": "{}", "hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4,
    "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 100{}{}}})",
                     type, more.empty() ? "" : ", ", more);
}
tl::expected<ImportedModel, Errors> read(const std::string& text, Language language = Language::en) {
  return importHfConfig(text, "c.json", language);
}

TEST(HfNasty, aBlankValueIsSeenInTheMessage) {
  for (const auto* blank : {"", " ", "   "}) {
    const auto result = read(config(fmt::format(R"("head_dim": "{}")", blank)));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().front().found, fmt::format("\"{}\"", blank));
    EXPECT_THAT(message(result.error().front(), Language::en), HasSubstr(fmt::format("is \"{}\",", blank)));
  }
}

TEST(HfNasty, aWrongKeyIsNamedOnce) {
  for (const auto* key : {"attention_bias", "mlp_bias", "tie_word_embeddings", "head_dim"}) {
    const auto result = read(config(fmt::format(R"("{}": "no")", key), "llama"));
    ASSERT_FALSE(result) << key;
    EXPECT_EQ(result.error().size(), 1U) << key;
  }
}

// Windows change no count, but the work: one that cannot be read is told, not just left out.
TEST(HfNasty, aWindowThatIsNoSizeIsTold) {
  const auto without = read(config(""));
  ASSERT_TRUE(without);
  for (const auto* key : {"sliding_window", "window_size", "max_position_embeddings"})
    for (const auto* value : {"32.5", "true", "\"x\"", "-1", "0", "1099511627776", "[32]", "{\"a\": 1}", "\"\""}) {
      const auto text = config(fmt::format(R"("{}": {})", key, value));
      const auto result = read(text);
      ASSERT_TRUE(result) << key << ' ' << value;
      EXPECT_EQ(result->parameters, without->parameters);
      EXPECT_EQ(result->attention, without->attention);
      EXPECT_EQ(result->contextLength, without->contextLength);
      EXPECT_THAT(result->notices,
                  Contains(AllOf(HasSubstr("`" + std::string(key) + "` is "), HasSubstr("as if the key were missing"))))
          << key << ' ' << value;
      EXPECT_THAT(read(text, Language::zhCn)->notices, Contains(HasSubstr("按缺少此键处理")));
    }
  for (const auto* good : {R"("sliding_window": 32)", R"("sliding_window": "32")", R"("sliding_window": null)"})
    EXPECT_THAT(read(config(good))->notices, Not(Contains(HasSubstr("missing")))) << good;
  EXPECT_EQ(read(config(R"("sliding_window": 32)"))->attention.front().window, 32);
}

TEST(HfNasty, aTypeThatIsNoTextIsNamedAsSuch) {
  for (const auto* value : {"5", "[\"llama\"]", "{}", "true"}) {
    const auto result = read(fmt::format(R"({{"model_type": {}, "hidden_size": 64}})", value));
    ASSERT_FALSE(result) << value;
    EXPECT_EQ(result.error().front().key, "model_type") << value;
    EXPECT_EQ(result.error().front().kind, ErrorKind::wrongType) << value;
    EXPECT_FALSE(result.error().front().found.empty()) << value;
  }
  for (const auto* absent : {"", "\"model_type\": null, ", "\"model_type\": \"\", "}) {
    const auto result = read(fmt::format(R"({{{}"hidden_size": 64}})", absent));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().front().kind, ErrorKind::missingKey) << absent;
  }
}

TEST(HfNasty, sizesInSeveralPlacesAreTold) {
  const auto inner = config("", "llama");
  const auto outer = read(config(R"("text_config": )" + inner, "llama"));
  ASSERT_TRUE(outer);
  EXPECT_THAT(outer->notices, Contains(AllOf(HasSubstr("`text_config` is not read"), HasSubstr("outermost"))));
  const auto two =
      read(R"({"model_type": "some_vl", "language_config": )" + inner + R"(, "llm_config": )" + inner + "}");
  ASSERT_TRUE(two);
  EXPECT_THAT(two->notices, Contains(AllOf(HasSubstr("`language_config` is not read"), HasSubstr("`llm_config`"))));
  const auto one = read(R"({"model_type": "some_vl", "llm_config": )" + inner + "}");
  ASSERT_TRUE(one);
  EXPECT_THAT(one->notices, Not(Contains(HasSubstr("is not read"))));
}

TEST(HfNasty, quantisationIsToldHoweverItIsWritten) {
  for (const auto* block : {R"({"quant_method": "awq"})", R"("awq")"})
    EXPECT_THAT(read(config(fmt::format(R"("quantization_config": {})", block)))->notices,
                Contains(HasSubstr("quantized (awq)")))
        << block;
  for (const auto* none : {"null", "{}"})
    EXPECT_THAT(read(config(fmt::format(R"("quantization_config": {})", none)))->notices,
                Not(Contains(HasSubstr("quantized"))))
        << none;
}

TEST(HfNasty, aListOfLayersSaysHowManyItNeeds) {
  for (const auto* list : {R"(["full_attention"])", "[]"}) {
    const auto result = read(config(fmt::format(R"("layer_types": {})", list)));
    ASSERT_FALSE(result) << list;
    EXPECT_EQ(result.error().front().key, "layer_types");
    EXPECT_THAT(result.error().front().allowed, HasSubstr("4 layers; the list has"));
  }
}

// The layer of multi-token prediction is one more mixture, also where the last layer of the stack is dense.
TEST(HfNasty, thePredictionLayerIsAMixture) {
  const auto text = [](int every) {
    return config(fmt::format(R"("q_lora_rank": 12, "kv_lora_rank": 8, "qk_nope_head_dim": 6, "qk_rope_head_dim": 2,
      "v_head_dim": 10, "n_routed_experts": 8, "n_shared_experts": 1, "num_experts_per_tok": 2,
      "moe_intermediate_size": 24, "first_k_dense_replace": 1, "moe_layer_freq": {}, "num_nextn_predict_layers": 1)",
                              every),
                  "deepseek_v3");
  };
  const auto all = read(text(1)), second = read(text(2));
  ASSERT_TRUE(all && second);
  ASSERT_NE(second->parameters.perLayer.back(), all->parameters.perLayer.back());  // dense: layer 3 of 0 … 3
  EXPECT_EQ(second->parameters.multiTokenPrediction, all->parameters.multiTokenPrediction);
}

// Text, fractions that are whole, byte order marks and line ends change nothing.
TEST(HfNasty, oddSpellingsOfNumbersCountTheSame) {
  const auto plain = read(config(""));
  ASSERT_TRUE(plain);
  for (const auto* size : {"64.0", "6.4e1", "\"64\"", "\" 64 \"", "\"64.0\"", "0.64e2"}) {
    auto text = config("");
    text.replace(text.find("64"), 2, size);
    const auto result = read(text);
    ASSERT_TRUE(result) << size;
    EXPECT_EQ(result->parameters, plain->parameters) << size;
  }
  for (const auto* size : {"64.5", "-0.0", "-64", "9007199254740993", "9223372036854775808", "1e308", "\"0x40\"",
                           "\"64L\"", "\"1_000\"", "\"NaN\"", "true", "[64]", "{}"}) {
    auto text = config("");
    text.replace(text.find("64"), 2, size);
    const auto result = read(text);
    ASSERT_FALSE(result) << size;
    EXPECT_EQ(result.error().front().key, "hidden_size") << size;
  }
}

}  // namespace
}  // namespace shardscope
