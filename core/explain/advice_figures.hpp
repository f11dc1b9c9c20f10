// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the figures of the decision steps come from. Internal to the explanations.

#include <string_view>
#include <tl/expected.hpp>

#include "core/explain/explain.hpp"

namespace shardscope {

inline constexpr std::string_view kAdvicePrefix = "advice.";

// `scenario`: asked about; it may be invalid, the layouts of the steps are not.
tl::expected<Explanation, NoFigure> explainAdvice(std::string_view key, const Scenario& scenario, Language language);

}  // namespace shardscope
