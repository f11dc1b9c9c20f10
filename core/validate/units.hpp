// SPDX-License-Identifier: Apache-2.0
#pragma once
// Figures of a run table that were written in another unit than they are read in.

#include <string>
#include <vector>

#include "core/text/language.hpp"
#include "core/validate/votes.hpp"

namespace shardscope {

// One sentence per column and power of a thousand that measured figures lie off the predicted ones, within a factor of
// two: step times of 1000 times too many seconds are milliseconds, peaks of a thousand-millionth are gigabytes. No
// model error is that large and that round.
std::vector<std::string> unitNotices(const std::vector<Vote>& votes, Language language);

}  // namespace shardscope
