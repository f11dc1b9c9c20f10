// SPDX-License-Identifier: Apache-2.0
// Every published configuration, damaged in one key at a time. A count may stay or the file may be refused for that
// key; a wrong value never becomes another count, and a missing one only where the class has a default.
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

using Config = test::HfConfig;

// Paths of the keys that the importer asks for: of the file, of its text part, of attn_config and ffn_config.
void collect(const Json& object, const Json::json_pointer& at, std::vector<Json::json_pointer>& paths) {
  for (const auto& [key, value] : object.items()) {
    if (!hfKeyIsWanted(key)) continue;
    paths.push_back(at / key);
    if (value.is_object()) collect(value, at / key, paths);
  }
}

std::vector<Json::json_pointer> keysOf(const Config& config) {
  std::vector<Json::json_pointer> paths;
  collect(config.json, Json::json_pointer(), paths);
  return paths;
}

// What a person reads first names the damaged key: itself, a key of the group that it is, or another spelling of the
// same dimension that the file has as well. A refusal counts only if it is for that key.
bool names(const Errors& errors, const Json& damaged, const std::string& key) {
  const auto& error = errors.front();
  const auto last = error.key.substr(error.key.rfind('.') + 1);
  const auto text = message(error, Language::en);
  if (text.find("`" + last) == text.npos && text.find("." + last) == text.npos && text.find(error.found) == text.npos)
    return false;
  if (last == key || error.key.find(key + ".") != std::string::npos) return true;
  for (const auto dimension : {"layers", "hidden", "heads", "learned_positions"})
    if (hasWord(hfSpellings(dimension), key) && hasWord(hfSpellings(dimension), last))
      return damaged.contains(last) || !damaged.contains(key) || damaged[key].is_null();
  return false;
}

// "same", "another count", "names it", "names …".
std::string outcome(const Config& config, const Json& damaged, const std::string& key) {
  const auto model = importHfConfig(damaged.dump(), "c.json", Language::en);
  if (model) return model->parameters == config.model.parameters ? "same" : "another count";
  return names(model.error(), damaged, key) ? "names it" : "names " + model.error().front().key;
}

// What the class of a model decides for a file that does not say.
bool hasClassDefault(const Json::json_pointer& path) {
  constexpr std::string_view kDefaults =
      "num_key_value_heads num_kv_heads n_head_kv kv_n_heads head_dim tie_word_embeddings num_nextn_predict_layers "
      "use_qk_norm use_mixed_mlp_moe word_embed_proj_dim use_qkv_bias add_qkv_bias attention_bias use_cla "
      "cla_share_factor new_decoder_architecture multi_query_attention do_layer_norm_before attn_config alibi "
      "n_shared_experts";
  // The text part of a wrapper may leave out every size; which were taken is said in a notice.
  return path.to_string().starts_with("/text_config") || hasWord(kDefaults, path.back());
}

// Sizes whose null says something (no such part, four times the hidden size), while a file without the key is
// incomplete.
bool nullSpeaks(const std::string& key) {
  return hasWord("q_lora_rank n_shared_experts moe_num_shared_experts num_shared_expert intermediate_size", key);
}

// The spelling of the number of layers that counts where a file has several.
std::string layersKey(const Config& config) {
  std::string key;
  anyWord(hfSpellings("layers"), [&](std::string_view word) { return config.json.contains(key = word); });
  return key;
}

TEST(HfDamage, aWrongValueNeverBecomesAnotherCount) {
  const auto all = test::hfConfigs();
  ASSERT_GT(all.size(), 80U);
  const Json wrong[] = {"many", Json::object(), Json::array(), Json::array({Json::array()}), -3, 0.5, 1e300, "1e999"};
  for (const auto& config : all)
    for (const auto& path : keysOf(config))
      for (const auto& value : wrong) {
        auto damaged = config.json;
        damaged[path] = value;
        const auto result = outcome(config, damaged, path.back());
        const bool isEmptyGroup = value == Json::object() && config.json[path].is_object();
        EXPECT_TRUE(result == "same" || result == "names it" || isEmptyGroup)
            << config.name << ' ' << path.to_string() << " = " << value << ": " << result;
      }
}

