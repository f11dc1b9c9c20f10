// SPDX-License-Identifier: Apache-2.0
#pragma once
// What must hold for the report of every scenario whatsoever.

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope::fuzz {

// Evaluates and claims: issues or figures, never both or neither; figures finite and not negative; parts that add up;
// counts below 2^53; the same result in a used report. Returns whether the scenario is legal.
bool claimReport(const Scenario& scenario);

// Every issue speaks in both languages and its fix, if any, can be applied; the report can be written as JSON.
void claimIssues(const Scenario& scenario);

}  // namespace shardscope::fuzz
