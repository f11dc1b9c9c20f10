// SPDX-License-Identifier: Apache-2.0
#pragma once
// The configurations of tests/data/models that are read, without those that are damaged already.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/io/hf_config.hpp"

namespace shardscope::test {

struct HfConfig {
  std::string name;
  nlohmann::ordered_json json;
  ImportedModel model;
};
std::vector<HfConfig> hfConfigs();

}  // namespace shardscope::test
