// SPDX-License-Identifier: Apache-2.0
#pragma once
// One row of a run table as a scenario with what was measured. Internal to the reader of run tables.

#include <tl/expected.hpp>

#include "core/io/csv.hpp"
#include "core/validate/run_columns.hpp"
#include "core/validate/run_table.hpp"

namespace shardscope {

struct RunTableContext {
  const std::string& file;
  const Catalogue& catalogue;
  Language language;
};

// `columns`: those of the header, null where a column is not read.
tl::expected<MeasuredRun, LeftOutRow> mapRunRow(const CsvRow& row, const std::vector<const RunColumn*>& columns,
                                                const RunTableContext& context);

}  // namespace shardscope
