// SPDX-License-Identifier: Apache-2.0
// Names of models: which family one belongs to, and why the others are refused.
#include <algorithm>
#include <array>

#include "core/io/hf_family.hpp"

namespace shardscope {
namespace {

struct Refusal {
  std::string_view messageId;
  std::string_view names;  // model types and stems of class names
};
constexpr std::array kRefusals = {
    Refusal{"hf-refused-recurrent",
            "mamba mamba2 falcon_mamba falconmamba rwkv rwkv5 rwkv6 rwkv7 rwkv6qwen2 xlstm "
            "retnet hyena recurrent_gemma recurrentgemma s4 gla"},
    Refusal{"hf-refused-hybrid",
            "jamba zamba zamba2 nemotron_h nemotronh granitemoehybrid bamba falcon_h1 falconh1 qwen3_next qwen3next "
            "qwen3_5 qwen3_5_moe kimi_linear kimilinear minimax minimax_text_01 minimaxtext01 minimax_m1 minimaxm1 "
            "lfm2 lfm2_moe lfm2moe hymba samba plamo2 phi4flash stripedhyena olmo_hybrid olmohybrid ring_linear"},
    Refusal{"hf-refused-blocks", "nemotron-nas nemotron_nas nemotronnas decilm deci openelm"},
    Refusal{"hf-refused-encoder",
            "bert roberta distilbert albert electra deberta deberta-v2 debertav2 xlm xlm-roberta xlmroberta modernbert "
            "nomic_bert nomicbert eurobert camembert clip siglip vit whisper t5 mt5 umt5 longt5 switch_transformers "
            "bart mbart pegasus marian m2m_100 led bigbird_pegasus blenderbot prophetnet fsmt encoder-decoder t5gemma"},
};

}  // namespace

std::string hfNormalised(std::string_view name) {
  const auto first = name.find_first_not_of(" \t\r\n"), last = name.find_last_not_of(" \t\r\n");
  std::string normalised;
  if (first == name.npos) return normalised;
  for (const char c : name.substr(first, last - first + 1))
    normalised += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return normalised;
}

std::string hfArchitectureStem(std::string_view architecture) {
  auto stem = hfNormalised(architecture);
  auto end = std::string::npos;
  for (const auto* suffix : {"lmhead", "forcausallm", "forconditional", "forsequence", "fortoken", "forquestion",
                             "formasked", "doubleheads", "preview"})
    end = std::min(end, stem.find(suffix, 1));
  if (end == std::string::npos && stem.ends_with("model") && stem.size() > 5) end = stem.size() - 5;
  stem.resize(std::min(end, stem.size()));
  while (stem.ends_with('_')) stem.pop_back();
  return stem;
}

const HfFamily* hfFamilyOfType(std::string_view modelType) {
  for (const auto& family : hfFamilies())
    if (family.name == modelType || hasWord(family.types, modelType)) return &family;
  return nullptr;
}

const HfFamily* hfFamilyOfWrapper(std::string_view modelType) {
  for (const auto& family : hfFamilies())
    if (hasWord(family.wrappers, modelType)) return &family;
  return nullptr;
}

const HfFamily* hfFamilyOfArchitecture(std::string_view architecture) {
  const auto stem = hfArchitectureStem(architecture);
  for (const auto& family : hfFamilies())
    if (hasWord(family.architectures, stem)) return &family;
  return nullptr;
}

std::string_view hfRefusalOf(std::string_view normalisedName) {
  for (const auto& refusal : kRefusals)
    if (hasWord(refusal.names, normalisedName)) return refusal.messageId;
  return {};
}

}  // namespace shardscope
