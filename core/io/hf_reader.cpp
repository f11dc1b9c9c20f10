// SPDX-License-Identifier: Apache-2.0
#include "core/io/hf_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

#include "core/io/decimal.hpp"
#include "core/io/utf8.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {
namespace {

const JsonNode* descend(const JsonNode& object, std::string_view key) {
  const auto dot = key.find('.');
  assert(hfKeyIsWanted(key.substr(0, dot)) && "a key that the reader skips");
  const auto* node = object.find(key.substr(0, dot));
  return node && dot != key.npos ? descend(*node, key.substr(dot + 1)) : node;
}

const JsonNode* firstNotNull(const JsonNode& object, std::string_view keys, std::string_view* found = nullptr) {
  const JsonNode* node = nullptr;
  anyWord(keys, [&](std::string_view key) {
    const auto* candidate = descend(object, key);
    if (!candidate || candidate->kind == JsonNode::Kind::null) return false;
    node = candidate;
    if (found) *found = key;
    return true;
  });
  return node;
}

std::string_view firstWord(std::string_view words) { return words.substr(0, words.find(' ')); }

// "hidden=2304 …" → the number after `dimension`.
std::optional<std::int64_t> classDefault(std::string_view defaults, std::string_view dimension) {
  std::optional<std::int64_t> value;
  anyWord(defaults, [&](std::string_view pair) {
    const auto equals = pair.find('=');
    if (pair.substr(0, equals) != dimension) return false;
    value = std::strtoll(std::string(pair.substr(equals + 1)).c_str(), nullptr, 10);
    return true;
  });
  return value;
}

// The number a text or number node writes; NaN if it is none.
double written(const JsonNode& node) {
  if (node.kind == JsonNode::Kind::integer || node.kind == JsonNode::Kind::number) return node.number;
  if (node.kind != JsonNode::Kind::text || node.text.empty() || node.text.size() > 40) return std::nan("");
  const auto first = node.text.find_first_not_of(' ');
  if (first == std::string::npos) return std::nan("");
  const auto length = node.text.find_last_not_of(' ') + 1 - first;
  return decimal(std::string_view(node.text).substr(first, length)).value_or(std::nan(""));
}

// Not null, not false, not a number up to `least`, whatever it is written as.
bool saysYes(const JsonNode& node, double least) {
  if (node.kind == JsonNode::Kind::null) return false;
  if (node.kind == JsonNode::Kind::boolean) return node.boolean;
  if (node.isObject()) return true;
  if (node.isList()) return !node.children.empty();
  if (node.kind == JsonNode::Kind::text) {
    const auto said = hfNormalised(node.text);
    if (said.empty() || said == "false" || said == "null" || said == "none") return false;
  }
  return !(written(node) <= least);
}

// The value for a message; quoted if it could not be seen otherwise.
std::string foundIn(const JsonNode& node) {
  const auto found = describe(node);
  const bool isBlank = node.kind == JsonNode::Kind::text && hfNormalised(node.text).empty();
  return isBlank ? '"' + found + '"' : found;
}

// Flags and sizes that change a count in some family.
constexpr std::string_view kCountingKeys =
    "attention_bias attention_out_bias mlp_bias use_bias bias use_qkv_bias qkv_bias enable_bias add_bias_linear "
    "add_qkv_bias lm_head_bias use_qk_norm qk_layernorm head_dim kv_lora_rank q_lora_rank moe_intermediate_size "
    "n_shared_experts moe_num_shared_experts num_shared_expert shared_expert_intermediate_size first_k_dense_replace "
    "num_nextn_predict_layers use_mla use_cla num_experts_per_tok moe_layer_freq";

}  // namespace

HfReader::HfReader(const JsonNode& root, const JsonNode& part, std::string file, Language language)
    : root_(root), part_(part), file_(std::move(file)), language_(language) {}

const JsonNode* HfReader::find(std::string_view keys) const { return ask(keys); }

const JsonNode* HfReader::ask(std::string_view keys, std::string_view* found) const {
  anyWord(keys, [this](std::string_view key) { return asked_.insert(key), false; });
  return firstNotNull(part_, keys, found);
}

std::vector<const JsonNode*> HfReader::ignored() const {
  std::vector<const JsonNode*> keys;
  for (const auto& child : part_.children) {
    if (hasWord(kCountingKeys, child.key) && saysYes(child, 0) && !asked_.contains(child.key)) keys.push_back(&child);
  }
  return keys;
}

bool HfReader::isSet(std::string_view key, double least) const {
  const auto* node = find(key);
  return node && saysYes(*node, least);
}

