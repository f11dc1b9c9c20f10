// SPDX-License-Identifier: Apache-2.0
#pragma once
// Advice as JSON (contract §3).

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "core/advice/comparison.hpp"
#include "core/advice/moves.hpp"
#include "core/advice/procedure.hpp"

namespace shardscope {

nlohmann::ordered_json adviceJson(const Advice& advice, const Plan& recommended, const Comparison& comparison,
                                  std::span<const AdviceMove> moves, Language language);

}  // namespace shardscope
