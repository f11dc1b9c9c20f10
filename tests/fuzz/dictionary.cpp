// SPDX-License-Identifier: Apache-2.0
// Writes a libFuzzer dictionary of the words a reader knows: dictionary scenario | hf_config.
#include <cstdio>
#include <set>
#include <string>
#include <string_view>

#include "core/catalogue/catalogue.hpp"
#include "core/io/hf_family.hpp"
#include "core/io/hf_reader.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {
namespace {

using Words = std::set<std::string>;

void addParts(Words& words, std::string_view dotted) {
  for (auto dot = dotted.find('.'); dot != dotted.npos; dot = dotted.find('.')) {
    words.emplace(dotted.substr(0, dot));
    dotted.remove_prefix(dot + 1);
  }
  words.emplace(dotted);
}

template <class Root>
void addFields(Words& words, std::span<const Field<Root>> fields) {
  for (const auto& field : fields) {
    addParts(words, field.name);
    for (const auto word : field.words) words.emplace(word);
  }
}

Words scenarioWords() {
  Words words{"shardscope", "model", "preset", "hf_config", "gpu", "sources", "null", "true", "1", "1e999", ".nan"};
  addFields(words, scenarioFields());
  addFields(words, modelFields());
  addFields(words, deviceFields());
  for (const auto& id : catalogue().modelIds()) words.insert(id);
  for (const auto& id : catalogue().deviceIds()) words.insert(id);
  return words;
}

Words configWords() {
  Words words{"full_attention",
              "sliding_attention",
              "chunked_attention",
              "global",
              "local",
              "LLLG",
              "ForCausalLM",
              "mptmlp",
              "multiquery_attention",
              "null",
              "true",
              "1",
              "64",
              "NaN",
              "1e999"};
  words.insert(hfKeys().begin(), hfKeys().end());
  const auto addAll = [&](std::string_view names) {
    anyWord(names, [&](std::string_view name) { return words.emplace(name), false; });
  };
  for (const auto& family : hfFamilies())
    for (const auto names : {family.name, family.types, family.architectures, family.wrappers}) addAll(names);
  return words;
}

}  // namespace
}  // namespace shardscope

int main(int argc, char** argv) {
  using namespace shardscope;
  const std::string_view which = argc == 2 ? argv[1] : "";
  if (which != "scenario" && which != "hf_config") return std::fputs("dictionary scenario | hf_config\n", stderr), 3;
  for (const auto& word : which == "scenario" ? scenarioWords() : configWords())
    std::printf("\"%s\"\n\"\\\"%s\\\": \"\n", word.c_str(), word.c_str());
  return 0;
}
