// SPDX-License-Identifier: Apache-2.0
#include "tests/support/core_run_table.hpp"

#include <cstdlib>
#include <iostream>

#include "core/catalogue/catalogue.hpp"
#include "core/io/csv.hpp"
#include "core/io/file.hpp"

namespace shardscope::test {
namespace {

[[noreturn]] void fail(const std::string& what) {
  std::cerr << "run table: " << what << '\n';
  std::abort();
}

}  // namespace

NumberTable::NumberTable(const std::string& fileInTestData) {
  const auto path = std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/data/" + fileInTestData;
  const auto content = readFile(path, kMaxTableBytes);
  if (!content) fail(message(content.error(), Language::en));
  const auto table = parseCsv(*content, path);
  if (!table) fail(message(table.error(), Language::en));
  if (table->header.front() != "id") fail(path + ": the first column is not id");
  for (const auto& row : table->rows)
    for (std::size_t i = 1; i < table->header.size(); ++i) {
      const auto& cell = row.cells.at(i);
      rows_[row.cells.front()][table->header[i]] = cell.empty() ? 0.0 : std::stod(cell);
    }
}

double NumberTable::at(std::string_view id, std::string_view column) const {
  const auto row = rows_.find(id);
  if (row == rows_.end()) fail("no row " + std::string(id));
  const auto cell = row->second.find(column);
  if (cell == row->second.end()) fail("no column " + std::string(column));
  return cell->second;
}

const RunTable& shippedRunTable() {
  static const RunTable table = [] {
    auto read = parseRunTable(shippedRuns(), "runs.csv", Catalogue::builtIn(), Language::en);
    if (!read) fail(message(read.error().front(), Language::en));
    return std::move(*read);
  }();
  return table;
}

}  // namespace shardscope::test
