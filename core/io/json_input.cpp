// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_input.hpp"

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
  if (isNotFinite(word)) return true;
  // Only a long number or an exponent can leave the range of a double.
  const bool mayLeave = word.size() >= 300 || word.find_first_of("eE") != std::string_view::npos;
  const bool isNumber = word[0] == '-' || (word[0] >= '0' && word[0] <= '9');
  return isNumber && mayLeave && std::isinf(decimal(word).value_or(0));
}

}  // namespace

bool isNotFinite(std::string_view word) { return word == "NaN" || word == "Infinity" || word == "-Infinity"; }

BareWord nextBareWord(std::string_view text, std::size_t at) {
  while (at < text.size() && !isWordPart(text[at])) at = text[at] == '"' ? endOfString(text, at) : at + 1;
  auto end = at;
  while (end < text.size() && isWordPart(text[end])) ++end;
  return {at, end};
}

std::string withQuotedWords(std::string_view text) {
  std::string quoted;
  quoted.reserve(text.size() + 64);
  std::size_t copied = 0;
  for (auto at = nextBareWord(text, 0); at.begin < text.size(); at = nextBareWord(text, at.end)) {
    const auto word = text.substr(at.begin, at.end - at.begin);
    if (!needsQuotes(word)) continue;
    quoted += text.substr(copied, at.begin - copied);
    quoted += '"';
    quoted += word;
    quoted += '"';
    copied = at.end;
  }
  return quoted += text.substr(copied);
}

}  // namespace shardscope
