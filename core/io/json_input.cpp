// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_input.hpp"

namespace shardscope {
namespace {

bool isWordPart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}

std::size_t endOfString(std::string_view text, std::size_t at) {  // `at` is the opening quote
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return at < text.size() ? at + 1 : text.size();
}

}  // namespace

bool isNotFinite(std::string_view word) { return word == "NaN" || word == "Infinity" || word == "-Infinity"; }

BareWord nextBareWord(std::string_view text, std::size_t at) {
  while (at < text.size() && !isWordPart(text[at])) at = text[at] == '"' ? endOfString(text, at) : at + 1;
  auto end = at;
  while (end < text.size() && isWordPart(text[end])) ++end;
  return {at, end};
}

}  // namespace shardscope
