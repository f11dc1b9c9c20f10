// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/explain/explain.hpp"
#include "core/explain/rows.hpp"

namespace shardscope {

// Single edits that move the figure `key` for the better, each evaluated in full: best first, one per setting, at most
// three. What does less work, turns the verdict for the worse, or costs much of the throughput is left out.
std::vector<ExplainChange> changesOf(std::string_view key, const ExplainRow& row, const Explanation& now,
                                     const Scenario& scenario, const Report& report, Language language);

}  // namespace shardscope
