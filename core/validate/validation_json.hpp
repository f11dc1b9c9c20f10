// SPDX-License-Identifier: Apache-2.0
#pragma once
// The JSON of `validate` (contract §3), with every row's prediction and the bands that follow.

#include <nlohmann/json_fwd.hpp>

#include "core/validate/validation.hpp"

namespace shardscope {

nlohmann::ordered_json validationJson(const RunTable& table, const Validation& validation, Language language);

}  // namespace shardscope
