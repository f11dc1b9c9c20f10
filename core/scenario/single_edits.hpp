// SPDX-License-Identifier: Apache-2.0
#pragma once
// Single changes that are worth trying on any scenario: what the advice and the explanations evaluate. Whether one is
// legal and of use only an evaluation tells.

#include <optional>
#include <span>
#include <vector>

#include "core/scenario/locks.hpp"

namespace shardscope {

struct SingleEdit {
  Key key{};                        // of the setting it is about
  Value value;                      // that it gets
  std::optional<KnobSetting> knob;  // a slider: what follows from it follows
  Edit edit;                        // else: written as it stands
};

// Every other value of the `knobs` that are not pinned, and of the settings that trade memory for time.
std::vector<SingleEdit> singleEdits(const Scenario& scenario, const Locks& locks, std::span<const Knob> knobs);

// One or more of them at once, about different settings; leaves the outcome in `after` (its storage is reused). False
// where one would not survive the others, a pinned knob would have to move, or the GPU total or global batch would
// follow. What is left may break rules.
bool applyTogether(const Scenario& scenario, const Locks& locks, std::span<const SingleEdit* const> edits,
                   Scenario& after);

}  // namespace shardscope
