// SPDX-License-Identifier: Apache-2.0
#pragma once
// The software stack profiles as the catalogue lists them.

#include <nlohmann/json_fwd.hpp>

#include "app/cli/layout.hpp"
#include "core/text/language.hpp"

namespace shardscope::cli {

nlohmann::ordered_json stacksJson();
TextTable stacksTable(Language language);

}  // namespace shardscope::cli
