// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tables of measured runs (CSV). A row states a run as a complete scenario and what was measured. Columns are the keys
// of the scenario without their group, with overlap_dp, overlap_pp, overlap_tp and overlap_ep; the dimensions of the
// model; and the columns below that are no part of a scenario. resources/validation/runs.csv holds published runs.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/io/error.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

class Catalogue;

// What a memory figure counts: the allocator's peak, the pool it reserved, or what the driver's tool shows.
enum class MemoryKind : std::uint8_t { allocated, reserved, device };
template <>
struct EnumWords<MemoryKind> {
  static constexpr auto words = std::to_array<std::string_view>({"allocated", "reserved", "device"});
};

struct MeasuredRun {
  int line = 0;                             // of the table
  std::string id;                           // "line-7" where the table has none
  std::string family;                       // of runs, published together; "user" where the table has none
  std::string framework, variant;           // as written
  std::string model, gpu, precisionDetail;  // as written
  bool gpuNamed = true;                     // false: the source names no GPU; good for ranking only
  std::vector<std::string> assumed;         // columns that the source does not state, filled in or left at a default
  Scenario scenario;                        // name = id
  std::optional<double> stepS;              // seconds
  std::optional<double> peakMemoryBytes;    // of the fullest GPU
  MemoryKind memoryKind = MemoryKind::allocated;
};

struct LeftOutRow {
  std::string id, family;  // as in MeasuredRun
  int line = 0;
  std::string reason;  // one sentence, rendered
};

struct RunTable {
  std::vector<MeasuredRun> runs;     // in file order
  std::vector<LeftOutRow> leftOut;   // rows that cannot be mapped to a scenario, in file order
  std::vector<std::string> notices;  // columns that are not read, ids that stand twice; rendered
};

// An empty cell, or a column that is not there, takes the scenario's default, is named in `assumed`, and the row
// counts. A row is left out, with the reason, when a cell makes no sense, when a cell that no default can stand in for
// is empty (model or its dimensions, gpu, gpus, sequence_length, global_batch, tp, pp, one measured figure), or when no
// figures follow from it. The whole file is refused when it is no table or one of those columns is missing.
tl::expected<RunTable, Errors> parseRunTable(std::string_view text, const std::string& file, const Catalogue& catalogue,
                                             Language language);

// A path or "-".
tl::expected<RunTable, Errors> loadRunTable(const std::string& path, Language language);

// resources/validation/runs.csv as shipped.
std::string_view shippedRuns();

}  // namespace shardscope
