// SPDX-License-Identifier: Apache-2.0
#pragma once
// Published training runs as scenarios, and tables of figures expected for them (tests/data/measured-*.csv).
// A row of measured-runs.csv holds one distinct configuration; an empty cell stands for the default named in the
// mapper, and a filled cell always wins over a default or over the device's own value.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace shardscope::test {

// Comma-separated text without quoting: header, then one map per line. Aborts the test run when a file is missing.
using CsvRow = std::map<std::string, std::string, std::less<>>;
std::vector<CsvRow> readCsv(const std::string& fileInTestData);

// Numbers of a table with an `id` column; an empty cell is 0.
class NumberTable {
 public:
  explicit NumberTable(const std::string& fileInTestData);
  bool contains(std::string_view id) const { return rows_.find(id) != rows_.end(); }
  double at(std::string_view id, std::string_view column) const;

 private:
  std::map<std::string, std::map<std::string, double, std::less<>>, std::less<>> rows_;
};

struct RunRow {
  std::string id;
  Scenario scenario;
};
std::vector<RunRow> measuredRuns();

// The device of a catalogue id as the cost model's table states it (cost-model §5.5), independent of the catalogue.
Device referenceDevice(std::string_view id);

}  // namespace shardscope::test
