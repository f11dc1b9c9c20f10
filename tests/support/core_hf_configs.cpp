// SPDX-License-Identifier: Apache-2.0
#include "tests/support/core_hf_configs.hpp"

#include <filesystem>
#include <fstream>

namespace shardscope::test {

std::vector<HfConfig> hfConfigs() {
  std::vector<HfConfig> found;
  for (const auto& entry : std::filesystem::directory_iterator(SHARDSCOPE_SOURCE_DIR "/tests/data/models")) {
    const auto name = entry.path().stem().string();
    if (name.starts_with("nasty-")) continue;
    std::ifstream in(entry.path());
    auto json = nlohmann::ordered_json::parse(in, nullptr, false);
    auto model = importHfConfig(json.dump(), "c.json", Language::en);
    if (model) found.push_back({name, std::move(json), std::move(*model)});
  }
  return found;
}

}  // namespace shardscope::test
