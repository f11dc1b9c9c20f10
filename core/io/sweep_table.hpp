// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sweep as JSON (contract §3) and as CSV.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "core/sweep/answers.hpp"

namespace shardscope {

// `now`: the scenario the sweep was started from; edits of cells lead from it.
nlohmann::ordered_json sweepJson(const Scenario& now, const SweepSpace& space, const SweepOptions& options,
                                 const SweepResult& result);

// RFC 4180, header first, lines end in \r\n. Ranks count from 1 in the order of `rows`; `front` tells which are on it.
std::string sweepCsv(const SweepSpace& space, std::span<const SweepRow> rows, std::span<const SweepRow> front);

// "pp", "recompute", …; "dp" for the degree that follows.
std::string_view axisName(SweepAxis axis);
std::optional<SweepAxis> axisNamed(std::string_view name);
// A value of a dimension as files write it: 8, "full".
std::string dimText(SweepAxis axis, std::int64_t value);

}  // namespace shardscope
