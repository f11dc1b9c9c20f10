// SPDX-License-Identifier: Apache-2.0
#include "core/validate/run_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/catalogue/catalogue.hpp"
#include "core/io/csv.hpp"
#include "core/io/file.hpp"
#include "core/io/utf8.hpp"
#include "core/text/embedded.hpp"
#include "core/text/messages.hpp"
#include "core/validate/run_columns.hpp"
#include "core/validate/run_row.hpp"

namespace shardscope {
namespace {

// The header's columns; those that are not read are said once.
std::vector<const RunColumn*> columnsOf(const CsvTable& table, Language language, std::vector<std::string>& notices) {
  std::vector<std::string> known;
  for (const auto& column : runColumns()) known.emplace_back(column.name);
  std::vector<const RunColumn*> columns;
  for (const auto& name : table.header) {
    columns.push_back(runColumn(name));
    if (columns.back()) continue;
    const auto similar = Catalogue::nearest(name, known, 1);
    notices.push_back(similar.empty() ? text("validate-column-unread", language, {{"column", shortened(name)}})
                                      : text("validate-column-similar", language,
                                             {{"column", shortened(name)}, {"similar", similar.front()}}));
  }
  return columns;
}

// What the header calls a column that is not read and looks like `wanted`; empty if nothing does.
std::string unreadLike(std::string_view wanted, const std::vector<std::string>& header,
                       const std::vector<const RunColumn*>& columns) {
  std::vector<std::string> unread;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!columns[i]) unread.push_back(header[i]);
  const auto similar = Catalogue::nearest(std::string(wanted), unread, 1);
  return similar.empty() ? std::string() : shortened(similar.front());
}

// Columns without which no row can be mapped, and columns that stand twice.
Errors wrongColumns(const std::vector<const RunColumn*>& columns, const std::vector<std::string>& header,
                    const std::string& file) {
  const auto has = [&](std::string_view name) {
    return std::any_of(columns.begin(), columns.end(), [&](const RunColumn* c) { return c && c->name == name; });
  };
  Errors errors;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i] && std::find(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(i), columns[i]) !=
                          columns.begin() + static_cast<std::ptrdiff_t>(i))
      errors.push_back({.kind = ErrorKind::syntax,
                        .file = file,
                        .line = 1,
                        .key = shortened(header[i]),
                        .detail = "csv-column-twice"});
  const auto need = [&](std::initializer_list<std::string_view> anyOf) {
    if (std::any_of(anyOf.begin(), anyOf.end(), has)) return;
    auto similar = unreadLike(*anyOf.begin(), header, columns);
    const auto* detail = similar.empty() ? "csv-column" : "csv-column-similar";
    errors.push_back({.kind = ErrorKind::missingKey,
                      .file = file,
                      .key = std::string(*anyOf.begin()),
                      .found = std::move(similar),
                      .detail = detail});
  };
  need({"model", "layers"});
  need({"gpu"});
  need({"gpus", "nodes"});
  need({"sequence_length"});
  need({"global_batch"});
  need({"tp"});
  need({"pp"});
  need({"step_s", "peak_memory_bytes"});
  return errors;
}

void noteRepeatedIds(RunTable& table, Language language) {
  std::map<std::string, int> times;
  for (const auto& run : table.runs) ++times[run.id];
  for (const auto& [id, count] : times)
    if (count > 1)
      table.notices.push_back(
          text("validate-id-twice", language, {{"id", shortened(id)}, {"count", std::to_string(count)}}));
}

}  // namespace

tl::expected<RunTable, Errors> parseRunTable(std::string_view csvText, const std::string& file,
                                             const Catalogue& catalogue, Language language) {
  const auto csv = parseCsv(csvText, file);
  if (!csv) return tl::unexpected(Errors{csv.error()});
  RunTable table;
  const auto columns = columnsOf(*csv, language, table.notices);
  if (auto errors = wrongColumns(columns, csv->header, file); !errors.empty()) return tl::unexpected(std::move(errors));
  for (const auto& row : csv->rows) {
    auto mapped = mapRunRow(row, columns, {file, catalogue, language});
    if (mapped)
      table.runs.push_back(std::move(*mapped));
    else
      table.leftOut.push_back(std::move(mapped.error()));
  }
  noteRepeatedIds(table, language);
  return table;
}

tl::expected<RunTable, Errors> loadRunTable(const std::string& path, Language language) {
  const auto content = readFile(path, kMaxTableBytes, Pipes::use);
  if (!content) return tl::unexpected(Errors{content.error()});
  return parseRunTable(*content, path == "-" ? std::string() : path, catalogue(), language);
}

std::string_view shippedRuns() {
  for (const auto& file : embeddedFiles())
    if (file.name == "validation/runs.csv") return file.text;
  return {};  // unreachable: a test reads it
}

}  // namespace shardscope
