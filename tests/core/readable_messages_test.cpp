// SPDX-License-Identifier: Apache-2.0
// Whatever a file holds, what is said about it is UTF-8 on one line and short enough to read: parsers quote single
// bytes of wide characters, JSON keys may hold control characters, and nothing bounds a name.
#include <gtest/gtest.h>

#include <array>

#include "core/catalogue/catalogue.hpp"
#include "core/catalogue/catalogue_builder.hpp"
#include "core/io/hf_config.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/io/utf8.hpp"
#include "tests/support/core_temporary_folder.hpp"

namespace shardscope {
namespace {

using Sentences = std::vector<std::string>;

void add(Sentences& all, const Errors& errors) {
  for (const auto& error : errors)
    for (const auto language : {Language::en, Language::zhCn}) all.push_back(message(error, language));
}
void add(Sentences& all, const Sentences& notices) { all.insert(all.end(), notices.begin(), notices.end()); }

template <class Loaded>
Sentences sentencesOf(const tl::expected<Loaded, Errors>& result) {
  Sentences all;
  result ? add(all, result->notices) : add(all, result.error());
  return all;
}

Sentences yaml(const std::string& text) { return sentencesOf(parseScenario(text, "a.yaml", "", Language::en)); }
Sentences json(const std::string& text) { return sentencesOf(parseScenarioJson(text, "a.json", "", Language::en)); }
Sentences config(const std::string& text) { return sentencesOf(importHfConfig(text, "config.json", Language::zhCn)); }
Sentences userCatalogue(const std::string& text) {
  CatalogueBuilder builder;
  builder.add(text, "own.json", true);
  builder.finish();
  Sentences all;
  add(all, builder.errors());
  return all;
}

struct Reader {
  const char* name;
  Sentences (*read)(const std::string& text);
};
void PrintTo(const Reader& reader, std::ostream* out) { *out << reader.name; }

// Places where a parser or a reader quotes what it found; @ stands for it.
constexpr auto kTexts = std::to_array<const char*>({
    // YAML
    R"(a: "\@")",
    R"(a: "\x@")",
    R"(a: "\u@")",
    "a: &@ b",
    "a: *@",
    "a: !@ b",
    "a: !<@> b",
    "%@ x",
    "%YAML @",
    "%TAG @",
    "a: |@",
    "a: >@\n b",
    "a: @",
    "a: `@`",
    "a: \"@",
    "a: '@",
    "{@",
    "[@",
    "? @",
    "a: b: @",
    "a: @\n b: c",
    "@: [1",
    "- @\nb",
    "a: &x@ [*x@]",
    "--- @\n--- @",
    "@: 1\n@: 2",
    "@",
    "shardscope: 1\n@: @\nmodel: {@: @}\nparallel: {tp: @}",
    "shardscope: 1\nmodel: {preset: @, @: 1}\ncluster: {gpu: @}",
    "shardscope: @\nmodel: {hf_config: @}",
    // JSON
    "{@",
    R"({"a": @)",
    R"({"a": "\@"})",
    R"({"a": 1@})",
    R"({"a": tru@})",
    R"({"a": "\u@"})",
    R"({"a" @ 1})",
    "[1, @]",
    R"({"@": )",
    R"({"a": "@)",
    R"({"a": 1} @)",
    R"({"@": 1, "@": 2})",
    R"({"a": {"@": {"@": [1, 2}}})",
    R"({"shardscope": 1, "@": "@", "model": {"@": ["@", "@"]}, "parallel": {"schedule": "@", "@": {"@": 1}}})",
    R"({"shardscope": 1, "model": {"preset": "@", "x@": 1}, "cluster": {"gpu": "@"}})",
    // config.json
    R"({"model_type": "@"})",
    R"({"architectures": ["@"]})",
    R"({"peft_type": "@"})",
    R"({"peft_type": {"@": 1}})",
    R"({"model_type": "llama", "hidden_size": "@", "vocab_size": ["@"], "num_hidden_layers": {"@": "@"}})",
    R"({"model_type": "llama", "architectures": ["@ForCausalLM"], "hidden_size": 64, "num_hidden_layers": 2, )"
    R"("num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 9, "quantization_config": {"quant_method": )"
    R"("@"}})",
    R"({"model_type": "llama", "text_config": {"hidden_size": "@", "hidden_size": "@"}, "model_type": "@"})",
    R"({"model_type": "minimax_m2", "layer_types": ["@"], "attn_type_list": ["@"]})",
    // catalogue
    R"({"@": []})",
    R"({"models": "@"})",
    R"({"models": [{"id": "@", "name": "@", "sources": {"@": "@"}, "@": "@"}]})",
    R"({"devices": [{"id": "@", "@": 1, "generation": "@", "peak_flops": {"@": 1}}]})",
    R"({"scenarios": [{"id": "@", "name_en": "@", "model": {"preset": "@"}, "cluster": {"gpu": "@", "nodes": 1}}]})",
});

std::string filled(std::string text, const std::string& found) {
  for (auto at = text.find('@'); at != text.npos; at = text.find('@', at + found.size())) text.replace(at, 1, found);
  return text;
}

// Of two, three and four bytes, controls as they stand and as JSON escapes, and names without an end.
const Sentences& finds() {
  static const Sentences all = {"é",
                                "中",
                                "😀",
                                "x中文",
                                "\xC2\x85",
                                "\x7F",
                                "\\u0000",
                                "\\u001b[31m",
                                "\\n\\r\\t",
                                "\\u009b",
                                "\\ud83d\\ude00",
                                std::string(5'000, 'x'),
                                std::string(5'000, '\x7F'),
                                [] {
                                  std::string wide = "x";
                                  for (int i = 0; i < 2'000; ++i) wide += "中";
                                  return wide;
                                }()};
  return all;
}

void expectReadable(const std::string& sentence) {
  EXPECT_FALSE(textError(sentence, "")) << sentence;
  EXPECT_EQ(sentence.find_first_of("\n\r\t\x7F"), sentence.npos) << sentence;
  EXPECT_EQ(sentence.find("\xC2\x85"), sentence.npos) << sentence;
  EXPECT_EQ(sentence.find("\xC2\x9B"), sentence.npos) << sentence;
  EXPECT_FALSE(sentence.empty());
  EXPECT_LT(sentence.size(), 5000U) << sentence;
}

class ReadableMessages : public testing::TestWithParam<Reader> {};

TEST_P(ReadableMessages, whateverTheTextHolds) {
  std::size_t said = 0;
  for (const auto* text : kTexts)
    for (const auto& found : finds()) {
      const auto sentences = GetParam().read(filled(text, found));
      for (const auto& sentence : sentences) expectReadable(sentence);
      said += sentences.empty() ? 0 : 1;
      if (HasFailure()) FAIL() << "in " << filled(text, found).substr(0, 200);
    }
  EXPECT_GT(said, kTexts.size() * finds().size() * 9 / 10) << "nearly every text is refused or noticed";
}

INSTANTIATE_TEST_SUITE_P(Readers, ReadableMessages,
                         testing::Values(Reader{"yaml", yaml}, Reader{"json", json}, Reader{"config", config},
                                         Reader{"catalogue", userCatalogue}));

TEST(ReadableMessages, whateverAFileIsCalled) {
  for (const auto* name : {"caf\xE9.yaml", "\xFF\xFE", "a\nb", "\x1B[31m", "中\xE4\xB8"}) {
    const auto loaded = loadScenario(std::string("/no/such/folder/") + name, Language::en);
    ASSERT_FALSE(loaded);
    for (const auto language : {Language::en, Language::zhCn}) expectReadable(message(loaded.error()[0], language));
  }
}

// An entry that replaces a built-in one is named in a notice.
TEST(ReadableMessages, whateverAnOverriddenEntryIsCalled) {
  const test::TemporaryFolder folder;
  const std::string model =
      R"({"id": "a\u001b[2J中", "name": "a", "sources": {}, "layers": 1, "hidden": 64, "heads": 1, "ffn": 64, "vocab": 9})";
  folder.write("1.json", "{\"models\": [" + model + "]}");
  folder.write("caf\xE9.json", "{\"models\": [" + model + "]}");
  Sentences notices;
  Errors errors;
  Catalogue::withUserFolder(folder.path(), notices, errors, Language::en);
  for (const auto& error : errors) ADD_FAILURE() << message(error, Language::en);
  ASSERT_EQ(notices.size(), 1U);
  expectReadable(notices[0]);
}

}  // namespace
}  // namespace shardscope
