// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run table judged: errors per family and per slice, decision regret, rows left out. One vote per configuration.

#include <string>
#include <vector>

#include "core/validate/regret.hpp"
#include "core/validate/votes.hpp"

namespace shardscope {

struct FamilyResult {
  std::string family;
  std::size_t rows = 0, configurations = 0;
  bool rankingOnly = false;        // its sources name no GPU
  bool assumesMicroBatch = false;  // no row states its micro-batch
  ErrorSummary time, memory;
  RegretSummary regret;
};

// Votes that share a value of one attribute.
enum class SliceBy : std::uint8_t { stack, generation, work, precision, settings, memoryKind };
template <>
struct EnumWords<SliceBy> {
  static constexpr auto words =
      std::to_array<std::string_view>({"stack", "generation", "work", "precision", "settings", "memory_kind"});
};

struct SliceResult {
  SliceBy by{};
  std::string value;  // "megatron", "hopper", "dense" | "moe" | "lora", "fp8", "stated" | "assumed" |
                      // "micro-batch assumed", "reserved"
  ErrorSummary time, memory;
};

struct Validation {
  std::size_t rows = 0;                // that have a prediction
  std::vector<Vote> votes;             // their configurations; they point into the table
  std::vector<FamilyResult> families;  // by rows, most first; families for ranking only last
  std::vector<SliceResult> slices;     // by attribute; within one by votes, most first
  ErrorSummary time, memory;
  RegretSummary regret;
  std::vector<RegretGroup> groups;
  std::vector<std::string> notices;  // figures that look as if they were in another unit; rendered
  std::vector<LeftOutRow> leftOut;   // of the errors: rows that could not be mapped, then ones for ranking only
};

// `worstCount`: of the worst rows that each summary names. The table must outlive the result.
Validation validate(const RunTable& table, Language language, std::size_t worstCount = 3);

}  // namespace shardscope
