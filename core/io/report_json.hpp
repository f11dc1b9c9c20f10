// SPDX-License-Identifier: Apache-2.0
#pragma once
// Report → JSON of contract §2, and issues as its `issues` array.

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "core/io/error.hpp"
#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

nlohmann::ordered_json reportJson(const Scenario& scenario, const Report& report, Language language);
nlohmann::ordered_json issuesJson(const Scenario& scenario, std::span<const Issue> issues, Language language);
// Line `line` (1-based) of `batch` that could not be read: verdict "invalid", each error as an issue (id "R-1" for
// numbers out of range, "F-1" for everything else a reader refuses).
nlohmann::ordered_json invalidJson(std::span<const Error> errors, std::size_t line, Language language);
nlohmann::ordered_json editJson(const Edit& edit);
nlohmann::ordered_json valueJson(const Value& value);

}  // namespace shardscope
