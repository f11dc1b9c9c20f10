// SPDX-License-Identifier: Apache-2.0
#pragma once
// Advice as JSON (contract §3).

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "core/advice/comparison.hpp"
#include "core/advice/contributions.hpp"
#include "core/advice/moves.hpp"
#include "core/advice/procedure.hpp"

namespace shardscope {

nlohmann::ordered_json adviceJson(const Advice& advice, const Plan& recommended, const Comparison& comparison,
                                  std::span<const AdviceMove> moves, Language language);

// One entry per layout: what it adds, its degrees, step time and what it adds to it; null and the rule where it cannot
// run.
nlohmann::ordered_json contributionsJson(std::span<const Contribution> contributions);

}  // namespace shardscope
