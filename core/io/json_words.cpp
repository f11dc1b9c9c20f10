// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_words.hpp"

#include <cmath>

#include "core/io/decimal.hpp"

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

bool needsQuotes(std::string_view word) {
  if (word == "NaN" || word == "Infinity" || word == "-Infinity") return true;
  // Only a long number or an exponent can leave the range of a double.
  const bool isNumber = word[0] == '-' || (word[0] >= '0' && word[0] <= '9');
  if (!isNumber || (word.size() < 300 && word.find_first_of("eE") == word.npos)) return false;
  return std::isinf(decimal(word).value_or(0));
}

}  // namespace

std::string withQuotedWords(std::string_view text) {
  std::string quoted;
  quoted.reserve(text.size() + 64);
  for (std::size_t at = 0; at < text.size();) {
    auto end = at + 1;
    bool quote = false;
    if (text[at] == '"') {
      end = endOfString(text, at);
    } else if (isWordPart(text[at])) {
      while (end < text.size() && isWordPart(text[end])) ++end;
      quote = needsQuotes(text.substr(at, end - at));
    }
    if (quote) quoted += '"';
    quoted += text.substr(at, end - at);
    if (quote) quoted += '"';
    at = end;
  }
  return quoted;
}

}  // namespace shardscope
