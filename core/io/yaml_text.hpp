// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writing YAML by hand: values that read back as what they were, in flow or block style by length.

#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/value.hpp"

namespace shardscope {

// A key with a scalar, or with keys of its own.
struct YamlEntry {
  std::string key;
  std::string scalar;  // already written; unused if there are children
  std::vector<YamlEntry> children;
};

// A scalar or a list of integers; texts are quoted wherever a plain word would be read as something else.
std::string yamlScalar(const Value& value);
std::string yamlText(std::string_view text);

// One entry per line; children on the line of their key where they fit, else indented below it.
std::string yamlLines(const std::vector<YamlEntry>& entries, int indent = 0);

}  // namespace shardscope
