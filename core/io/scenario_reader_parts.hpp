// SPDX-License-Identifier: Apache-2.0
#pragma once
// The two structured entries of a scenario file. Internal to the scenario reader.

#include <string>
#include <vector>

#include "core/io/scenario_reader_map.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

struct ReaderContext {
  std::string directory;  // resolves model.hf_config
  Language language = Language::en;
  std::vector<std::string>* notices = nullptr;
};

// model: {preset | hf_config | dimensions}. False (and reported) when no usable model came of it.
bool readModel(const NodeMember& member, const ReaderContext& context, ModelChoice& model, Findings& findings);

// cluster.gpu: a catalogue id or a device map.
bool readGpu(const NodeMember& member, Cluster& cluster, Findings& findings);

// Every dimension that no default can stand in for, as the model needs it.
void checkModelShape(const ModelShape& shape, const GivenKeys& given, int line, Findings& findings);

}  // namespace shardscope
