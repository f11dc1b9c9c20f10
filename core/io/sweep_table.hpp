// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sweep as JSON (contract §3) and as CSV.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "core/sweep/answers.hpp"
#include "core/text/language.hpp"

namespace shardscope {

// A sweep to tell of.
struct SweepStory {
  const Scenario& now;  // the sweep was started from; edits lead from it
  const SweepSpace& space;
  const SweepOptions& options;
  const SweepResult& result;
  std::size_t most = kCompared;  // rows of the ranking to list; those beyond are compared with
  Language language = Language::en;

  std::span<const SweepRow> listed() const;
  bool isEmpty() const;  // nothing of it runs
};

// Why nothing runs: the rule that empties the space, or the nearest miss and what it lacks.
std::string emptyMessage(const SweepStory& story);

nlohmann::ordered_json sweepJson(const SweepStory& story);

// RFC 4180, header first, lines end in \r\n. Ranks count from 1 in the order of `rows`; `front` tells which are on it.
std::string sweepCsv(const SweepSpace& space, std::span<const SweepRow> rows, std::span<const SweepRow> front);

// "pp", "recompute", …; "dp" for the degree that follows.
std::string_view axisName(SweepAxis axis);
std::optional<SweepAxis> axisNamed(std::string_view name);
// A value of a dimension as files write it: 8, "full".
std::string dimText(SweepAxis axis, std::int64_t value);

}  // namespace shardscope
