// SPDX-License-Identifier: Apache-2.0
#include "core/io/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace shardscope {
namespace {

// Length of the UTF-8 sequence that starts at `at`, 0 if it is not one (overlong, surrogate, too large, cut off).
std::size_t sequenceLength(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto first = byte(at), second = byte(at + 1);
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(at + 1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool legal = (first != 0xE0 || second >= 0xA0) && (first != 0xED || second <= 0x9F);
    return legal && continues(at + 1) && continues(at + 2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool legal = (first != 0xF0 || second >= 0x90) && (first != 0xF4 || second <= 0x8F);
    return legal && continues(at + 1) && continues(at + 2) && continues(at + 3) ? 4 : 0;
  }
  return 0;
}

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// U+0000 … U+001F and U+007F … U+009F as escapes: a terminal may obey them.
std::string visible(std::string_view character) {
  const auto last = static_cast<unsigned char>(character.back());
  const bool isC1 = character.size() == 2 && character.front() == '\xC2' && last < 0xA0;
  if (character == "\n") return "\\n";
  if (isC1 || (character.size() == 1 && (last < 0x20 || last == 0x7F))) return fmt::format("\\x{:02x}", last);
  return std::string(character);
}

// Eight bytes from U+0020 to U+007F, the usual case, at once.
bool isPlain(std::string_view eight) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080, kSpaces = 0x2020202020202020;
  std::uint64_t word = 0;
  std::memcpy(&word, eight.data(), sizeof word);
  return ((word | (word - kSpaces)) & kHighBits) == 0;
}

bool isForbiddenControl(char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r'; }

}  // namespace

std::string validUtf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto length = sequenceLength(text, at);
    valid += length > 0 ? text.substr(at, length) : kReplacement;
    at += length > 0 ? length : 1;
  }
  return valid;
}

std::optional<Error> textError(std::string_view text, const std::string& file) {
  for (std::size_t at = 0; at < text.size();) {
    if (at + 8 <= text.size() && isPlain(text.substr(at, 8))) {
      at += 8;
      continue;
    }
    const auto byte = static_cast<unsigned char>(text[at]);
    const auto length = byte < 0x80 ? 1 : sequenceLength(text, at);
    if (length > 0 && !isForbiddenControl(text[at])) {
      at += length;
      continue;
    }
    const auto line =
        static_cast<int>(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    const auto place = fmt::format("0x{:02x} @ {}", byte, at + 1);
    if (length == 0) return Error{.kind = ErrorKind::notUtf8, .file = file, .line = line, .found = place};
    return Error{.kind = ErrorKind::syntax, .file = file, .line = line, .found = place, .detail = "control"};
  }
  return std::nullopt;
}

std::string_view withoutByteOrderMark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

std::string shortened(std::string_view text, std::size_t longest) {
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const auto length = sequenceLength(text, at);
    const auto character = text.substr(at, std::max<std::size_t>(1, length));
    const auto piece = length == 0 ? std::string(kReplacement) : visible(character);
    if (line.size() + piece.size() > longest) return line + "…";
    line += piece;
    at += character.size();
  }
  return line;
}

}  // namespace shardscope
