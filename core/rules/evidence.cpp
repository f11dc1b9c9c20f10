// SPDX-License-Identifier: Apache-2.0
#include "core/rules/evidence.hpp"

#include "core/rules/rules.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

std::string textId(RuleId id) { return "evidence-" + std::string(ruleName(id)); }

}  // namespace

bool hasEvidence(RuleId id) { return hasText(textId(id)); }
std::string evidence(RuleId id, Language language) { return text(textId(id), language); }

}  // namespace shardscope
