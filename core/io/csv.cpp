// SPDX-License-Identifier: Apache-2.0
#include "core/io/csv.hpp"

#include <algorithm>

#include "core/io/utf8.hpp"

namespace shardscope {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t";
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  bool atEnd() const { return at_ >= text_.size(); }

  tl::expected<CsvRow, Error> row() {
    CsvRow row{.line = line_, .cells = {}};
    for (;;) {
      auto cell = isQuoted() ? quotedCell() : plainCell();
      if (!cell) return tl::unexpected(cell.error());
      row.cells.push_back(std::move(*cell));
      if (atEnd() || text_[at_] != ',') break;
      ++at_;
    }
    endLine();
    return row;
  }

 private:
  bool isQuoted() {
    const auto start = text_.find_first_not_of(" \t", at_);
    if (start == std::string_view::npos || text_[start] != '"') return false;
    at_ = start + 1;
    return true;
  }

  std::string plainCell() {
    const auto end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
    const auto cell = trimmed(text_.substr(at_, end - at_));
    at_ = end;
    return std::string(cell);
  }

  tl::expected<std::string, Error> quotedCell() {
    const int opened = line_;
    std::string cell;
    for (; !atEnd(); ++at_) {
      const char c = text_[at_];
      if (c == '"' && at_ + 1 < text_.size() && text_[at_ + 1] == '"')
        ++at_;
      else if (c == '"')
        return closed(std::move(cell));
      if (c == '\n') ++line_;
      cell += c;
    }
    return tl::unexpected(syntax(opened, cell, "csv-open-quote"));
  }

  // Behind the closing quote only blanks may stand before the next cell.
  tl::expected<std::string, Error> closed(std::string cell) {
    ++at_;
    const auto end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
    const auto rest = text_.substr(at_, end - at_);
    if (!trimmed(rest).empty()) return tl::unexpected(syntax(line_, rest, "csv-after-quote"));
    at_ = end;
    return cell;
  }

  Error syntax(int line, std::string_view found, const char* detail) const {
    return {
        .kind = ErrorKind::syntax, .file = file_, .line = line, .key = {}, .found = shortened(found), .detail = detail};
  }

  void endLine() {
    if (!atEnd() && text_[at_] == '\r') ++at_;
    if (!atEnd() && text_[at_] == '\n') ++at_;
    ++line_;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1;
};

bool isBlank(const CsvRow& row) {
  return std::all_of(row.cells.begin(), row.cells.end(), [](const std::string& cell) { return cell.empty(); });
}

// What is wrong with a header line, if anything.
std::optional<Error> headerError(const CsvRow& row, const std::string& file) {
  const auto& names = row.cells;
  const auto syntax = [&](const std::string& found, const char* detail) {
    return Error{.kind = ErrorKind::syntax, .file = file, .line = row.line, .found = found, .detail = detail};
  };
  if (names.size() == 1 && names[0].find(';') != std::string::npos)
    return syntax(shortened(names[0]), "csv-semicolons");
  if (names.size() == 1 && names[0].find('\t') != std::string::npos) return syntax(shortened(names[0]), "csv-tabs");
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) return syntax({}, "csv-unnamed");
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) ==
        names.begin() + static_cast<std::ptrdiff_t>(i))
      continue;
    return Error{.kind = ErrorKind::repeatedKey,
                 .file = file,
                 .line = row.line,
                 .key = shortened(names[i]),
                 .found = std::to_string(i + 1),
                 .detail = "csv-column-twice"};
  }
  return std::nullopt;
}

}  // namespace

tl::expected<CsvTable, Error> parseCsv(std::string_view text, const std::string& file) {
  text = withoutByteOrderMark(text);
  if (auto error = textError(text, file)) return tl::unexpected(std::move(*error));
  Reader reader(text, file);
  CsvTable table;
  while (!reader.atEnd()) {
    auto row = reader.row();
    if (!row) return tl::unexpected(row.error());
    if (isBlank(*row)) continue;
    if (!table.header.empty()) {
      table.rows.push_back(std::move(*row));
      continue;
    }
    if (auto error = headerError(*row, file)) return tl::unexpected(std::move(*error));
    table.header = std::move(row->cells);
  }
  if (table.header.empty()) return tl::unexpected(Error{.kind = ErrorKind::empty, .file = file});
  return table;
}

}  // namespace shardscope
