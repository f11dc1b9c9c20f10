// SPDX-License-Identifier: Apache-2.0
#pragma once
// The values a slider may stop at, given the rest of the scenario, and for the others the reason why not.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/rules/issue.hpp"
#include "core/scenario/locks.hpp"

namespace shardscope {

enum class StopState : std::uint8_t { valid, caution, invalid };

struct Stop {
  std::int64_t value = 0;
  StopState state = StopState::valid;
  std::optional<Issue> reason;  // of an invalid or cautioned stop
  bool operator==(const Stop&) const = default;
};

// Ascending; contains the current value (if ≥ 1) and at least one stop. `caution`: legal but against a rule of thumb or
// a warning (tp beyond the fast link's domain, copied KV heads, layers that pp does not divide).
std::vector<Stop> stops(const Scenario& scenario, const Locks& locks, Knob knob);

// The values alone, unjudged: powers of two and the divisors that matter here, as far as one step beyond what can hold.
std::vector<std::int64_t> stopValues(const Scenario& scenario, const Locks& locks, Knob knob);

}  // namespace shardscope
