// SPDX-License-Identifier: Apache-2.0
// Every key that the importer keeps while reading is asked for by some family, and every key that a family names
// decides something of it: another value gives another result or a refusal.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/io/hf_config.hpp"
#include "core/io/hf_family.hpp"
#include "core/io/hf_reader.hpp"
#include "tests/support/core_hf_configs.hpp"

namespace shardscope {
namespace {

using Json = nlohmann::ordered_json;
using Pointer = Json::json_pointer;

const Json kValues[] = {
    true,           false,  0, 1, 2, 3, 4, 7, 0.5, 200, "LG", "alibi", "x", Json::array(), Json::array({0, 1}),
    Json{{"a", 1}}, nullptr};

// All that an import says, or that there is none.
struct Outcome {
  bool isRead = false;
  ImportedModel model;
  explicit Outcome(const Json& json) {
    auto result = importHfConfig(json.dump(), "c.json", Language::en);
    isRead = result.has_value();
    if (result) model = std::move(*result);
  }
  bool countsAs(const Outcome& o) const {
    const auto &a = model, &b = o.model;
    return isRead == o.isRead && a.family == b.family && a.shape == b.shape && a.parameters == b.parameters &&
           a.contextLength == b.contextLength && a.multipliedWeights == b.multipliedWeights &&
           a.attention == b.attention && a.tiedIsSaid == b.tiedIsSaid;
  }
  bool operator==(const Outcome& o) const { return countsAs(o) && model.notices == o.model.notices; }
};

// Sizes of every part that some family has; keys that a family does not know are only noticed.
Json sample(std::string_view type) {
  return {{"model_type", type},       {"hidden_size", 64},  {"num_hidden_layers", 4}, {"num_attention_heads", 4},
          {"intermediate_size", 128}, {"vocab_size", 100},  {"ffn_dim", 128},         {"max_position_embeddings", 32},
          {"q_lora_rank", 12},        {"kv_lora_rank", 8},  {"qk_nope_head_dim", 6},  {"qk_rope_head_dim", 2},
          {"v_head_dim", 16},         {"index_n_heads", 2}, {"index_head_dim", 4}};
}

// The same with the experts that the family describes.
Json sampleOf(const HfFamily& family) {
  auto json = sample(family.name);
  const auto put = [&](std::string_view keys, const Json& value) {
    const auto key = keys.substr(0, keys.find(' '));
    const auto dot = key.find('.');
    if (key.empty() || key == "-") return;
    if (dot == key.npos)
      json[std::string(key)] = value;
    else
      json[std::string(key.substr(0, dot))][std::string(key.substr(dot + 1))] = value;
  };
  if (family.name == "chatglm") json["padded_vocab_size"] = 100, json["num_layers"] = 4, json["ffn_hidden_size"] = 128;
  if (family.name == "mpt") json["max_seq_len"] = 32;
  if (family.ffnKeys == "intermediate_size_mlp") put(family.ffnKeys, 96);
  const auto& moe = family.moe;
  if (moe.experts.empty()) return json;
  put(moe.experts, 8);
  put(moe.topK, 2);
  put(moe.width, 32);
  put(moe.sharedKey, 2);
  put(moe.hasShared.key, true);
  json["first_k_dense_replace"] = 1;
  json["moe_layer_start_index"] = 1;
  return json;
}

// Paths at which a key may stand.
std::vector<Pointer> placesOf(std::string_view key) {
  std::vector<Pointer> places;
  for (const auto* group : {"", "attn_config", "ffn_config", "quantization_config"})
    places.push_back((*group ? Pointer() / group : Pointer()) / std::string(key));
  return places;
}

// `same` compares what an import says before and after a change of the key.
template <class Same>
bool decides(const Json& config, const Pointer& place, const Same& same) {
  const Outcome before(config);
  const auto group = place.parent_pointer();
  for (const auto& value : kValues) {
    auto changed = config;
    if (!group.empty() && (!changed.contains(group) || !changed[group].is_object())) changed[group] = Json::object();
    if (changed.contains(place) && changed[place] == value) continue;
    changed[place] = value;
    if (!same(before, Outcome(changed))) return true;
  }
  return false;
}

std::vector<Json> samples() {
  std::vector<Json> all;
  for (const auto& family : hfFamilies()) all.push_back(sampleOf(family));
  for (const auto& config : test::hfConfigs()) all.push_back(config.json);
  all.push_back({{"model_type", "some_vl"}, {"text_config", sample("llama")}});
  return all;
}

TEST(HfKeys, everySampleIsRead) {
  for (const auto& family : hfFamilies()) {
    const auto result = importHfConfig(sampleOf(family).dump(), "c.json", Language::en);
    ASSERT_TRUE(result) << family.name << ": " << message(result.error().front(), Language::en);
    EXPECT_EQ(result->family, family.name);
  }
}

// A key that is kept for nothing, or that a formula no longer asks for, decides nothing anywhere.
TEST(HfKeys, everyKeyThatIsKeptDecidesSomething) {
  constexpr std::string_view kToldFromScenariosOnly = "shardscope";
  std::set<std::string> left(hfKeys().begin(), hfKeys().end());
  left.erase(std::string(kToldFromScenariosOnly));
  const auto saysTheSame = [](const Outcome& a, const Outcome& b) { return a == b; };
  for (const auto& config : samples())
    for (auto key = left.begin(); key != left.end();) {
      const auto places = placesOf(*key);
      const bool isRead = std::any_of(places.begin(), places.end(),
                                      [&](const Pointer& place) { return decides(config, place, saysTheSame); });
      key = isRead ? left.erase(key) : std::next(key);
    }
  for (const auto& key : left) ADD_FAILURE() << key << " is kept, but decides nothing";
}

// Every flag and every key of a family's entry, in that family; a notice that it is ignored is not enough.
TEST(HfKeys, everyKeyOfAFamilyDecidesSomethingOfIt) {
  std::map<std::string, std::vector<Json>> configs;
  for (const auto& family : hfFamilies()) configs[std::string(family.name)].push_back(sampleOf(family));
  for (const auto& config : test::hfConfigs())
    if (!config.json.contains("text_config")) configs[config.model.family].push_back(config.json);
  const auto countsTheSame = [](const Outcome& a, const Outcome& b) { return a.countsAs(b); };
  int keys = 0;
  for (const auto& family : hfFamilies()) {
    const auto& of = configs[std::string(family.name)];
    const auto expectRead = [&](std::string_view words) {
      anyWord(words, [&](std::string_view word) {
        if (word == "-") return false;
        ++keys;
        const auto dot = word.find('.');
        const auto place = dot == word.npos
                               ? Pointer() / std::string(word)
                               : Pointer() / std::string(word.substr(0, dot)) / std::string(word.substr(dot + 1));
        const bool isRead = std::any_of(of.begin(), of.end(), [&](const Json& config) {
          auto without = config;  // spellings that come earlier in the list hide the others
          anyWord(words,
                  [&](std::string_view other) { return other != word && without.erase(std::string(other)), false; });
          without[place] = config.contains(place) ? config[place] : Json(24);
          return decides(config, place, countsTheSame) || decides(without, place, countsTheSame);
        });
        EXPECT_TRUE(isRead) << family.name << ' ' << word;
        return false;
      });
    };
    const auto& f = family;
    for (const auto& flag :
         {f.qkvBias, f.outBias, f.mlpBias, f.headBias, f.finalNorm, f.hasQkNorm, f.moe.correction, f.moe.hasShared})
      expectRead(flag.key);
    for (const auto words : {f.vocabKeys, f.ffnKeys}) expectRead(words);
    if (!f.moe.experts.empty())
      for (const auto words : {f.moe.experts, f.moe.topK, f.moe.width, f.moe.widthOr, f.moe.sharedKey})
        expectRead(words);
    for (const auto dimension : {"layers", "hidden", "heads"}) expectRead(hfSpellings(dimension));
  }
  EXPECT_GT(keys, 500);
}

TEST(HfKeys, otherKeysAreSkipped) {
  for (const auto* key : {"rope_scaling", "rope_theta", "hidden_act", "num_hidden_layer", ""})
    EXPECT_FALSE(hfKeyIsWanted(key)) << key;
}

}  // namespace
}  // namespace shardscope
