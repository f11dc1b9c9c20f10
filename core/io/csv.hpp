// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tables of comma-separated values as RFC 4180 describes them: quotes, "" inside quotes, line breaks inside quotes;
// LF or CRLF; a byte order mark is skipped.

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/io/error.hpp"

namespace shardscope {

struct CsvRow {
  int line = 0;                    // 1-based, where the row begins
  std::vector<std::string> cells;  // without quotes and without blanks around them; as many as the row has
};

struct CsvTable {
  std::vector<std::string> header;  // never empty, no name twice
  std::vector<CsvRow> rows;         // empty lines are no rows
};

inline constexpr std::size_t kMaxTableBytes = 64 << 20;

// Refused: text that is not UTF-8, nothing but blanks, columns separated by semicolons or tabs, a column without a name
// or named twice, a quote that is never closed.
tl::expected<CsvTable, Error> parseCsv(std::string_view text, const std::string& file);

}  // namespace shardscope
