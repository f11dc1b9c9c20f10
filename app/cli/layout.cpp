// SPDX-License-Identifier: Apache-2.0
#include "app/cli/layout.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

namespace shardscope::cli {
namespace {

constexpr std::string_view kNoBreakSpace = "\u00a0";

struct Range {
  char32_t first, last;
};
// East Asian Wide and Fullwidth (Unicode annex 11), in blocks.
constexpr std::array<Range, 12> kWide = {{{0x1100, 0x115F},
                                          {0x2E80, 0x303E},
                                          {0x3041, 0x33FF},
                                          {0x3400, 0x4DBF},
                                          {0x4E00, 0x9FFF},
                                          {0xA000, 0xA4CF},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFE30, 0xFE6F},
                                          {0xFF00, 0xFF60},
                                          {0xFFE0, 0xFFE6},
                                          {0x1F300, 0x3FFFD}}};
constexpr std::array<Range, 4> kZero = {{{0x0300, 0x036F}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}}};

template <std::size_t n>
bool isIn(const std::array<Range, n>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(), [c](Range r) { return c >= r.first && c <= r.last; });
}

bool isWide(char32_t c) { return isIn(kWide, c); }
int widthOf(char32_t c) { return isIn(kZero, c) ? 0 : isWide(c) ? 2 : 1; }

// One glyph of a text: a code point, or a whole colour escape (code point 0).
struct Glyph {
  std::string_view bytes;
  char32_t codePoint = 0;
};

Glyph escapeAt(std::string_view text) {
  const auto end = text.find('m');
  return {text.substr(0, end == std::string_view::npos ? text.size() : end + 1), 0};
}

Glyph firstGlyph(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead == 0x1B && text.size() > 1 && text[1] == '[') return escapeAt(text);
  const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  const auto bytes = text.substr(0, length);
  char32_t codePoint = length == 1 ? lead : lead & (0x7F >> length);
  for (std::size_t i = 1; i < bytes.size(); ++i) {
    const auto next = static_cast<unsigned char>(bytes[i]);
    codePoint = (codePoint << 6) | (next & 0x3F);
  }
  return {bytes, codePoint};
}

int widthOf(const Glyph& glyph) { return glyph.codePoint == 0 ? 0 : widthOf(glyph.codePoint); }

// Punctuation that may not begin a line.
bool closes(char32_t c) {
  constexpr std::u32string_view kClosing = U"，。、；：！？）】》」』”’%…";
  return kClosing.find(c) != std::u32string_view::npos;
}
bool opens(char32_t c) {
  constexpr std::u32string_view kOpening = U"（【《「『“‘";
  return kOpening.find(c) != std::u32string_view::npos;
}

bool isBlank(char32_t c) { return c == U' ' || c == U'\u00a0'; }

// Pieces that stay together; a space ends the piece it follows.
std::vector<std::string> pieces(std::string_view text) {
  std::vector<std::string> result;
  char32_t previous = U' ';
  while (!text.empty()) {
    const auto glyph = firstGlyph(text);
    text.remove_prefix(glyph.bytes.size());
    const char32_t c = glyph.codePoint;
    const bool breaks = isWide(c) || isWide(previous);
    const bool cjkBreak = breaks && !closes(c) && !opens(previous) && !isBlank(c) && !isBlank(previous);
    if (result.empty() || (previous == U' ' && c != U' ') || cjkBreak) result.emplace_back();
    result.back() += glyph.bytes;
    if (c != 0) previous = c;
  }
  return result;
}

// A line ready to print: no blanks at its end, and no-break spaces, having done their work, as plain ones.
std::string finished(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  for (auto at = line.find(kNoBreakSpace); at != std::string::npos; at = line.find(kNoBreakSpace, at))
    line.replace(at, kNoBreakSpace.size(), " ");
  return line;
}

}  // namespace

int displayWidth(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const auto glyph = firstGlyph(text);
    width += widthOf(glyph);
    text.remove_prefix(glyph.bytes.size());
  }
  return width;
}

std::string padRight(std::string_view text, int width) {
  const int missing = std::max(0, width - displayWidth(text));
  return std::string(text) + std::string(static_cast<std::size_t>(missing), ' ');
}

std::string padLeft(std::string_view text, int width) {
  const int missing = std::max(0, width - displayWidth(text));
  return std::string(static_cast<std::size_t>(missing), ' ') + std::string(text);
}

std::string elided(std::string_view text, int width) {
  if (displayWidth(text) <= width) return std::string(text);
  std::string kept;
  int used = 0;
  while (!text.empty()) {
    const auto glyph = firstGlyph(text);
    if (used + widthOf(glyph) > width - 1) break;
    used += widthOf(glyph);
    kept += glyph.bytes;
    text.remove_prefix(glyph.bytes.size());
  }
  return kept + "…";
}

std::vector<std::string> wrapped(std::string_view text, int width) {
  std::vector<std::string> lines;
  std::string line;
  int used = 0;
  for (const auto& piece : pieces(text)) {
    const int solid = displayWidth(finished(piece));
    if (used > 0 && used + solid > width) {
      lines.push_back(finished(std::move(line)));
      line.clear();
      used = 0;
    }
    line += piece;
    used += displayWidth(piece);
  }
  lines.push_back(finished(std::move(line)));
  return lines;
}

std::string paragraph(std::string_view first, std::string_view text, int width) {
  const int indent = displayWidth(first);
  std::string result;
  for (const auto& line : wrapped(text, std::max(20, width - indent))) {
    result += result.empty() ? std::string(first) : std::string(static_cast<std::size_t>(indent), ' ');
    result += line;
    result += '\n';
  }
  return result;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const bool isControl = lead < 0x20 || lead == 0x7F;
    const auto glyph = isControl ? Glyph{text.substr(0, 1), lead} : firstGlyph(text);
    const bool isC1 = glyph.bytes.size() == 2 && glyph.codePoint >= 0x80 && glyph.codePoint < 0xA0;
    if (lead == '\n' || lead == '\t')
      result += ' ';
    else if (isControl || isC1)
      result += "�";
    else
      result += glyph.bytes;
    text.remove_prefix(glyph.bytes.size());
  }
  return result;
}

std::vector<int> TextTable::columnWidths() const {
  std::vector<int> widths(columns_.size(), 0);
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i)
      widths[i] = std::max(widths[i], displayWidth(row[i]));
  return widths;
}

int TextTable::width(int gap) const {
  std::size_t cells = 0;
  for (const auto& row : rows_) cells = std::max(cells, row.size());
  const auto widths = columnWidths();
  const int gaps = cells == 0 ? 0 : gap * (static_cast<int>(cells) - 1);
  return std::accumulate(widths.begin(), widths.end(), 0) + gaps;
}

std::string TextTable::render(int indent, int gap) const {
  const auto widths = columnWidths();
  std::string result;
  for (const auto& row : rows_) {
    std::string line(static_cast<std::size_t>(indent), ' ');
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line.append(static_cast<std::size_t>(gap), ' ');
      line += columns_[i] == Align::left ? padRight(row[i], widths[i]) : padLeft(row[i], widths[i]);
    }
    result += finished(std::move(line));
    result += '\n';
  }
  return result;
}

}  // namespace shardscope::cli
