// SPDX-License-Identifier: Apache-2.0
#pragma once
// Text in terminal columns: CJK glyphs take two, combining marks none, colour escapes none.

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::cli {

// Columns that UTF-8 `text` takes.
int displayWidth(std::string_view text);
std::string padRight(std::string_view text, int width);
std::string padLeft(std::string_view text, int width);
// The text cut to `width` columns, the last of them "…" if anything was cut.
std::string elided(std::string_view text, int width);

// Lines of at most `width` columns, broken at spaces and between CJK characters; words that are too long stay whole.
// No-break spaces hold, and leave as plain spaces (as they do from TextTable), so that a number keeps its unit.
std::vector<std::string> wrapped(std::string_view text, int width);
// The wrapped text, the first line behind `first`, the others indented as far.
std::string paragraph(std::string_view first, std::string_view text, int width);

// Control characters (escape sequences in a name or a path) made visible, so that no input drives the terminal.
std::string printable(std::string_view text);

enum class Align { left, right };

class TextTable {
 public:
  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  // Adds a cell behind those of `row`.
  void append(std::size_t row, std::string cell) { rows_[row].push_back(std::move(cell)); }
  // Columns of the cells so far, without indent.
  int width(int gap = 2) const;
  std::string render(int indent, int gap = 2) const;

 private:
  std::vector<int> columnWidths() const;

  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace shardscope::cli
