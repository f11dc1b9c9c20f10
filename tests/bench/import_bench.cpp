// SPDX-License-Identifier: Apache-2.0
// A config.json of 8 MiB is recognised and read, or refused, in under 100 ms, whatever it is filled with.
#include <benchmark/benchmark.h>

#include "core/io/file.hpp"
#include "core/io/hf_config.hpp"

namespace shardscope {
namespace {

constexpr char kModel[] =
    R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,)"
    R"( "intermediate_size": 128, "vocab_size": 100, )";

// The model with `first`, as many `more` as 8 MiB hold, and `last`.
std::string filled(const std::string& first, const std::string& more, const std::string& last) {
  std::string text = kModel + first;
  while (text.size() + more.size() + last.size() <= kMaxConfigBytes) text += more;
  return text + last;
}

std::string manyKeys() {
  std::string text = kModel;
  for (int i = 0; text.size() + 40 < kMaxConfigBytes; ++i) text += "\"k" + std::to_string(i) + "\":1,";
  return text + "\"end\":1}";
}

std::string nested() {
  const std::string head = std::string(kModel) + "\"unknown\":";
  const auto levels = (kMaxConfigBytes - head.size() - 2) / 2;
  return head + std::string(levels, '[') + std::string(levels, ']') + "}";
}

std::string shape(int64_t index) {
  switch (index) {
    case 0: return filled("\"unknown\":[0", ",1", "]}");
    case 1: return filled("\"unknown\":[0", ",-1.25e-3", "]}");
    case 2: return filled("\"unknown\":[{}", ",{\"a\":null}", "]}");
    case 3: return manyKeys();
    case 4: return filled("\"\":0", ",\"\":0", "}");
    case 5: return nested();
    case 6: return filled("\"unknown\":\"", "abcdefgh", "\"}");
    case 7: return filled("\"unknown\":\"", "\\ud83d\\ude00", "\"}");
    case 8: return filled("\"architectures\":[\"", "中", "\"]}");
    case 9: return filled("\"layer_types\":[\"full_attention\"", ",\"full_attention\"", "]}");
    case 10: return filled("\"intermediate_size\":[1", ",1", "]}");
    case 11: return filled("\"head_dim\":1", ",\"head_dim\":1", "}");
    case 12: return filled("\"unknown\":[1", ",\n1", "]}");
    case 13: return filled("\"unknown\":[1", ",1", "");  // cut off
    default: {                                           // what it is comes last
      auto text = filled("\"unknown\":[0", ",1", "], \"model_type\": \"llama\"}");
      return "{ \"name\"  " + text.substr(text.find(':'));
    }
  }
}

void importEightMebibytes(benchmark::State& state) {
  static constexpr const char* kNames[] = {
      "whole numbers", "reals",   "small objects", "different unknown keys", "empty keys",      "nesting",
      "one long text", "escapes", "a wanted text", "a list of layer kinds",  "a list of sizes", "a key again",
      "lines",         "cut off", "the name last"};
  const auto text = shape(state.range(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(looksLikeHfConfig(text));
    benchmark::DoNotOptimize(importHfConfig(text, "config.json", Language::en));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
  state.SetLabel(kNames[state.range(0)]);
}
BENCHMARK(importEightMebibytes)->DenseRange(0, 14)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace shardscope
