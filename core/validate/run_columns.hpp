// SPDX-License-Identifier: Apache-2.0
#pragma once
// The columns of a run table and the value of a cell. Internal to the reader of run tables.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/io/error.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {

enum class RunColumnKind : std::uint8_t {
  id,
  family,
  framework,
  variant,
  model,
  gpu,
  gpuNamed,
  precisionDetail,
  assumed,
  stepS,
  peakMemoryBytes,
  memoryKind,
  remark,
  dimension,
  setting
};

struct RunColumn {
  std::string_view name;
  RunColumnKind kind{};
  std::size_t row = 0;  // of modelFields() or scenarioFields(), for dimension and setting
};

// Names in any case. Every column that is read, in no particular order.
const std::vector<RunColumn>& runColumns();
const RunColumn* runColumn(std::string_view name);

// The value of a cell that is not empty. Whole numbers may be written as 8 or 8.0, booleans as 0, 1, true or false,
// words in any case, lists with blanks or commas between their items.
struct CellType {
  FieldKind kind{};
  double min = 0, max = 0;
  std::span<const std::string_view> words;
};
template <class Root>
CellType cellType(const Field<Root>& field) {
  return {field.kind, field.min, field.max, field.words};
}
tl::expected<Value, Error> cellValue(std::string_view column, std::string_view cell, const CellType& type);

// The settings that a table is asked for: whether leaving the column `name` empty leaves something open about this
// scenario. TP degree 1 leaves nothing open about sequence parallelism.
bool leavesOpen(std::string_view name, const Scenario& scenario);

}  // namespace shardscope
