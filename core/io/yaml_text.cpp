// SPDX-License-Identifier: Apache-2.0
#include "core/io/yaml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "core/io/tree.hpp"
#include "core/io/utf8.hpp"

namespace shardscope {
namespace {

constexpr std::size_t kLineLength = 100;

bool isAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool isWordPart(char c) { return !isAscii(c) || std::isalnum(static_cast<unsigned char>(c)); }

// Characters that read back differently when they stand as they are: U+0085, U+00A0, U+2028, U+2029 and the byte order
// mark. Each with its escape.
struct Escape {
  std::string_view bytes, written;
};
constexpr auto kEscapes = std::to_array<Escape>({{"\"", "\\\""},
                                                 {"\\", "\\\\"},
                                                 {"\n", "\\n"},
                                                 {"\t", "\\t"},
                                                 {"\r", "\\r"},
                                                 {"\xC2\x85", "\\x85"},
                                                 {"\xC2\xA0", "\\xA0"},
                                                 {"\xE2\x80\xA8", "\\u2028"},
                                                 {"\xE2\x80\xA9", "\\u2029"},
                                                 {"\xEF\xBB\xBF", "\\uFEFF"}});

const Escape* escapeAt(std::string_view text, std::size_t at) {
  const auto found = std::find_if(kEscapes.begin(), kEscapes.end(),
                                  [&](const Escape& e) { return text.substr(at).starts_with(e.bytes); });
  return found == kEscapes.end() ? nullptr : &*found;
}

// Words that YAML 1.1 readers take for true, false or a merge.
bool isOldWord(std::string_view text) {
  constexpr auto kWords =
      std::to_array<std::string_view>({"y", "n", "yes", "no", "on", "off", "true", "false", "null"});
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

// Letters, digits, inner spaces and a few signs, beginning with a letter or a digit: the rest is quoted, needed or not.
bool mayStandPlain(std::string_view text) {
  if (text.empty() || !isWordPart(text.front()) || text.back() == ' ' || isOldWord(text)) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool isSign = std::string_view(" _-./+()=").find(c) != std::string_view::npos;
    if ((!isWordPart(c) && !isSign) || escapeAt(text, at)) return false;
  }
  // Numbers in any spelling, 0x10 and 1_000 too, which other readers take for numbers.
  const bool looksNumeric = std::isdigit(static_cast<unsigned char>(text.front())) &&
                            text.find_first_not_of("0123456789abcdefABCDEFxXoO_.+-") == std::string_view::npos;
  return !looksNumeric && plainScalar(std::string(text)).kind == NodeKind::text;
}

std::string quoted(std::string_view text) {
  std::string written = "\"";
  for (std::size_t at = 0; at < text.size();) {
    if (const auto* escape = escapeAt(text, at)) {
      written += escape->written;
      at += escape->bytes.size();
      continue;
    }
    const auto byte = static_cast<unsigned char>(text[at++]);
    if (byte < 0x20 || byte == 0x7F)
      written += fmt::format("\\x{:02X}", byte);
    else
      written += static_cast<char>(byte);
  }
  return written + '"';
}

std::string inFlow(const YamlEntry& entry) {
  if (entry.children.empty()) return fmt::format("{}: {}", entry.key, entry.scalar);
  std::string inside;
  for (const auto& child : entry.children) inside += (inside.empty() ? "" : ", ") + inFlow(child);
  return fmt::format("{}: {{{}}}", entry.key, inside);
}

}  // namespace

std::string yamlText(std::string_view text) {
  const auto valid = validUtf8(text);
  return mayStandPlain(valid) ? valid : quoted(valid);
}

std::string yamlScalar(const Value& value) {
  struct Writer {
    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(bool b) const { return b ? "true" : "false"; }
    std::string operator()(std::int64_t i) const { return fmt::format("{}", i); }
    std::string operator()(double d) const { return fmt::format("{}", d); }  // shortest that reads back equal
    std::string operator()(const std::string& s) const { return yamlText(s); }
    std::string operator()(const std::vector<std::int64_t>& v) const { return fmt::format("[{}]", fmt::join(v, ", ")); }
  };
  return std::visit(Writer{}, value);
}

std::string yamlLines(const std::vector<YamlEntry>& entries, int indent) {
  std::string lines;
  for (const auto& entry : entries) {
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    const auto line = margin + inFlow(entry);
    if (entry.children.empty() || line.size() <= kLineLength)
      lines += line + '\n';
    else
      lines += margin + entry.key + ":\n" + yamlLines(entry.children, indent + 2);
  }
  return lines;
}

}  // namespace shardscope
