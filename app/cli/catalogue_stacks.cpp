// SPDX-License-Identifier: Apache-2.0
#include "app/cli/catalogue_stacks.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "app/cli/numbers.hpp"
#include "core/cost/stack_profile.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Profile {
  Stack stack;
  Generation generation;
  StackProfile values;
};

// The lines that are calibrated; generations without one borrow a neighbour's.
std::vector<Profile> calibratedProfiles() {
  std::vector<Profile> profiles;
  for (std::size_t s = 0; s < EnumWords<Stack>::words.size(); ++s)
    for (std::size_t g = 0; g < EnumWords<Generation>::words.size(); ++g) {
      const auto stack = static_cast<Stack>(s);
      const auto generation = static_cast<Generation>(g);
      if (const auto values = stackProfile(stack, generation); !values.extrapolated)
        profiles.push_back({stack, generation, values});
    }
  return profiles;
}

Json profileJson(const Profile& profile) {
  const auto& v = profile.values;
  return {{"generation", word(profile.generation)},
          {"gemm", v.gemm},
          {"attention", v.attention},
          {"pointwise_traffic", v.pointwiseTraffic},
          {"exposed_dp_share", v.exposedDpShare},
          {"host_floor_s", v.hostFloor},
          {"moe_pass_s", v.moePass},
          {"layout_copies", v.layoutCopies},
          {"tp_overlap_yield", v.tpOverlapYield},
          {"per_owner_s", v.perOwner}};
}

std::string stackName(Stack stack, Language language) {
  return text("cli-stack-" + std::string(word(stack)), language);
}

}  // namespace

nlohmann::ordered_json stacksJson() {
  Json json = Json::array();
  for (const auto& profile : calibratedProfiles()) {
    if (json.empty() || json.back()["id"] != word(profile.stack))
      json.push_back(
          {{"id", word(profile.stack)},
           {"name",
            {{"en", stackName(profile.stack, Language::en)}, {"zh_CN", stackName(profile.stack, Language::zhCn)}}},
           {"profiles", Json::array()},
           {"sources", Json::array({{{"field", "profiles"},
                                     {"evidence", "calibrated"},
                                     {"text", text("cli-stack-source", Language::en)}}})}});
    json.back()["profiles"].push_back(profileJson(profile));
  }
  return json;
}

TextTable stacksTable(Language language) {
  using enum Align;
  TextTable table({left, left, right, right, right, right, left});
  table.add({text("cli-column-id", language), text("cli-column-generation", language), "GEMM",
             text("cli-term-attention", language), text("cli-column-exposed", language),
             text("cli-column-floor", language), text("cli-column-name", language)});
  for (const auto& profile : calibratedProfiles()) {
    const auto& v = profile.values;
    table.add({std::string(word(profile.stack)), std::string(word(profile.generation)), fmt::format("{:.2f}", v.gemm),
               fmt::format("{:.2f}", v.attention), percent(v.exposedDpShare), seconds(v.hostFloor),
               stackName(profile.stack, language)});
  }
  return table;
}

}  // namespace shardscope::cli
