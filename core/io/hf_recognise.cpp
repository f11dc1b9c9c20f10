// SPDX-License-Identifier: Apache-2.0
// Tells a model's config.json from a scenario file by the outermost keys.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/io/file.hpp"
#include "core/io/hf_config.hpp"
#include "core/io/json_pull.hpp"

namespace shardscope {

namespace {

constexpr auto kMarks =
    std::to_array<std::string_view>({"model_type", "architectures", "peft_type", "text_config", "llm_config",
                                     "language_config", "hidden_size", "num_hidden_layers", "n_embd", "d_model"});

bool isMark(std::string_view key) { return std::find(kMarks.begin(), kMarks.end(), key) != kMarks.end(); }

// What is too large for a scenario is none: a mark anywhere is enough, and is found without reading the text twice.
bool holdsMark(std::string_view text) {
  return std::any_of(kMarks.begin(), kMarks.end(),
                     [&](std::string_view mark) { return text.find(fmt::format("\"{}\"", mark)) != text.npos; });
}

}  // namespace

// A mistake ends the search: what was seen before it decides who reports it.
bool looksLikeHfConfig(std::string_view text) {
  JsonPull pull(text);
  if (pull.next() != JsonPull::Event::openObject) return false;  // YAML needs no second look
  if (text.size() > kMaxScenarioBytes) return holdsMark(text);
  bool saysModel = false;
  std::string room;
  while (pull.next() == JsonPull::Event::key) {
    const auto key = pull.unescapedIn(room);
    if (key == "shardscope") return false;
    saysModel = saysModel || isMark(key);
    if (!pull.skipValue()) break;
  }
  return saysModel;
}

}  // namespace shardscope
