#pragma once
// Scenario → YAML with stable key order; only what differs from its default is written, so files stay short.
// parseScenario(scenarioYaml(s)) == s.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/scenario/scenario.hpp"

namespace shardscope {

// `directory`: where the file will live; model.hf_config is written relative to it. Empty = absolute path.
std::string scenarioYaml(const Scenario& scenario, const std::string& directory = {});
nlohmann::ordered_json scenarioJson(const Scenario& scenario, const std::string& directory = {});

}  // namespace shardscope
