// SPDX-License-Identifier: Apache-2.0
#pragma once
// A JSON text as a tree that knows the line of every value and every repeated key. Two ways of reading: strict, for
// files of ours, and tolerant, for files that other programs wrote in their own dialect. Neither recurses while
// parsing, and the tree is never deeper than kMaxJsonDepth.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/io/error.hpp"
#include "core/scenario/value.hpp"

namespace shardscope {

inline constexpr int kMaxJsonDepth = 64;
inline constexpr std::size_t kMaxJsonNodes = 100'000;

struct JsonNode {
  enum class Kind : std::uint8_t { null, boolean, integer, number, text, list, object };
  Kind kind = Kind::null;
  int line = 0;  // 1-based
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0;               // also set for integers
  std::string key;                 // name inside its object
  std::string text;                // the string; for `number` the digits as written
  std::vector<JsonNode> children;  // of a list or an object, in order

  bool isObject() const { return kind == Kind::object; }
  bool isList() const { return kind == Kind::list; }
  const JsonNode* find(std::string_view name) const;  // the child of that name
};

struct JsonRepeat {
  std::string key;    // dotted
  int line = 0;       // of the later one
  int firstLine = 0;  // of the earlier one
  std::string found;  // the later value, for messages
};

struct JsonTree {  // of a repeated key it holds the last value
  JsonNode root;
  std::vector<JsonRepeat> repeated;
};

enum class JsonDialect : std::uint8_t {
  strict,    // RFC 8259; deeper than kMaxJsonDepth or more than kMaxJsonNodes is an error
  tolerant,  // also NaN, Infinity and numbers beyond double, which become texts; what is too deep is left out
};

// Keys for which `wanted` is false are skipped with all that is below them, however deep and large. null = keep all.
tl::expected<JsonTree, Error> parseJsonTree(std::string_view text, const std::string& file, JsonDialect dialect,
                                            bool (*wanted)(std::string_view key) = nullptr);

// The value of a scalar, or of a list of integers (anything else in the list: a text, which fits no list field).
Value toValue(const JsonNode& node);
// "8.9", "\"x\"" without quotes, "[…]", "{…}": for messages; long texts are cut.
std::string describe(const JsonNode& node);

}  // namespace shardscope
