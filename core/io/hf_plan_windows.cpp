// SPDX-License-Identifier: Apache-2.0
// Which layers look at a window of tokens only. It changes FLOPs and memory, never a parameter count.
#include <algorithm>

#include "core/io/hf_plan.hpp"
#include "core/io/hf_reader.hpp"

namespace shardscope {
namespace {

template <class Rule>
void mark(HfPlan& plan, const Rule& isWindowed) {
  for (std::size_t i = 0; i < plan.layers.size(); ++i) plan.layers[i].windowed = isWindowed(i);
}

// layer_types: one word per layer, and it decides. A word for a layer without softmax attention is a hybrid model.
bool markByLayerTypes(HfReader& reader, const HfFamily& family, HfPlan& plan) {
  const auto* types = reader.find("layer_types");
  if (!types) return false;
  if (!types->isList()) {
    reader.fail(ErrorKind::wrongType, "layer_types", types, std::to_string(plan.layers.size()) + " × \"…\"");
    return true;
  }
  for (const auto& type : types->children)
    if (type.text != "full_attention" && type.text != "sliding_attention" && type.text != "chunked_attention") {
      reader.refuse("hf-refused-hybrid", "layer_types", std::string(family.name) + " (" + describe(type) + ")");
      return true;
    }
  if (types->children.size() != plan.layers.size()) {
    reader.failLength("layer_types", *types, plan.layers.size(), types->children.size());
    return true;
  }
  mark(plan, [&](std::size_t i) { return types->children[i].text != "full_attention"; });
  return true;
}

// "LLLG", 4, or the family's own rhythm: the last of every group sees everything.
void markByPattern(HfReader& reader, const HfFamily& family, HfPlan& plan) {
  const auto* node = reader.find("sliding_window_pattern");
  if (node && node->kind == JsonNode::Kind::text && node->text.find_first_not_of("LG") == std::string::npos &&
      !node->text.empty()) {
    const auto pattern = node->text;
    return mark(plan, [&](std::size_t i) { return pattern[i % pattern.size()] == 'L'; });
  }
  const auto said = reader.peek("sliding_window_pattern", hfRange("layers"));
  const auto every = static_cast<std::size_t>(said.value_or(family.windowEvery));
  mark(plan, [&](std::size_t i) { return (i + 1) % every != 0; });
}

// gpt_neo: attention_layers names every layer; attention_types gives runs, [[["global", "local"], 6]].
void markGptNeo(HfReader& reader, HfPlan& plan) {
  std::vector<std::string> kinds;
  const auto* layers = reader.find("attention_layers");
  if (layers)
    for (const auto& kind : layers->children) kinds.push_back(kind.text);
  const bool saidLayers = !kinds.empty();
  const auto* runs = reader.find("attention_types");
  if (kinds.empty() && runs)
    for (const auto& run : runs->children) {
      if (run.children.size() != 2 || run.children[0].children.empty()) continue;
      for (std::int64_t n = 0; n < run.children[1].integer && kinds.size() < plan.layers.size(); ++n)
        for (const auto& kind : run.children[0].children) kinds.push_back(kind.text);
    }
  if (const auto* named = saidLayers ? layers : runs; named && kinds.size() != plan.layers.size())
    reader.failLength(named->key, *named, plan.layers.size(), kinds.size());
  mark(plan, [&](std::size_t i) { return i < kinds.size() && kinds[i] == "local"; });
}

void markByRule(HfReader& reader, const HfFamily& family, HfPlan& plan) {
  switch (family.windows) {
    case HfWindows::none: return;
    case HfWindows::all: return mark(plan, [](std::size_t) { return true; });
    case HfWindows::alternating: return mark(plan, [](std::size_t i) { return i % 2 == 0; });
    case HfWindows::allButEveryNth: return markByPattern(reader, family, plan);
    case HfWindows::gptNeo: return markGptNeo(reader, plan);
    case HfWindows::ifSwitchedOn: break;
  }
  const auto first = static_cast<std::size_t>(reader.peek("max_window_layers", {0, hfRange("layers").max}).value_or(0));
  mark(plan, [&](std::size_t i) { return i >= first; });
}

}  // namespace

void planWindows(HfReader& reader, const HfFamily& family, HfPlan& plan) {
  constexpr auto kKeys = "sliding_window window_size";
  if (!reader.saysNull(kKeys)) plan.window = reader.peek(kKeys, hfRange("window")).value_or(family.window);
  const bool decided = markByLayerTypes(reader, family, plan);
  if (family.windows == HfWindows::ifSwitchedOn && !reader.flag({"use_sliding_window", false})) {
    plan.window = 0;
    return;
  }
  if (!decided) markByRule(reader, family, plan);
}

}  // namespace shardscope
