// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers under "scenario" in a report: inputs, and defaults that follow from them.

#include <optional>
#include <string_view>

#include "core/explain/draft.hpp"

namespace shardscope {

inline constexpr std::string_view kSettingPrefix = "scenario.";

struct SettingNumber {
  double value = 0;
  bool isStated = true;  // else its default
};
// `name`: dotted, as in a scenario file; nothing if the scenario has no such number.
std::optional<SettingNumber> settingNumber(const Scenario& scenario, std::string_view name);

void explainSetting(Draft& d, std::string_view name, const SettingNumber& number);

}  // namespace shardscope
