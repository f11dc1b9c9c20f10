// SPDX-License-Identifier: Apache-2.0
#pragma once
// The help pages, written from the command table.

#include <string>

#include "app/cli/commands.hpp"
#include "core/text/language.hpp"

namespace shardscope::cli {

std::string generalHelp(Language language, int width);
std::string commandHelp(const Command& command, Language language, int width);

}  // namespace shardscope::cli