std::vector<const JsonNode*> HfReader::misspelt() const {
  std::vector<const JsonNode*> keys;
  for (const auto& child : part_.children)
    if (!hfKeyIsWanted(child.key) && hfKeyIsWanted(hfNormalised(child.key))) keys.push_back(&child);
  return keys;
}

const JsonNode* HfReader::findAnywhere(std::string_view keys) const {
  const auto* node = find(keys);
  return node ? node : firstNotNull(root_, keys);
}

bool HfReader::saysNull(std::string_view keys) const {
  return anyWord(keys, [&](std::string_view key) {
    const auto* node = descend(part_, key);
    return node && node->kind == JsonNode::Kind::null;
  });
}

std::optional<std::int64_t> HfReader::wholeNumber(const JsonNode& node, std::string_view key, HfRange range) {
  const auto allowed = fmt::format("{} … {}", range.min, range.max);
  const double value = written(node);
  if (std::isnan(value)) {
    fail(ErrorKind::wrongType, key, &node, allowed);
    return std::nullopt;
  }
  const bool inRange = value >= static_cast<double>(range.min) && value <= static_cast<double>(range.max);
  if (!inRange || value != std::floor(value)) {
    fail(ErrorKind::outOfRange, key, &node, allowed);
    return std::nullopt;
  }
  return static_cast<std::int64_t>(value);
}

