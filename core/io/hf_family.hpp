// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a family of models is described: one entry of the table in hf_families.cpp. Lists of words are separated by
// blanks.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace shardscope {

class HfReader;
struct HfPlan;

// A yes or no of the family, or a key of the file with what holds without it.
struct HfFlag {
  std::string_view key;
  bool otherwise = false;
};
inline constexpr HfFlag kYes{{}, true};
inline constexpr HfFlag kNo{};

enum class HfNorm { rms, layer, scaleOnly, weightless };  // per norm and width n: n, 2n, n, 0 numbers
// 2d, 4d, (a+k)d numbers per layer; `whole` follows the norm of the family, which may double it with biases.
enum class HfQkNorm { none, perHead, perHeadWithBias, whole, wholeScaleOnly };
enum class HfMlp { gated, plain };
enum class HfPositions { none, learned };
// Layers that see a window: none; all; all if use_sliding_window; every other one, the first windowed; all but every
// n-th of `windowEvery`; by attention_types.
enum class HfWindows { none, all, ifSwitchedOn, alternating, allButEveryNth, gptNeo };

enum class HfMoeLayers { all, qwen, deepseek, llama4, ernie };
enum class HfShared { none, countTimesWidth, ownWidth, oneExpert };

struct HfMoe {
  std::string_view experts = {};  // keys; empty = a dense family
  std::string_view topK = "num_experts_per_tok";
  std::string_view width = "intermediate_size";
  std::string_view widthOr = {};  // if `width` is absent
  bool mayBeDense = false;        // dense unless the file names more than one expert
  HfMoeLayers layers = HfMoeLayers::all;
  HfShared shared = HfShared::none;
  std::string_view sharedKey = {};  // the count or the width
  bool mayLackShared = false;       // a file without the count has none; else it is incomplete
  HfFlag hasShared = kYes;
  bool sharedGate = false;  // one column in front of the shared expert
  HfFlag correction = kNo;  // one number per expert and MoE layer
  bool routerBias = false;
  bool expertBias = false;
  bool predictionRepeatsTables = false;  // published totals with multi-token prediction hold copies of both tables
};

struct HfFamily {
  std::string_view name;           // canonical model_type
  std::string_view types = {};     // other spellings of model_type, lower case
  std::string_view architectures;  // class names up to "For…" or "LM…", lower case
  std::string_view wrappers = {};  // model_type of files that nest this family
  HfFlag qkvBias = kNo, outBias = kNo, mlpBias = kNo, headBias = kNo;
  HfMlp mlp = HfMlp::gated;
  std::string_view vocabKeys = {};  // else the usual spellings
  std::string_view ffnKeys = {};    // else the usual spellings
  bool ffnIsFourHidden = false;     // always, or where the file uses the n_… spelling or says null
  HfNorm norm = HfNorm::rms;
  int norms = 2;  // per layer
  HfFlag finalNorm = kYes;
  HfQkNorm qkNorm = HfQkNorm::none;
  HfFlag hasQkNorm = kYes;
  bool tied = false;  // the class default
  HfPositions positions = HfPositions::none;
  bool mla = false;
  bool indexer = false;  // sparse attention picks keys with small heads of its own
  bool dropout = false;  // the class default
  HfWindows windows = HfWindows::none;
  int windowEvery = 1;
  std::int64_t window = 0;  // the class default
  // What the class takes for a file that does not say; 0 = as many as heads, hidden ÷ heads. Counted is the latter,
  // with a notice: the files that leave a size out are those of other programs.
  std::int64_t usualKvHeads = 0, usualHeadDim = 0;
  bool valuesFollowHeads = false;  // latent attention: v_head_dim may be left out
  HfMoe moe = {};
  std::string_view nestedDefaults = {};          // "hidden=2304 …": what a nested file may leave out
  void (*adjust)(HfReader&, HfPlan&) = nullptr;  // what the words above cannot say
};

std::span<const HfFamily> hfFamilies();
const HfFamily* hfFamilyOfType(std::string_view modelType);  // normalised spelling
const HfFamily* hfFamilyOfWrapper(std::string_view modelType);
const HfFamily* hfFamilyOfArchitecture(std::string_view architecture);

// The message that says why a model of this name is refused although it is known; empty for others.
std::string_view hfRefusalOf(std::string_view normalisedName);

// " LLaMA " → "llama".
std::string hfNormalised(std::string_view name);
// "LlamaForCausalLM" → "llama", "QWenLMHeadModel" → "qwen", "ChatGLMModel" → "chatglm".
std::string hfArchitectureStem(std::string_view architecture);

// Calls `use` with every word of a blank-separated list; stops when it returns true and says so.
template <class Use>
bool anyWord(std::string_view words, const Use& use) {
  while (!words.empty()) {
    const auto end = words.find(' ');
    if (const auto word = words.substr(0, end); !word.empty() && use(word)) return true;
    words = end == words.npos ? std::string_view{} : words.substr(end + 1);
  }
  return false;
}
inline bool hasWord(std::string_view words, std::string_view word) {
  return anyWord(words, [&](std::string_view other) { return other == word; });
}

}  // namespace shardscope
