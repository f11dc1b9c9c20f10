// SPDX-License-Identifier: Apache-2.0
#pragma once
// The shipped table of measured runs, figures expected for them, and the cost model's devices.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/validate/run_table.hpp"

namespace shardscope::test {

// Numbers of a table in tests/data with an `id` column; an empty cell is 0. Aborts the test run when it is missing.
class NumberTable {
 public:
  explicit NumberTable(const std::string& fileInTestData);
  bool contains(std::string_view id) const { return rows_.find(id) != rows_.end(); }
  double at(std::string_view id, std::string_view column) const;

 private:
  std::map<std::string, std::map<std::string, double, std::less<>>, std::less<>> rows_;
};

// Read with the built-in catalogue; aborts the test run when the table is refused.
const RunTable& shippedRunTable();

// The device of a catalogue id as the cost model's table states it (cost-model §5.5), independent of the catalogue.
Device referenceDevice(std::string_view id);

}  // namespace shardscope::test