std::optional<std::int64_t> HfReader::wholeOf(const JsonNode& node) {
  const double value = written(node);
  if (std::isnan(value) || value != std::floor(value) || std::abs(value) > 9e15) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::optional<std::int64_t> HfReader::number(std::string_view keys, HfRange range) {
  std::string_view key;
  const auto* node = ask(keys, &key);
  return node ? wholeNumber(*node, key, range) : std::nullopt;
}

std::optional<std::int64_t> HfReader::optionalDimension(std::string_view dimension, std::string_view keys) {
  return number(keys.empty() ? hfSpellings(dimension) : keys, hfRange(dimension));
}

std::int64_t HfReader::dimension(std::string_view dimension, const HfFamily& family, std::string_view keys) {
  if (keys.empty()) keys = hfSpellings(dimension);
  if (has(keys)) return number(keys, hfRange(dimension)).value_or(0);
  const auto value = nestedDefault(dimension, family, keys);
  if (value) return *value;
  const auto range = hfRange(dimension);
  const bool isSpelledFreely = keys == hfSpellings(dimension) && dimension != "ffn" && dimension != "vocab";
  return required(isSpelledFreely ? spelling(dimension) : keys, range);
}

std::optional<std::int64_t> HfReader::nestedDefault(std::string_view dimension, const HfFamily& family,
                                                    std::string_view keys) {
  const auto value = isNested() ? classDefault(family.nestedDefaults, dimension) : std::nullopt;
  if (value) defaults_.push_back(fmt::format("{} {}", firstWord(keys), *value));
  return value;
}

std::optional<std::int64_t> HfReader::peek(std::string_view keys, HfRange range) const {
  const auto* node = find(keys);
  const double value = node ? written(*node) : std::nan("");
  const bool good = value >= static_cast<double>(range.min) && value <= static_cast<double>(range.max);
  if (good && value == std::floor(value)) return static_cast<std::int64_t>(value);
  if (node && std::find(unread_.begin(), unread_.end(), node) == unread_.end()) unread_.push_back(node);
  return std::nullopt;
}

std::optional<std::int64_t> HfReader::uniform(std::string_view keys, std::size_t layers, HfRange range) {
  const auto values = perLayer(keys, layers, range);
  if (values.empty()) return std::nullopt;
  const bool same = std::all_of(values.begin(), values.end(), [&](std::int64_t v) { return v == values.front(); });
  if (!same) refuse("hf-refused-blocks", firstWord(keys), fmt::format("{} ({})", word("model_type"), firstWord(keys)));
  return values.front();
}

std::int64_t HfReader::required(std::string_view keys, HfRange range) {
  if (has(keys)) return number(keys, range).value_or(0);
  fail(ErrorKind::missingKey, firstWord(keys), &part_, fmt::format("{} … {}", range.min, range.max));
  return 0;
}

std::int64_t HfReader::numberOrNull(std::string_view key, HfRange range) {
  return saysNull(key) ? 0 : required(key, range);
}

std::string_view HfReader::spelling(std::string_view dimension) const {
  std::size_t style = 99;  // of the lists of spellings: which word the other dimensions use
  for (const auto other : {"layers", "heads", "hidden"}) {
    std::size_t at = 0;
    const bool found = anyWord(hfSpellings(other), [&](std::string_view key) {
      if (part_.find(key)) return true;
      ++at;
      return false;
    });
    if (found) style = std::min(style, at);
  }
  if (style == 99) style = 0;
  const auto words = hfSpellings(dimension);
  std::string_view chosen = firstWord(words);
  // One that stands there with null is the file's own.
  if (anyWord(words, [&](std::string_view word) { return chosen = word, part_.find(word) != nullptr; })) return chosen;
  chosen = firstWord(words);
  anyWord(words, [&](std::string_view word) {
    chosen = word;
    return style-- == 0;
  });
  return chosen;
}

std::vector<std::int64_t> HfReader::perLayer(std::string_view keys, std::size_t layers, HfRange range) {
  std::string_view key;
  const auto* node = ask(keys, &key);
  if (!node) return {};
  if (!node->isList()) {
    const auto value = wholeNumber(*node, key, range);
    return value ? std::vector<std::int64_t>(layers, *value) : std::vector<std::int64_t>{};
  }
  if (node->children.size() != layers) {
    fail(ErrorKind::outOfRange, key, node,
         text("hf-list-length", language_,
              {{"layers", std::to_string(layers)}, {"items", std::to_string(node->children.size())}}));
    return {};
  }
  std::vector<std::int64_t> values;
  for (const auto& item : node->children) {
    const auto value = wholeNumber(item, key, range);
    if (!value) return {};
    values.push_back(*value);
  }
  return values;
}

void HfReader::failLength(std::string_view key, const JsonNode& list, std::size_t layers, std::size_t items) {
  fail(ErrorKind::outOfRange, key, &list,
       text("hf-words-length", language_, {{"layers", std::to_string(layers)}, {"items", std::to_string(items)}}));
}

bool HfReader::flag(HfFlag flag, bool anywhere) {
  if (flag.key.empty()) return flag.otherwise;
  const auto* node = anywhere ? findAnywhere(flag.key) : find(flag.key);
  if (!node) return flag.otherwise;
  if (node->kind == JsonNode::Kind::boolean) return node->boolean;
  if (node->kind == JsonNode::Kind::integer && (node->integer == 0 || node->integer == 1)) return node->integer == 1;
  const auto said = node->kind == JsonNode::Kind::text ? hfNormalised(node->text) : "";
  if (said == "true" || said == "false") return said == "true";
  fail(ErrorKind::wrongType, flag.key, node, "true, false");
  return flag.otherwise;
}

std::string HfReader::word(std::string_view keys) const {
  const auto* node = find(keys);
  return node && node->kind == JsonNode::Kind::text ? hfNormalised(node->text) : std::string();
}

void HfReader::fail(ErrorKind kind, std::string_view key, const JsonNode* node, std::string allowed,
                    std::string detail) {
  Error error;
  error.kind = kind;
  error.file = file_;
  error.key = isNested() ? part_.key + "." + std::string(key) : std::string(key);
  if (node) error.line = node->line;
  if (node && kind != ErrorKind::missingKey) error.found = foundIn(*node);
  error.allowed = std::move(allowed);
  error.detail = std::move(detail);
  const bool isSaid = std::any_of(errors_.begin(), errors_.end(), [&](const Error& other) {
    return other.key == error.key && other.kind == error.kind && other.line == error.line;
  });
  if (!isSaid) errors_.push_back(std::move(error));  // a key may be asked for twice
}

void HfReader::refuse(std::string_view messageId, std::string_view key, const std::string& name) {
  const auto* node = findAnywhere(key);
  Error error;
  error.kind = ErrorKind::unsupportedModel;
  error.file = file_;
  error.line = node ? node->line : 0;
  error.key = key;
  error.found = name;
  error.detail = text(messageId, language_);
  errors_.push_back(std::move(error));
}

void HfReader::notice(std::string_view messageId, std::initializer_list<MessageArg> args) {
  std::vector<MessageArg> parts;
  for (const auto& [name, value] : args) parts.emplace_back(name, shortened(value, kLongestPart));
  notices_.push_back(fillIn(textTemplate(messageId, language_), parts));
}

std::vector<std::string> HfReader::takeNotices() {
  for (const auto* node : unread_) notice("hf-unread-size", {{"key", node->key}, {"value", foundIn(*node)}});
  if (!defaults_.empty()) notice("hf-class-default", {{"values", fmt::format("{}", fmt::join(defaults_, ", "))}});
  return std::move(notices_);
}

}  // namespace shardscope
