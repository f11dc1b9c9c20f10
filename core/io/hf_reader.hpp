// SPDX-License-Identifier: Apache-2.0
#pragma once
// Asks a config.json for sizes and flags in all their spellings, and collects what is wrong and what must be said.

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/io/error.hpp"
#include "core/io/hf_family.hpp"
#include "core/io/json_tree.hpp"
#include "core/text/messages.hpp"

namespace shardscope {

struct HfRange {
  std::int64_t min = 1, max = 1;
};
// The legal range of a dimension (its row of modelFields()), never below 1.
HfRange hfRange(std::string_view dimension);
// The spellings of a dimension in config files: "layers" → "num_hidden_layers n_layer …".
std::string_view hfSpellings(std::string_view dimension);
// Every key that some part of the importer asks for, at whatever depth; and whether `key` is one.
struct HfKeyHash : std::hash<std::string_view> {
  using is_transparent = void;
};
using HfKeySet = std::unordered_set<std::string, HfKeyHash, std::equal_to<>>;
const HfKeySet& hfKeys();
bool hfKeyIsWanted(std::string_view key);
// Also one that differs from such a key in capitals or blanks around it: to be told, not to be read.
bool hfKeyIsKept(std::string_view key);

class HfReader {
 public:
  // `part` holds the sizes: `root` itself or the text model nested in it.
  HfReader(const JsonNode& root, const JsonNode& part, std::string file, Language language);

  bool isNested() const { return &root_ != &part_; }
  const JsonNode& root() const { return root_; }
  const JsonNode& part() const { return part_; }
  Language language() const { return language_; }

  // The value of the first of `keys` that is there and not null; a key may be dotted ("attn_config.kv_n_heads").
  const JsonNode* find(std::string_view keys) const;
  // Keys that would change a count elsewhere, that are set, and that nobody asked for.
  std::vector<const JsonNode*> ignored() const;
  bool has(std::string_view keys) const { return find(keys) != nullptr; }
  // Whether a key is there that says yes, more than `least`, or nothing that could be read as no.
  bool isSet(std::string_view key, double least = 0) const;
  // Keys that differ from one that is read in capitals only.
  std::vector<const JsonNode*> misspelt() const;
  // As find(), then at the outermost level: what is said about the whole file.
  const JsonNode* findAnywhere(std::string_view keys) const;
  bool saysNull(std::string_view keys) const;
  // What the file would call a dimension that it leaves out, by how it spells the others.
  std::string_view spelling(std::string_view dimension) const;

  // Whole number as real files write it: 4096, "4096", 4096.0, 4.096e3. Anything else is an error.
  std::optional<std::int64_t> number(std::string_view keys, HfRange range);
  // The same where null says "none" and a file without the key is incomplete.
  std::int64_t numberOrNull(std::string_view key, HfRange range);
  // 4096, "4096", 4096.0 as a number; none for anything else.
  static std::optional<std::int64_t> wholeOf(const JsonNode& node);
  // The same where it does not decide a count: nonsense reads as absent, with a notice.
  std::optional<std::int64_t> peek(std::string_view keys, HfRange range) const;
  // A dimension that must be there: else the class default of a nested part, else an error and 0.
  std::int64_t dimension(std::string_view dimension, const HfFamily& family, std::string_view keys = {});
  // What a nested part may leave out; all of them are said in one notice.
  std::optional<std::int64_t> nestedDefault(std::string_view dimension, const HfFamily& family, std::string_view keys);
  std::optional<std::int64_t> optionalDimension(std::string_view dimension, std::string_view keys = {});
  std::int64_t required(std::string_view keys, HfRange range);
  // One number for all layers or a list with one for each; empty if absent or wrong.
  std::vector<std::int64_t> perLayer(std::string_view keys, std::size_t layers, HfRange range);
  // The one number that all layers have; a list of different ones is refused.
  std::optional<std::int64_t> uniform(std::string_view keys, std::size_t layers, HfRange range);
  // Says that a list of words has not one for every layer.
  void failLength(std::string_view key, const JsonNode& list, std::size_t layers, std::size_t items);
  bool flag(HfFlag flag, bool anywhere = false);
  std::string word(std::string_view keys) const;  // normalised; empty if absent or no text

  void fail(ErrorKind kind, std::string_view key, const JsonNode* node, std::string allowed = {},
            std::string detail = {});
  // `name` is what is refused, `key` the key that says so.
  void refuse(std::string_view messageId, std::string_view key, const std::string& name);
  void notice(std::string_view messageId, std::initializer_list<MessageArg> args);

  bool failed() const { return !errors_.empty(); }
  std::vector<Error> takeErrors() { return std::move(errors_); }
  std::vector<std::string> takeNotices();

 private:
  const JsonNode* ask(std::string_view keys, std::string_view* found = nullptr) const;
  std::optional<std::int64_t> wholeNumber(const JsonNode& node, std::string_view key, HfRange range);

  const JsonNode& root_;
  const JsonNode& part_;
  std::string file_;
  Language language_;
  std::vector<Error> errors_;
  std::vector<std::string> notices_;
  std::vector<std::string> defaults_;            // "head_dim 256"
  mutable std::vector<const JsonNode*> unread_;  // values that could not be read where absent is legal
  mutable std::unordered_set<std::string_view> asked_;
};

}  // namespace shardscope
