// SPDX-License-Identifier: Apache-2.0
#pragma once
// A rule that fired, as plain codes and numbers. Texts, allowed values and fixes are derived on demand (rules.hpp),
// so that evaluating a scenario allocates nothing.

#include <array>
#include <cstdint>
#include <string_view>

#include "core/scenario/fields.hpp"

namespace shardscope {

enum class Severity : std::uint8_t { error, warning, hint };  // words: error, warn, hint
std::string_view word(Severity severity);

// Our own rules (contract §3.1), in the order in which the first failing one is named.
enum class RuleId : std::uint8_t {
  W1,
  W2,
  T9,
  T1,
  T2,
  T7,
  L1,
  P3,
  P8,
  P9,
  S4,
  S3,
  S5,
  B1,
  E1,
  R1,
  P1,
  P10,
  S1,
  T2w,
  E2,
  Z2,
  T8,
  D1,
  Hgolden,
  Hnode,
  H60,
  H4P,
  Hmfu,
  Hbatch,
  Himbalance,
  Hfsdp,
  Hhead,
  Hdims,
  count
};

struct Issue {
  RuleId rule{};
  Severity severity = Severity::error;
  Key field{};                   // the setting to look at first
  std::array<double, 5> args{};  // numbers of the message, meaning per rule; integers below 2^53 are exact
  bool operator==(const Issue&) const = default;
};

}  // namespace shardscope
