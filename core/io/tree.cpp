// SPDX-License-Identifier: Apache-2.0
#include "core/io/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace shardscope {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::size_t digitsAt(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && isDigit(text[end])) ++end;
  return end - at;
}

enum class Form : std::uint8_t { other, integer, real };

// Decimal integers and reals of the core schema. A leading zero is refused: YAML 1.1 reads 010 as eight, 1.2 as ten.
Form formOf(std::string_view text) {
  std::size_t at = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  const auto whole = digitsAt(text, at);
  if (whole > 1 && text[at] == '0') return Form::other;
  at += whole;
  if (whole > 0 && at == text.size()) return Form::integer;
  if (at < text.size() && text[at] == '.') {
    const auto fraction = digitsAt(text, at + 1);
    if (whole + fraction == 0) return Form::other;
    at += 1 + fraction;
  } else if (whole == 0) {
    return Form::other;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const auto exponent = digitsAt(text, at);
    if (exponent == 0) return Form::other;
    at += exponent;
  }
  return at == text.size() ? Form::real : Form::other;
}

template <class T>
bool parses(std::string_view text, T& value) {
  if (text[0] == '+') text.remove_prefix(1);
  const auto end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end;
}

template <std::size_t n>
bool isOneOf(std::string_view text, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

constexpr auto kNulls = std::to_array<std::string_view>({"", "~", "null", "Null", "NULL"});
constexpr auto kTrue = std::to_array<std::string_view>({"true", "True", "TRUE"});
constexpr auto kFalse = std::to_array<std::string_view>({"false", "False", "FALSE"});
constexpr auto kNotFinite = std::to_array<std::string_view>(
    {".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF"});

}  // namespace

Node plainScalar(std::string text) {
  Node node;
  node.text = std::move(text);
  const auto form = formOf(node.text);
  if (isOneOf(node.text, kNulls))
    node.kind = NodeKind::null;
  else if (isOneOf(node.text, kTrue) || isOneOf(node.text, kFalse))
    node.kind = NodeKind::boolean;
  else if (isOneOf(node.text, kNotFinite))
    node.kind = NodeKind::unrepresentable;
  else if (form == Form::integer)
    node.kind = parses(node.text, node.integer) ? NodeKind::integer : NodeKind::unrepresentable;
  else if (form == Form::real)
    node.kind = parses(node.text, node.number) ? NodeKind::number : NodeKind::unrepresentable;
  else
    node.kind = NodeKind::text;
  node.boolean = isOneOf(node.text, kTrue);
  return node;
}

std::string shown(const Node& node) {
  switch (node.kind) {
    case NodeKind::null: return "null";
    case NodeKind::map: return "{…}";
    case NodeKind::list: {
      std::string items;
      for (std::size_t i = 0; i < std::min<std::size_t>(node.items.size(), 8); ++i)
        items += (i > 0 ? ", " : "") + (node.items[i]->kind == NodeKind::list ? "[…]" : shown(*node.items[i]));
      return fmt::format("[{}{}]", items, node.items.size() > 8 ? ", …" : "");
    }
    case NodeKind::text: {
      const bool isBare = !node.text.empty() && plainScalar(node.text).kind == NodeKind::text &&
                          node.text.find_first_of(" \n\t\",") == std::string::npos;
      return isBare ? shortened(node.text) : fmt::format("\"{}\"", shortened(node.text));
    }
    default: return shortened(node.text);
  }
}

}  // namespace shardscope
