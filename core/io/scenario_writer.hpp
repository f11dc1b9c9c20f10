// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scenario → file text with stable key order. YAML, for people, holds only what differs from its default (and always
// the degrees and batch sizes); JSON, for programs, holds every key, null where the default follows.
// parseScenario(scenarioYaml(s)) == s and parseScenario(scenarioJson(s)) == s.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/scenario/scenario.hpp"

namespace shardscope {

// `directory`: where the file will live; model.hf_config is written relative to it. Empty = absolute path.
std::string scenarioYaml(const Scenario& scenario, const std::string& directory = {});
nlohmann::ordered_json scenarioJson(const Scenario& scenario, const std::string& directory = {});

bool isJsonPath(std::string_view path);  // *.json, in any case
// The content of a file of this name: JSON for *.json, otherwise YAML.
std::string scenarioText(const Scenario& scenario, const std::string& path);

}  // namespace shardscope
