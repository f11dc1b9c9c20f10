// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a rule of thumb comes from, and how far to trust it.

#include <string>

#include "core/rules/issue.hpp"
#include "core/text/language.hpp"

namespace shardscope {

// Whether evidence is on file: every rule of thumb has it, and the warnings that are no framework's rule.
bool hasEvidence(RuleId id);
// One or two sentences: the source, what it measured, where the rule is known to fail. Precondition: hasEvidence(id).
std::string evidence(RuleId id, Language language);

}  // namespace shardscope
