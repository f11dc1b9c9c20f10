// SPDX-License-Identifier: Apache-2.0
#pragma once
// An explanation for people.

#include <string>

#include "app/cli/style.hpp"
#include "core/explain/explanation.hpp"
#include "core/explain/words.hpp"
#include "core/text/language.hpp"

namespace shardscope::cli {

std::string explanationText(const Explanation& explanation, const Style& style, Language language);
std::string explanationText(const WordExplanation& explanation, const Style& style, Language language);

}  // namespace shardscope::cli