TEST(HfDamage, aMissingKeyIsAskedForUnlessTheClassHasADefault) {
  for (const auto& config : test::hfConfigs())
    for (const auto& path : keysOf(config)) {
      auto without = config.json, null = config.json;
      without[path.parent_pointer()].erase(path.back());
      null[path] = nullptr;
      const auto result = outcome(config, without, path.back());
      EXPECT_TRUE(result == "same" || result == "names it" || hasClassDefault(path))
          << config.name << ' ' << path.to_string() << ": " << result;
      if (nullSpeaks(path.back())) continue;
      EXPECT_EQ(outcome(config, null, path.back()), result) << config.name << ' ' << path.to_string();
    }
}

// Sizes one level down, as image models nest them, and the other way round.
TEST(HfDamage, nestingChangesNoCount) {
  for (const auto& config : test::hfConfigs()) {
    if (config.json.contains("text_config")) continue;
    const Json vision = {{"model_type", "siglip"}, {"hidden_size", 7}, {"num_hidden_layers", 3}};
    for (const auto* part : {"text_config", "llm_config", "language_config"}) {
      Json wrapped = {{"model_type", "some_vl"}, {"vision_config", vision}, {part, config.json}};
      if (config.json.contains("model_type")) {
        EXPECT_EQ(outcome(config, wrapped, part), "same") << config.name << ' ' << part;
      }
    }
    auto inside = config.json;
    inside["vision_config"] = vision;
    EXPECT_EQ(outcome(config, inside, "vision_config"), "same") << config.name;
  }
}

// Twice as many layers: twice the numbers of every layer, where layers are alike.
TEST(HfDamage, layersAddUp) {
  for (const auto& config : test::hfConfigs()) {
    for (const auto& path : keysOf(config)) {
      if (path.to_string() != "/" + layersKey(config) || config.model.parameters.multiTokenPrediction > 0) continue;
      auto grown = config.json;
      grown[path] = config.json[path].get<int>() * 2;
      const auto model = importHfConfig(grown.dump(), "c.json", Language::en);
      if (!model) continue;  // lists with an item for every layer no longer fit
      const auto& before = config.model.parameters.perLayer;
      const auto& after = model->parameters.perLayer;
      ASSERT_EQ(after.size(), 2 * before.size()) << config.name;
      EXPECT_EQ(std::vector(after.begin(), after.begin() + static_cast<std::ptrdiff_t>(before.size())), before)
          << config.name;
      EXPECT_EQ(model->parameters.embedding, config.model.parameters.embedding) << config.name;
      EXPECT_EQ(model->parameters.rest, config.model.parameters.rest) << config.name;
    }
  }
}

// A shape that carries an import counts the same at other sizes: vocabulary and width.
TEST(HfDamage, otherVocabulariesMoveTheTablesOnly) {
  for (const auto& config : test::hfConfigs())
    for (const auto& path : keysOf(config)) {
      if (path.back() != "vocab_size" && path.back() != "padded_vocab_size") continue;
      auto grown = config.json;
      grown[path] = config.json[path].get<std::int64_t>() + 1000;
      const auto model = importHfConfig(grown.dump(), "c.json", Language::en);
      ASSERT_TRUE(model) << config.name;
      const auto& p = model->parameters;
      const auto grew = p.embedding - config.model.parameters.embedding;
      const bool isUnused = config.json.contains("padded_vocab_size") && path.back() == "vocab_size";
      EXPECT_EQ(grew > 0, !isUnused) << config.name;
      EXPECT_EQ(p.perLayer, config.model.parameters.perLayer) << config.name;
      EXPECT_EQ(p.total - config.model.parameters.total, grew + p.head - config.model.parameters.head) << config.name;
    }
}

}  // namespace
}  // namespace shardscope
