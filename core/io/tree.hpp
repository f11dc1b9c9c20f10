// SPDX-License-Identifier: Apache-2.0
#pragma once
// What YAML and JSON files have in common once read: a tree of typed values that remembers lines. The two readers
// build it under the same limits, one mapper turns it into a scenario.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/io/error.hpp"
#include "core/io/utf8.hpp"

namespace shardscope {

inline constexpr int kMaxTreeDepth = 64;
inline constexpr std::size_t kMaxTreeNodes = 100'000;  // aliases count as what they stand for

enum class NodeKind : std::uint8_t {
  null,
  boolean,
  integer,
  number,
  unrepresentable,  // NaN, infinity, 1e999, integers beyond 64 bits: a number in form, outside every range
  text,
  list,
  map
};

struct Node;
using NodePtr = std::shared_ptr<const Node>;  // shared, so that an alias costs a pointer

struct NodeMember {
  std::string key;
  int line = 0;       // of the key, 1-based
  int firstLine = 0;  // where the same key stands before; 0 = not repeated
  NodePtr value;
};

struct Node {
  NodeKind kind = NodeKind::null;
  int line = 0;      // 1-based
  std::string text;  // scalars: as written, text without its quotes
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0;
  std::vector<NodePtr> items;
  std::vector<NodeMember> members;
  std::size_t size = 1;  // nodes of this subtree
  int height = 1;        // levels of this subtree, a scalar is 1
};

tl::expected<NodePtr, Error> yamlTree(std::string_view text, const std::string& file);
tl::expected<NodePtr, Error> jsonTree(std::string_view text, const std::string& file);

// Whether the text is JSON (RFC 8259), with numbers of any size; NaN and Infinity are none.
bool isJson(std::string_view text);

// Types a bare word as YAML's core schema does, strictly decimal: no yes/no/on/off, no 0x10, no 010.
Node plainScalar(std::string text);

// A value for messages: on one line, short, quoted where its borders would not be seen.
std::string shown(const Node& node);

}  // namespace shardscope
