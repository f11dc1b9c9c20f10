// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scenarios from choices: legal ones of every size, legal ones with a few settings changed, and any numbers at all.

#include "core/scenario/scenario.hpp"
#include "tests/fuzz/choices.hpp"

namespace shardscope::fuzz {

// One third of each. Every setting is within its range of the field tables; whether it suits the others is open.
Scenario randomScenario(Choices& choices);

// Made to satisfy the rules: from one layer, head, token and GPU to 100,000 layers, experts or GPUs and 10^7 tokens.
// The totals may still be beyond what is computed (rule R-1).
Scenario suitingScenario(Choices& choices);

}  // namespace shardscope::fuzz
