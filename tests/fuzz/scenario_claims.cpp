// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/scenario_claims.hpp"

#include <nlohmann/json.hpp>

#include "core/io/scenario_reader.hpp"
#include "core/io/scenario_writer.hpp"
#include "tests/fuzz/message_claims.hpp"
#include "tests/fuzz/report_claims.hpp"

namespace shardscope::fuzz {
namespace {

constexpr auto kNowhere = "/no/such/folder";

Scenario readBack(const std::string& written) {
  const auto loaded = parseScenario(written, "written", kNowhere, Language::en);
  claim(loaded.has_value(), "what was written is read:",
        loaded ? std::string() : message(loaded.error().front(), Language::en) + "\n" + written);
  return loaded->scenario;
}

}  // namespace

void claimWriters(const Scenario& scenario) {
  const auto yaml = scenarioYaml(scenario);
  const auto fromYaml = readBack(yaml);
  claim(fromYaml == scenario, "YAML reads back equal:", yaml);
  claim(scenarioYaml(fromYaml) == yaml, "YAML is written the same again:", yaml);
  const auto json = scenarioJson(scenario).dump();
  const auto fromJson = readBack(json);
  claim(fromJson == scenario, "JSON reads back equal:", json);
  claim(scenarioJson(fromJson).dump() == json, "JSON is written the same again:", json);
}

void claimScenarioReader(std::string_view text, ScenarioReader read) {
  const auto loaded = read(text, "fuzz.shard", kNowhere, Language::zhCn);
  if (!loaded) return claimErrors(loaded.error());
  claimNotices(loaded->notices);
  claimWriters(loaded->scenario);
  claimReport(loaded->scenario);
  claimIssues(loaded->scenario);
}

}  // namespace shardscope::fuzz
