// SPDX-License-Identifier: Apache-2.0
#pragma once
// FILE of the command line: a path, "preset:NAME" or "-".

#include <optional>

#include "app/cli/context.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope::cli {

// Nothing if the file could not be read; every error and notice has been shown then.
std::optional<Scenario> loadOrExplain(Context& context);

}  // namespace shardscope::cli
